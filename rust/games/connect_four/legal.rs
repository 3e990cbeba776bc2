//! Which columns can take a disc.

use super::state::{COLUMNS, FULL, ROWS, STRIDE, State};
use crate::core::{ActionId, ActionSet, BitSet, Refusal};

/// The columns that are not full, while the game lasts. CF 2
#[inline]
pub(super) fn legal(state: &State) -> BitSet<1> {
    let mut legal = BitSet::default();
    if !state.won {
        let free = FULL & !state.occupied();
        for column in 0..COLUMNS {
            legal.insert_block(column, free >> (column * STRIDE + ROWS - 1) & 1);
        }
    }
    legal
}

/// Whether this column exists and is not full, while the game lasts. CF 2
#[inline]
pub(super) fn is_legal(state: &State, column: ActionId) -> bool {
    !state.won && column < COLUMNS && state.occupied() >> (column * STRIDE + ROWS - 1) & 1 == 0
}

pub(super) fn refusal(column: ActionId) -> Refusal {
    Refusal::new("CF 2", format!("column {column} is full"))
}
