//! The position: two cards and the betting so far.

use serde::Serialize;

use crate::core::{Node, Seat};

/// What is known of a seat's card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Card {
    /// Not dealt yet.
    #[default]
    Undealt,
    /// Dealt: 0 jack, 1 queen, 2 king.
    Dealt(u8),
    /// Dealt, but not seen by the seat this state was redacted for.
    Hidden,
}

/// The betting lines. KP 4
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Line {
    /// Nobody has acted.
    #[default]
    Open,
    /// Seat 0 passed.
    Pass,
    /// Seat 0 bet.
    Bet,
    /// Seat 0 passed, seat 1 bet.
    PassBet,
    /// Both passed: showdown for 1.
    PassPass,
    /// Seat 0 passed, seat 1 bet, seat 0 passed: seat 1 wins 1.
    PassBetPass,
    /// Seat 0 passed, seat 1 bet, seat 0 bet: showdown for 2.
    PassBetBet,
    /// Seat 0 bet, seat 1 passed: seat 0 wins 1.
    BetPass,
    /// Both bet: showdown for 2.
    BetBet,
}

impl Line {
    /// Every line.
    pub const ALL: [Line; 9] = [
        Line::Open,
        Line::Pass,
        Line::Bet,
        Line::PassBet,
        Line::PassPass,
        Line::PassBetPass,
        Line::PassBetBet,
        Line::BetPass,
        Line::BetBet,
    ];

    /// Whose turn it is, while the betting lasts.
    pub fn to_move(self) -> Option<Seat> {
        match self {
            Line::Open | Line::PassBet => Some(0),
            Line::Pass | Line::Bet => Some(1),
            _ => None,
        }
    }

    /// Whether the cards are shown. KP 5
    pub fn is_showdown(self) -> bool {
        matches!(self, Line::PassPass | Line::PassBetBet | Line::BetBet)
    }

    /// The actions taken, by id.
    pub fn actions(self) -> &'static [u16] {
        match self {
            Line::Open => &[],
            Line::Pass => &[0],
            Line::Bet => &[1],
            Line::PassBet => &[0, 1],
            Line::PassPass => &[0, 0],
            Line::PassBetPass => &[0, 1, 0],
            Line::PassBetBet => &[0, 1, 1],
            Line::BetPass => &[1, 0],
            Line::BetBet => &[1, 1],
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// A card a seat.
    pub cards: [Card; 2],
    /// The betting so far.
    pub line: Line,
}

impl State {
    /// Whether a seat holds this card, as far as this state tells.
    pub fn holds(&self, card: u8) -> bool {
        self.cards.contains(&Card::Dealt(card))
    }

    pub(super) fn node(&self) -> Node {
        if self.cards.contains(&Card::Undealt) {
            return Node::Chance;
        }
        self.line.to_move().map_or(Node::Terminal, Node::Decision)
    }
}
