//! Everything on the table is seen by all (AP 9.1); what a seat observes.

use super::AfricanPark;
use super::components::KINDS;
use super::state::{Landscape, Phase, SPACES, State};
use crate::core::{Component, ObservationSpec, SeenBy, Writer};

pub(super) const VISIBILITY: &[Component<AfricanPark>] = &[
    Component::public("phase"),
    Component::public("seat"),
    Component::public("head_ranger"),
    Component::public("row"),
    Component::public("deck"),
    Component::public("reserves"),
];

impl AfricanPark {
    pub(super) fn observation(&self) -> ObservationSpec {
        let seats = usize::from(self.seats);
        let deck = self.box_.full_deck();
        let most = deck.iter().copied().max().unwrap_or(0);
        let worth: i32 = self.box_.animals.iter().map(|animal| i32::from(animal.copies) * animal.value).sum();
        let herds = self.box_.herd_bonus.iter().copied().max().unwrap_or(0) * (SPACES as i32 / 2);
        let all = SeenBy::All;
        let flag = (0.0, 1.0);
        ObservationSpec::new()
            .slice("animals", &[seats, SPACES, KINDS], flag, all, "1 where the seat's space holds an animal of the kind; spaces column by column, bottom first")
            .slice("rivers", &[seats, SPACES], flag, all, "1 where the seat's space is river, once its sides are chosen")
            .slice("sides", &[seats, 2, SPACES], flag, all, "1 where side a, then side b, of the seat's drawn cards has a river, until it has chosen")
            .slice("graveyards", &[seats, KINDS], (0.0, f32::from(most)), all, "dead animals by kind")
            .slice("scores", &[seats], (-(worth as f32), (worth + herds) as f32), all, "points so far")
            .slice("row", &[KINDS], (0.0, f32::from(self.seats)), all, "animals in the row by kind")
            .slice("deck", &[KINDS], (0.0, f32::from(most)), all, "animals left in the deck by kind")
            .slice("head_ranger", &[seats], flag, all, "1 for the start player of the round")
            .slice("to_act", &[seats], flag, all, "1 for the seat whose decision it is")
            .slice("phase", &[Phase::WORDS.len()], flag, all, "1 for landscape, sides, reveal, pick or over")
    }

    pub(super) fn write_observation(&self, state: &State, writer: &mut Writer<'_>) {
        let (observer, frame) = (writer.observer, writer.frame);
        let seats = || frame.seats(observer, self.seats).map(|seat| &state.reserves[usize::from(seat)]);
        for reserve in seats() {
            let block = writer.block(SPACES * KINDS);
            for (space, kind) in (0..SPACES).filter_map(|space| reserve.animal(space).map(|kind| (space, kind))) {
                block[space * KINDS + kind] = 1.0;
            }
        }
        for reserve in seats() {
            write_bits(writer.block(SPACES), self.rivers(reserve));
        }
        for reserve in seats() {
            for side in 0..2 {
                let rivers = (0..).zip(reserve.landscape).filter_map(|(type_, card): (usize, _)| match card {
                    Landscape::Drawn(card) => Some(self.box_.rivers[type_][usize::from(card)][side]),
                    Landscape::Undrawn | Landscape::Chosen(..) => None,
                });
                write_bits(writer.block(SPACES), rivers.fold(0, |all, one| all | one));
            }
        }
        for reserve in seats() {
            write_counts(writer.block(KINDS), &reserve.graveyard);
        }
        for reserve in seats() {
            writer.number(self.reserve_score(reserve) as f32);
        }
        write_counts(writer.block(KINDS), &state.row);
        write_counts(writer.block(KINDS), &state.deck);
        writer.one_hot(usize::from(self.seats), Some(frame.place(state.head_ranger, observer, self.seats)));
        let actor = match state.phase {
            Phase::Sides | Phase::Pick => Some(frame.place(state.seat, observer, self.seats)),
            Phase::Landscape | Phase::Reveal | Phase::Over => None,
        };
        writer.one_hot(usize::from(self.seats), actor);
        writer.one_hot(Phase::WORDS.len(), Some(state.phase as usize));
    }
}

fn write_bits(block: &mut [f32], bits: u16) {
    for (space, number) in block.iter_mut().enumerate() {
        *number = f32::from(bits >> space & 1);
    }
}

fn write_counts(block: &mut [f32], counts: &[u8; KINDS]) {
    for (number, &count) in block.iter_mut().zip(counts) {
        *number = count.into();
    }
}
