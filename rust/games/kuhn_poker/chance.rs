//! The deal.

use super::state::{Card, State};
use crate::core::{Node, OutcomeId, Vocabulary, Weight};

/// The cards, lowest first. KP 1
pub(super) const NAMES: [&str; 3] = ["jack", "queen", "king"];

pub(super) fn vocabulary() -> Vocabulary {
    Vocabulary::new().kind("deal", &["card"], NAMES.map(|name| vec![name.into()]))
}

/// Every card still in the deck is equally likely. KP 2
pub(super) fn for_each_card(state: &State, mut each: impl FnMut(OutcomeId, Weight)) {
    if state.node() == Node::Chance {
        (0..NAMES.len() as u8).filter(|&card| !state.holds(card)).for_each(|card| each(card.into(), 1));
    }
}

/// Deals to seat 0 first, then to seat 1. KP 2
pub(super) fn deal(state: &mut State, card: OutcomeId) {
    let seat = usize::from(state.cards[0] != Card::Undealt);
    state.cards[seat] = Card::Dealt(card as u8);
}
