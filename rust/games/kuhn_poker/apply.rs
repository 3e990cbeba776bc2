//! What an action does to the betting.

use super::action::BET;
use super::state::{Line, State};
use crate::core::ActionId;

/// Passes or bets. KP 4
pub(super) fn act(state: &mut State, action: ActionId) {
    let bet = action == BET;
    state.line = match (state.line, bet) {
        (Line::Open, false) => Line::Pass,
        (Line::Open, true) => Line::Bet,
        (Line::Pass, false) => Line::PassPass,
        (Line::Pass, true) => Line::PassBet,
        (Line::Bet, false) => Line::BetPass,
        (Line::Bet, true) => Line::BetBet,
        (Line::PassBet, false) => Line::PassBetPass,
        (Line::PassBet, true) => Line::PassBetBet,
        (over, _) => over,
    };
}
