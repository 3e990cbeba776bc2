//! Both actions, always.

use super::action::{BET, PASS};
use super::state::State;
use crate::core::{ActionSet, BitSet, Node, Refusal};

/// Pass and bet are open at every decision. KP 4
pub(super) fn legal(state: &State) -> BitSet<1> {
    let mut legal = BitSet::default();
    if matches!(state.node(), Node::Decision(_)) {
        legal.insert(PASS);
        legal.insert(BET);
    }
    legal
}

pub(super) fn refusal() -> Refusal {
    Refusal::new("KP 4", "the betting is over")
}
