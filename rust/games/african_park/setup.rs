//! Before the first round: the deck, and the draft of the landscape cards.

use super::AfricanPark;
use super::components::{KINDS, TYPES};
use super::state::{Landscape, Phase, Reserve, SEATS, State, total};

impl AfricanPark {
    /// Seat 0 is the first head ranger (AP C21) and draws first (AP 2.3).
    pub(super) fn first_position(&self) -> State {
        State {
            phase: Phase::Landscape,
            seat: 0,
            head_ranger: 0,
            row: [0; KINDS],
            deck: self.box_.full_deck(),
            reserves: [Reserve::default(); SEATS],
        }
    }

    /// The type whose card the seat draws next. AP 2.3
    pub(super) fn next_type(&self, state: &State) -> Option<usize> {
        let cards = &state.reserves[usize::from(state.seat)].landscape;
        (0..TYPES.len()).find(|&type_| cards[type_] == Landscape::Undrawn)
    }

    /// Lays down the seat's three cards for good; then the next seat draws, or the first row is turned up. AP 2.3
    pub(super) fn choose_sides(&self, state: &mut State, sides: [u8; 3]) {
        let cards = &mut state.reserves[usize::from(state.seat)].landscape;
        for (card, side) in cards.iter_mut().zip(sides) {
            if let Landscape::Drawn(number) = *card {
                *card = Landscape::Chosen(number, side);
            }
        }
        if state.seat + 1 < self.seats {
            state.seat += 1;
            state.phase = Phase::Landscape;
        } else {
            state.seat = state.head_ranger;
            state.phase = Phase::Reveal;
        }
    }

    /// The river spaces of a reserve, one bit each.
    #[inline]
    pub(super) fn rivers(&self, reserve: &Reserve) -> u16 {
        let of_card = |type_: usize| match reserve.landscape[type_] {
            Landscape::Chosen(card, side) => self.box_.rivers[type_][usize::from(card)][usize::from(side)],
            Landscape::Undrawn | Landscape::Drawn(_) => 0,
        };
        of_card(0) | of_card(1) | of_card(2)
    }

    /// Four plies a seat for the draft, then a card turned up and a card taken a seat and round, until the deck runs out.
    pub(super) fn max_game_length(&self) -> u32 {
        let seats = u32::from(self.seats);
        let rounds = total(&self.box_.full_deck()) / seats;
        4 * seats + 2 * seats * rounds
    }
}
