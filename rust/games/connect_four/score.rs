//! Who has won.

use super::state::State;
use crate::core::PerSeat;

/// 1 for the winner, 0 otherwise. CF 3, CF 4
pub(super) fn scores(state: &State) -> PerSeat<i32> {
    // The seat to move is the one that did not make the four.
    PerSeat::from_fn(2, |seat| i32::from(state.won && seat != state.to_move()))
}
