//! A card is its owner's secret until a showdown.

use super::KuhnPoker;
use super::chance::NAMES;
use super::state::{Card, Line, State};
use crate::core::{Audience, Component, ObservationSpec, Rng, Seat, SeenBy, Step, Writer};

/// KP 3: own card seen, the other's only at a showdown (KP 5).
pub(super) const VISIBILITY: &[Component<KuhnPoker>] = &[
    Component { name: "cards", seen_by: SeenBy::Owner, hide: |_, state, observer| hide_card(state, observer) },
    Component::public("bets"),
];

fn hide_card(state: &mut State, observer: Seat) {
    let other = &mut state.cards[usize::from(1 - observer)];
    if *other != Card::Undealt && !state.line.is_showdown() {
        *other = Card::Hidden;
    }
}

/// The dealt card is shown to the seat it is dealt to.
pub(super) fn audience(state: &State, step: Step) -> Audience {
    match step {
        Step::Action(_) => Audience::All,
        Step::Outcome(_) => Audience::Only(Seat::from(state.cards[0] != Card::Undealt)),
    }
}

/// Deals the other seat's unseen card anew among those the observer does not hold.
pub(super) fn resample(state: &State, observer: Seat, rng: &mut Rng) -> State {
    let mut world = *state;
    hide_card(&mut world, observer);
    let other = usize::from(1 - observer);
    if world.cards[other] == Card::Hidden {
        // The observer's own card is undealt only where seat 1 looks on before its deal: all three are possible then.
        let possible = || (0..NAMES.len() as u8).filter(|&card| !world.holds(card));
        let index = rng.below(possible().count() as u64) as usize;
        if let Some(card) = possible().nth(index) {
            world.cards[other] = Card::Dealt(card);
        }
    }
    world
}

pub(super) fn observation() -> ObservationSpec {
    ObservationSpec::new()
        .slice("cards", &[2, 3], (0.0, 1.0), SeenBy::Owner, "the card of each seat as one of jack, queen, king; zeros where unseen")
        .slice("bets", &[9], (0.0, 1.0), SeenBy::All, "which of the nine betting lines has been played")
        .slice("to_move", &[2], (0.0, 1.0), SeenBy::All, "1 for the seat whose turn it is")
}

pub(super) fn observe(state: &State, writer: &mut Writer<'_>) {
    let (observer, frame) = (writer.observer, writer.frame);
    for seat in frame.seats(observer, 2) {
        let card = match state.cards[usize::from(seat)] {
            Card::Dealt(card) => Some(usize::from(card)),
            Card::Undealt | Card::Hidden => None,
        };
        writer.one_hot(NAMES.len(), card);
    }
    writer.one_hot(Line::ALL.len(), Line::ALL.iter().position(|line| *line == state.line));
    let mover = match state.node() {
        crate::core::Node::Decision(seat) => Some(frame.place(seat, observer, 2)),
        _ => None,
    };
    writer.one_hot(2, mover);
}
