//! Points, ranks, and what still matters of a position.

use serde::Serialize;

use super::AfricanPark;
use super::components::{KINDS, TYPES};
use super::state::{AREA_SPACES, AREAS, Phase, Reserve, SEATS, SlidWater, State};
use crate::core::{PerSeat, Seat, ranks};

impl AfricanPark {
    /// AP 11.1-11.3
    pub(super) fn reserve_score(&self, reserve: &Reserve) -> i32 {
        let settled: i32 = (0..AREAS).map(|area| self.area_score(reserve, area)).sum();
        settled - self.penalty(reserve)
    }

    /// What the animals and herds of an area are worth. AP 11.1, 11.2
    #[inline]
    pub(super) fn area_score(&self, reserve: &Reserve, area: usize) -> i32 {
        let b = &self.box_;
        let (first, end) = AREA_SPACES[area];
        let (mut points, mut herds) = (0, [0usize; KINDS]);
        for space in first..end {
            let Some(kind) = reserve.animal(space) else { continue };
            let stranded = self.slid_water == SlidWater::Depressed && self.on_land(reserve, b.water, space);
            if b.fitting[area] >> kind & 1 == 1 && !stranded {
                points += b.animals[kind].value;
                herds[kind] += 1;
            }
        }
        for (kind, &size) in herds.iter().enumerate() {
            if b.herbivores >> kind & 1 == 1 {
                points += b.herd_bonus[size];
            }
        }
        points
    }

    /// What the graveyard costs. AP 11.3
    pub(super) fn penalty(&self, reserve: &Reserve) -> i32 {
        (0..KINDS).map(|kind| i32::from(reserve.graveyard[kind]) * self.box_.animals[kind].value).sum()
    }

    /// By points, then by the smaller graveyard; further ties are shared. AP 11.4, C20
    pub(super) fn ranks(&self, state: &State) -> PerSeat<u8> {
        let reserves = &state.reserves[..usize::from(self.seats)];
        let keys = PerSeat::from_fn(self.seats, |seat| {
            let reserve = &reserves[usize::from(seat)];
            (self.reserve_score(reserve), -reserve.dead())
        });
        ranks(&keys)
    }

    /// The position without what no longer matters.
    pub(super) fn future(&self, state: &State) -> Future {
        Future {
            phase: state.phase,
            seat: state.seat,
            head_ranger: state.head_ranger,
            row: state.row,
            deck: state.deck,
            spaces: state.reserves.map(|reserve| reserve.spaces),
            rivers: state.reserves.map(|reserve| self.rivers(&reserve)),
            undecided: matches!(state.phase, Phase::Landscape | Phase::Sides)
                .then(|| state.reserves.map(|reserve| reserve.landscape.map(|card| card.card()))),
            graves: state.reserves.map(|reserve| (self.penalty(&reserve), reserve.dead())),
        }
    }
}

/// What of a position can affect the rest of the game: of a graveyard only its cost and its size count (AP 11.3, 11.4), of the
/// landscape cards only the rivers once all sides are chosen.
#[derive(PartialEq, Eq, Hash, Serialize)]
pub struct Future {
    phase: Phase,
    seat: Seat,
    head_ranger: Seat,
    row: [u8; KINDS],
    deck: [u8; KINDS],
    spaces: [u64; SEATS],
    rivers: [u16; SEATS],
    undecided: Option<[[Option<u8>; TYPES.len()]; SEATS]>,
    graves: [(i32, i32); SEATS],
}
