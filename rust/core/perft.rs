//! Exact counts of a game's tree, to compare move generators and to measure them.

use std::ops::AddAssign;

use super::action_set::ActionSet;
use super::game::{Game, Step};
use super::node::Node;
use super::pulse::{Interrupted, Pulse};

/// Counts of a tree cut at a depth. A ply is one decision or one chance outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Paths of exactly the depth asked for.
    pub leaves: u64,
    /// Decisions walked, at any depth.
    pub decisions: u64,
    /// Chance outcomes walked, at any depth.
    pub chance: u64,
    /// Paths that ended earlier.
    pub terminals: u64,
}

impl AddAssign for Perft {
    fn add_assign(&mut self, other: Perft) {
        self.leaves += other.leaves;
        self.decisions += other.decisions;
        self.chance += other.chance;
        self.terminals += other.terminals;
    }
}

/// Counts the tree below a state.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, pulse: &mut dyn Pulse) -> Result<Perft, Interrupted> {
    let mut walk = Walk { game, counts: Perft::default(), nodes: 0, pulse };
    walk.visit(state, depth)?;
    Ok(walk.counts)
}

/// Counts the tree below each step from a state, in ascending order of id. The step itself is one ply of the depth.
pub fn divide<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    pulse: &mut dyn Pulse,
) -> Result<Vec<(Step, Perft)>, Interrupted> {
    let mut parts = Vec::new();
    if depth == 0 {
        return Ok(parts);
    }
    let mut steps: Vec<Step> = game.legal(state).iter().map(Step::Action).collect();
    game.for_each_outcome(state, |outcome, _| steps.push(Step::Outcome(outcome)));
    for step in steps {
        let mut next = *state;
        let mut counts = Perft::default();
        match step {
            Step::Action(action) => {
                game.apply_action_unchecked(&mut next, action);
                counts.decisions = 1;
            }
            Step::Outcome(outcome) => {
                game.apply_outcome_unchecked(&mut next, outcome);
                counts.chance = 1;
            }
        }
        counts += perft(game, &next, depth - 1, pulse)?;
        parts.push((step, counts));
    }
    Ok(parts)
}

/// Nodes between two beats of the pulse.
const NODES_A_BEAT: u64 = 1 << 14;

struct Walk<'a, G: Game> {
    game: &'a G,
    counts: Perft,
    nodes: u64,
    pulse: &'a mut dyn Pulse,
}

impl<G: Game> Walk<'_, G> {
    fn visit(&mut self, state: &G::State, depth: u32) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_A_BEAT) {
            self.pulse.beat(self.nodes)?;
        }
        if depth == 0 {
            self.counts.leaves += 1;
            return Ok(());
        }
        match self.game.node(state) {
            Node::Terminal => self.counts.terminals += 1,
            Node::Decision(_) => {
                let legal = self.game.legal(state);
                self.counts.decisions += legal.len() as u64;
                if depth == 1 {
                    // The last ply is counted, not walked.
                    self.counts.leaves += legal.len() as u64;
                    return Ok(());
                }
                for action in legal.iter() {
                    let mut next = *state;
                    self.game.apply_action_unchecked(&mut next, action);
                    self.visit(&next, depth - 1)?;
                }
            }
            Node::Chance => {
                let mut walked = Ok(());
                self.game.for_each_outcome(state, |outcome, _| {
                    if walked.is_ok() {
                        self.counts.chance += 1;
                        let mut next = *state;
                        self.game.apply_outcome_unchecked(&mut next, outcome);
                        walked = self.visit(&next, depth - 1);
                    }
                });
                walked?;
            }
        }
        Ok(())
    }
}
