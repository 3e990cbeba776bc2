//! Which columns can take a disc.

use super::state::{COLUMNS, FULL, ROWS, STRIDE, State};
use crate::core::{ActionId, ActionSet, BitSet, Refusal};

/// The lowest place of the last column.
const LAST: u16 = (COLUMNS - 1) * STRIDE;
/// The lowest place of every column.
const BOTTOM: u64 = FULL / ((1 << ROWS) - 1);
/// A product with this brings the lowest bit of column `c` to bit `LAST + c`, and no two bits to the same place.
const GATHER: u64 = {
    let (mut gather, mut column) = (0, 0);
    while column < COLUMNS {
        gather |= 1 << (LAST - column * (STRIDE - 1));
        column += 1;
    }
    gather
};

/// The columns that are not full, while the game lasts. CF 2
#[inline]
pub(super) fn legal(state: &State) -> BitSet<1> {
    let mut legal = BitSet::default();
    if !state.won {
        let tops = (FULL & !state.occupied()) >> (ROWS - 1) & BOTTOM;
        legal.insert_block(0, tops.wrapping_mul(GATHER) >> LAST & ((1 << COLUMNS) - 1));
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
