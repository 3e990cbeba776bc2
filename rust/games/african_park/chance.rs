//! What is drawn: landscape cards and the animals of the row.

use super::AfricanPark;
use super::components::{CARDS, KINDS, NAMES, TYPES};
use super::state::{Landscape, Phase, State, total};
use crate::core::{OutcomeId, Rng, Vocabulary, Weight};

/// The id of revealing the first kind; the landscape cards have the ids below.
const REVEAL: usize = TYPES.len() * CARDS;

pub(super) fn vocabulary() -> Vocabulary {
    let cards = TYPES.into_iter().flat_map(|type_| (1..=CARDS).map(move |card| vec![format!("{type_}{card}").as_str().into()]));
    Vocabulary::new()
        .kind("landscape", &["card"], cards)
        .kind("reveal", &["animal"], NAMES.map(|name| vec![name.into()]))
}

impl AfricanPark {
    #[inline]
    pub(super) fn each_outcome(&self, state: &State, mut each: impl FnMut(OutcomeId, Weight)) {
        match state.phase {
            Phase::Landscape => {
                let Some(type_) = self.next_type(state) else { return };
                let drawn = |card| state.reserves.iter().any(|reserve| reserve.landscape[type_].card() == Some(card));
                for card in (0..CARDS as u8).filter(|&card| !drawn(card)) {
                    each((type_ * CARDS) as OutcomeId + OutcomeId::from(card), 1);
                }
            }
            Phase::Reveal => {
                for kind in (0..KINDS).filter(|&kind| state.deck[kind] > 0) {
                    each((REVEAL + kind) as OutcomeId, state.deck[kind].into());
                }
            }
            Phase::Sides | Phase::Pick | Phase::Over => {}
        }
    }

    /// As the general way of drawing, with the same random number, but no further than the animal drawn.
    #[inline]
    pub(super) fn draw(&self, state: &State, rng: &mut Rng) -> Option<OutcomeId> {
        if state.phase != Phase::Reveal {
            return None;
        }
        let mut rest = rng.below(total(&state.deck).into()) as u32;
        for (kind, &count) in state.deck.iter().enumerate() {
            if rest < u32::from(count) {
                return Some((REVEAL + kind) as OutcomeId);
            }
            rest -= u32::from(count);
        }
        None
    }

    #[inline]
    pub(super) fn happen(&self, state: &mut State, outcome: OutcomeId) {
        let outcome = usize::from(outcome);
        if outcome < REVEAL {
            let (type_, card) = (outcome / CARDS, outcome % CARDS);
            state.reserves[usize::from(state.seat)].landscape[type_] = Landscape::Drawn(card as u8);
            if self.next_type(state).is_none() {
                state.phase = Phase::Sides;
            }
        } else {
            let kind = outcome - REVEAL;
            state.deck[kind] -= 1;
            state.row[kind] += 1;
            if total(&state.row) == u32::from(self.seats) {
                state.phase = Phase::Pick;
            }
        }
    }
}
