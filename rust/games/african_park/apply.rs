//! What a decision does: settling, eating, sliding, dying, and the end of a round.

use super::AfricanPark;
use super::action::Action;
use super::components::{Kind, Kinds};
use super::state::{AREA_OF, BOTTOM, COLUMNS, HEIGHT, Phase, Reserve, SlidWater, State, total};
use crate::core::ActionId;

impl AfricanPark {
    #[inline]
    pub(super) fn act(&self, state: &mut State, action: ActionId) {
        let reserve = &mut state.reserves[usize::from(state.seat)];
        match Action::of_id(action) {
            Action::Sides(sides) => {
                self.choose_sides(state, sides);
                return;
            }
            Action::Take(kind, column) => {
                self.settle_animal(reserve, kind, column);
                state.row[kind] -= 1;
            }
            Action::Bury(kind) => {
                reserve.graveyard[kind] += 1; // AP 7.1
                state.row[kind] -= 1;
            }
        }
        self.next_picker(state);
    }

    /// Lays an animal on the free space of a column; an eater empties the area of herbivores. AP 8.1
    pub(super) fn settle_animal(&self, reserve: &mut Reserve, kind: Kind, column: usize) {
        reserve.put(BOTTOM[column] + reserve.stacked(column), kind);
        if self.box_.eaters >> kind & 1 == 0 {
            return;
        }
        for column in columns_of_area(AREA_OF[column]) {
            self.bury_from(reserve, column, |_, kind| self.box_.herbivores >> kind & 1 == 1);
            if self.slid_water == SlidWater::Dies {
                // Each death can let another water animal slide onto land. AP C6
                while self.bury_from(reserve, column, |river, kind| !river && self.box_.water >> kind & 1 == 1) {}
            }
        }
    }

    /// Buries the animals of a column that `dies` names, told the terrain they stand on; the others close up. Whether any died.
    fn bury_from(&self, reserve: &mut Reserve, column: usize, dies: impl Fn(bool, Kind) -> bool) -> bool {
        let rivers = self.rivers(reserve);
        let (mut codes, mut kept, mut dead) = (0, 0, false);
        for space in BOTTOM[column]..BOTTOM[column] + HEIGHT[column] {
            let Some(kind) = reserve.animal(space) else { break };
            if dies(rivers >> space & 1 == 1, kind) {
                reserve.graveyard[kind] += 1;
                dead = true;
            } else {
                codes |= (kind as u64 + 1) << (4 * kept);
                kept += 1;
            }
        }
        reserve.restack(column, codes);
        dead
    }

    /// The next seat picks, or the round is over. AP 3.2, 3.3
    fn next_picker(&self, state: &mut State) {
        let left_of = |seat: u8| if seat + 1 == self.seats { 0 } else { seat + 1 };
        state.seat = left_of(state.seat);
        if state.seat != state.head_ranger {
            return;
        }
        // AP 10.1: checked at the end of a round only.
        let full = state.reserves[..usize::from(self.seats)].iter().any(Reserve::is_full);
        if full || total(&state.deck) < u32::from(self.seats) {
            state.phase = Phase::Over;
        } else {
            state.phase = Phase::Reveal;
            state.head_ranger = left_of(state.head_ranger);
            state.seat = state.head_ranger;
        }
    }

    /// The kinds of a group that stand on land in a reserve.
    pub(super) fn on_land(&self, reserve: &Reserve, group: Kinds, space: usize) -> bool {
        let stranded = |kind: Kind| group >> kind & 1 == 1 && self.rivers(reserve) >> space & 1 == 0;
        reserve.animal(space).is_some_and(stranded)
    }
}

/// The columns of an area.
pub(super) fn columns_of_area(area: usize) -> impl Iterator<Item = usize> {
    (0..COLUMNS).filter(move |&column| AREA_OF[column] == area)
}
