//! The position as JSON and as text.

use serde_json::json;

use super::apply::drop_disc;
use super::state::{COLUMNS, ROWS, STRIDE, State, four_in_a_row};
use crate::core::Cursor;

/// The seats' discs in JSON and on the text board.
const DISCS: [&str; 2] = ["x", "o"];

fn disc(state: &State, column: u16, row: u16) -> Option<usize> {
    (0..2).find(|&seat| state.discs[seat] >> (column * STRIDE + row) & 1 == 1)
}

pub(super) fn write(state: &State) -> serde_json::Value {
    let column = |column| (0..ROWS).map_while(move |row| disc(state, column, row)).map(|seat| DISCS[seat]);
    json!({ "columns": (0..COLUMNS).map(|index| column(index).collect::<Vec<_>>()).collect::<Vec<_>>() })
}

pub(super) fn read(position: &Cursor<'_>) -> Option<State> {
    let columns = position.table(&["columns"])?.get("columns")?;
    let mut state = State::default();
    for (column, cursor) in (0..).zip(columns.list_of(usize::from(COLUMNS))?) {
        let discs = cursor.list()?;
        if discs.len() > usize::from(ROWS) {
            cursor.refuse(format!("{} discs in a column of {ROWS}", discs.len()));
            continue;
        }
        for (row, disc) in (0..).zip(discs) {
            if let Some(seat) = disc.word(&DISCS) {
                state.discs[seat] |= 1 << (column * STRIDE + row);
            }
        }
    }
    let counts = state.discs.map(u64::count_ones);
    if counts[0] != counts[1] && counts[0] != counts[1] + 1 {
        let [x, o] = counts;
        columns.refuse(format!("{x} x and {o} o: x begins and they take turns (CF 1)"));
        return None;
    }
    let fours = state.discs.map(four_in_a_row);
    let last = usize::from(1 - state.to_move());
    if fours[1 - last] {
        columns.refuse(format!("{} has four in a row, but {} moved after that (CF 3)", DISCS[1 - last], DISCS[last]));
        return None;
    }
    if fours[last] && !(0..COLUMNS).any(|column| completes(&state, last, column)) {
        columns.refuse(format!("no last disc of {} can have completed all of its fours (CF 3)", DISCS[last]));
        return None;
    }
    state.won = fours[last];
    Some(state)
}

/// Whether taking the top disc off a column leaves `seat`, whose disc it must be, without four in a row.
fn completes(state: &State, seat: usize, column: u16) -> bool {
    let Some(row) = (0..ROWS).rev().find(|&row| disc(state, column, row).is_some()) else { return false };
    let mut before = *state;
    before.discs[seat] &= !(1 << (column * STRIDE + row));
    before.won = false;
    let unchanged = before.discs == state.discs;
    let mut again = before;
    drop_disc(&mut again, column);
    !unchanged && !four_in_a_row(before.discs[seat]) && again.discs == state.discs
}

pub(super) fn board(state: &State) -> String {
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let cells = (0..COLUMNS).map(|column| disc(state, column, row).map_or(".", |seat| DISCS[seat]));
        text += &cells.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    text += "0 1 2 3 4 5 6\n";
    text += &match (state.won, state.is_over()) {
        (true, _) => format!("{} has won", DISCS[usize::from(1 - state.to_move())]),
        (false, true) => "a draw".to_owned(),
        (false, false) => format!("{} to move", DISCS[usize::from(state.to_move())]),
    };
    text
}
