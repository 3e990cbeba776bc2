//! Chips won and lost.

use super::state::{Card, Line, State};
use crate::core::PerSeat;

/// Net chips: 0 before the end. KP 5
pub(super) fn chips(state: &State) -> PerSeat<i32> {
    let showdown = match state.cards {
        [Card::Dealt(own), Card::Dealt(other)] if own > other => 1,
        [Card::Dealt(_), Card::Dealt(_)] => -1,
        _ => 0,
    };
    let won_by_first = match state.line {
        Line::Open | Line::Pass | Line::Bet | Line::PassBet => 0,
        Line::PassPass => showdown,
        Line::PassBetPass => -1,
        Line::BetPass => 1,
        Line::PassBetBet | Line::BetBet => 2 * showdown,
    };
    PerSeat::from_fn(2, |seat| if seat == 0 { won_by_first } else { -won_by_first })
}
