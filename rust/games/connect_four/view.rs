//! Everything is seen by both.

use super::ConnectFour;
use super::state::{COLUMNS, ROWS, STRIDE, State};
use crate::core::{Component, ObservationSpec, SeenBy, Writer};

pub(super) const VISIBILITY: &[Component<ConnectFour>] = &[Component::public("columns")];

pub(super) fn observation() -> ObservationSpec {
    let grid = [2, usize::from(COLUMNS), usize::from(ROWS)];
    ObservationSpec::new().slice("discs", &grid, (0.0, 1.0), SeenBy::All, "1 where the seat has a disc: seat, column, row from the bottom").slice(
        "to_move",
        &[2],
        (0.0, 1.0),
        SeenBy::All,
        "1 for the seat whose turn it is",
    )
}

pub(super) fn observe(state: &State, writer: &mut Writer<'_>) {
    let (observer, frame) = (writer.observer, writer.frame);
    for seat in frame.seats(observer, 2) {
        let discs = state.discs[usize::from(seat)];
        for (index, number) in writer.block(usize::from(COLUMNS * ROWS)).iter_mut().enumerate() {
            let (column, row) = (index as u16 / ROWS, index as u16 % ROWS);
            *number = (discs >> (column * STRIDE + row) & 1) as f32;
        }
    }
    let mover = (!state.is_over()).then(|| frame.place(state.to_move(), observer, 2));
    writer.one_hot(2, mover);
}
