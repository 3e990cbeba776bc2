//! What a disc does.

use super::state::{STRIDE, State, four_in_a_row};
use crate::core::ActionId;

/// Drops a disc of the seat to move into a column with room. CF 2
#[inline]
pub(super) fn drop_disc(state: &mut State, column: ActionId) {
    let occupied = state.occupied();
    // Adding the column's lowest bit carries into its first free place.
    let place = (occupied + (1 << (column * STRIDE))) & !occupied & (0x7f << (column * STRIDE));
    let own = &mut state.discs[(occupied.count_ones() % 2) as usize];
    *own |= place;
    state.won = four_in_a_row(*own);
}
