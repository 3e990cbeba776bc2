//! The position: two bitboards.

use serde::Serialize;

use crate::core::Seat;

/// Columns of the grid.
pub const COLUMNS: u16 = 7;
/// Rows of the grid.
pub const ROWS: u16 = 6;
/// Bits a column: its rows and an empty bit on top, so that shifts never run from one column into the next.
pub const STRIDE: u16 = ROWS + 1;

/// A position. Bit `column * STRIDE + row`, rows from the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// The discs of each seat.
    pub discs: [u64; 2],
    /// Whether the last disc made four in a row.
    pub won: bool,
}

impl State {
    /// Every occupied place.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// The seat whose turn it is; after the end, the seat that did not move last.
    #[inline]
    pub fn to_move(&self) -> Seat {
        (self.occupied().count_ones() % 2) as Seat
    }

    /// Whether somebody has won or the grid is full. CF 3, CF 4
    #[inline]
    pub fn is_over(&self) -> bool {
        self.won || self.occupied() == FULL
    }
}

/// Every place of the grid.
pub const FULL: u64 = {
    let (mut full, mut column) = (0, 0);
    while column < COLUMNS {
        full |= ((1 << ROWS) - 1) << (column * STRIDE);
        column += 1;
    }
    full
};

/// Whether the discs hold four in a row: in a column, a row, or along either diagonal. CF 3
#[inline]
pub fn four_in_a_row(discs: u64) -> bool {
    [1, STRIDE, STRIDE - 1, STRIDE + 1].into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}
