//! Cheap advice: a greedy policy for playouts, and a guess at the returns.

use super::AfricanPark;
use super::action::Action;
use super::state::{Reserve, State};
use crate::core::{ActionId, ActionSet, BitSet, PerSeat, Rng};

/// A lead of so many points makes a win quite sure.
const SURE_LEAD: f64 = 10.0;

impl AfricanPark {
    /// The action after which the own reserve scores most at once; ties, and the sides, are chosen at random.
    pub(super) fn greedy(&self, state: &State, legal: &BitSet<2>, rng: &mut Rng) -> ActionId {
        let reserve = &state.reserves[usize::from(state.seat)];
        let (mut best, mut most) = (BitSet::<2>::default(), i32::MIN);
        for action in legal.iter() {
            let points = self.score_after(reserve, action);
            if points > most {
                (best, most) = (BitSet::default(), points);
            }
            if points == most {
                best.insert(action);
            }
        }
        best.nth(rng.below(best.len() as u64) as usize)
    }

    fn score_after(&self, reserve: &Reserve, action: ActionId) -> i32 {
        let mut after = *reserve;
        match Action::of_id(action) {
            Action::Sides(_) => return 0,
            Action::Take(kind, column) => self.settle_animal(&mut after, kind, column),
            Action::Bury(kind) => after.graveyard[kind] += 1,
        }
        self.reserve_score(&after)
    }

    /// The lead over the mean of the others, squeezed into -1..+1.
    pub(super) fn guess(&self, state: &State) -> PerSeat<f64> {
        let points = PerSeat::from_fn(self.seats, |seat| f64::from(self.reserve_score(&state.reserves[usize::from(seat)])));
        let total: f64 = points.iter().sum();
        let others = f64::from(self.seats - 1);
        PerSeat::from_fn(self.seats, |seat| {
            let own = points[usize::from(seat)];
            ((own - (total - own) / others) / SURE_LEAD).tanh()
        })
    }
}
