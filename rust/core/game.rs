//! The trait that every game implements, and what it promises.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;

use super::action_set::{ActionId, ActionSet};
use super::data::Cursor;
use super::definition::{Definition, Facts};
use super::error::Refusal;
use super::node::{Node, PerSeat, Seat};
use super::observation::Writer;
use super::options::Options;
use super::rng::Rng;
use super::standing::returns_of_ranks;
use super::visibility::{Audience, Component};

/// A chance outcome's id: `0..num_chance_outcomes`, fixed for a game and its options.
pub type OutcomeId = u16;

/// An outcome's weight: its probability is this over the sum of the weights at its node.
pub type Weight = u32;

/// One ply of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A decision.
    Action(ActionId),
    /// A chance event.
    Outcome(OutcomeId),
}

impl Step {
    /// The id, whichever kind it is of.
    pub fn id(self) -> u16 {
        match self {
            Step::Action(id) | Step::Outcome(id) => id,
        }
    }
}

/// How playouts choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Every legal action is equally likely.
    #[default]
    Uniform,
    /// As the game's own cheap policy says; uniform for games without one.
    Heuristic,
}

impl Policy {
    /// Both policies with the words used in Python.
    pub const WORDS: [(&'static str, Policy); 2] = [("uniform", Policy::Uniform), ("heuristic", Policy::Heuristic)];
}

/// The rules of one game for chosen components, options and seats.
///
/// A value of this trait is immutable and holds no randomness; everything that moves is in [`Game::State`].
///
/// * **Positions.** A state is a small flat value: `Copy`, at most 1 KiB, no heap. `Eq` and `Hash` cover exactly what
///   [`Game::write_json`] shows. Only [`Game::position_key`] forgets what can no longer matter.
/// * **Nodes.** [`Game::node`] says what a position waits for. Secret simultaneous choices are taken seat after seat and stay
///   hidden until the rules reveal them.
/// * **Decisions.** At a decision there is at least one legal action, elsewhere none. Two ids that always lead to the same state
///   are one id. Compound turns are sequences of small decisions; what is pending is part of the state.
/// * **Chance.** At a chance node there is at least one outcome, elsewhere none. Weights are exact positive integers, and outcomes
///   come in ascending order of id. Shuffles and bags are drawn lazily from counts, never from a stored order.
/// * **Totality.** Every method answers for every position it can meet, for every seat and at every kind of node; none panics.
///   The two `apply_*_unchecked` methods may be given legal ids only.
/// * **Ends.** Every game ends within [`Facts::max_game_length`] plies.
/// * **Secrets.** [`Game::visibility`] is the only place that says who sees what. Views, observations, texts and keys are made from
///   [`Game::redacted`] states, so they cannot show more than the table allows. All methods accept redacted states.
/// * **Cost.** `node`, `legal`, the outcomes, `apply_*`, `settle` and `policy` never touch the heap.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position.
    type State: Copy + Eq + Hash + Serialize + Debug + Send + Sync + 'static;
    /// What of a position can affect the rest of the game.
    type Key: Eq + Hash + Serialize;
    /// A set of action ids wide enough for all of them.
    type Actions: ActionSet;

    /// What holds whatever the seats and options.
    const DEFINITION: Definition;

    /// The rules for checked seats and options and the values of a components file (an empty table for games without a box).
    /// Reasons to refuse the file go to the cursor, all of them; `None` after at least one.
    fn new(seats: u8, options: &Options, components: &Cursor<'_>) -> Option<Self>;

    /// What holds for the chosen seats, options and components. Called once.
    fn facts(&self) -> Facts;

    /// How many seats play.
    fn seats(&self) -> u8;

    // --- positions and how they move ---

    /// The position before anything is drawn or chosen.
    fn start(&self) -> Self::State;

    /// What the position waits for.
    fn node(&self, state: &Self::State) -> Node;

    /// The legal actions; empty unless the node is a decision.
    fn legal(&self, state: &Self::State) -> Self::Actions;

    /// Calls `each` with every possible outcome in ascending order; never unless the node is chance.
    fn for_each_outcome(&self, state: &Self::State, each: impl FnMut(OutcomeId, Weight));

    /// Takes a legal action. For other ids the resulting state is meaningless, but nothing worse happens.
    fn apply_action_unchecked(&self, state: &mut Self::State, action: ActionId);

    /// Takes a possible outcome. For other ids the resulting state is meaningless, but nothing worse happens.
    fn apply_outcome_unchecked(&self, state: &mut Self::State, outcome: OutcomeId);

    /// Why an existing action is not legal at this decision, for an action that is not.
    fn refusal(&self, state: &Self::State, action: ActionId) -> Refusal;

    /// The outcome that [`Game::sample_outcome`] would draw with one number below the sum of the weights, for games that can find
    /// it faster than by listing all outcomes twice; `None`, with the generator untouched, where they cannot.
    #[inline]
    fn draw_quickly(&self, _state: &Self::State, _rng: &mut Rng) -> Option<OutcomeId> {
        None
    }

    /// Whether one id, existing or not, is legal. For games that can tell faster than by listing all.
    #[inline]
    fn is_legal(&self, state: &Self::State, action: ActionId) -> bool {
        self.legal(state).contains(action)
    }

    // --- results ---

    /// Points a seat, at every node: the final ones at the end, those scored so far before.
    fn scores(&self, state: &Self::State) -> PerSeat<i32>;

    /// Ranks by the rulebook with its tie-breaks: 1 + the number of seats strictly better. Before the end, as if it were now.
    fn ranking(&self, state: &Self::State) -> PerSeat<u8>;

    /// Whether the game ended because it reached a bound on its length rather than by its own rules.
    fn is_truncated(&self, _state: &Self::State) -> bool {
        false
    }

    /// What the seats play for: at the end, their ranks mapped onto +1..-1 (the score itself in a solo game); before, zeros.
    fn returns(&self, state: &Self::State) -> PerSeat<f64> {
        match (self.node(state), self.seats()) {
            (Node::Terminal, 1) => PerSeat::from_fn(1, |_| f64::from(self.scores(state)[0])),
            (Node::Terminal, _) => returns_of_ranks(&self.ranking(state)),
            (_, seats) => PerSeat::new(seats),
        }
    }

    // --- who may see what ---

    /// Every component of a position and who sees it.
    fn visibility() -> &'static [Component<Self>];

    /// Who sees the details of this step taken in this position; the others learn only that a step of its kind happened.
    fn audience(&self, _state: &Self::State, _step: Step) -> Audience {
        Audience::All
    }

    /// A full position that `observer` cannot tell from this one, uniform over what it cannot know, conserving every component.
    /// Depends on the observer's knowledge and the random numbers alone.
    fn resample(&self, state: &Self::State, _observer: Seat, _rng: &mut Rng) -> Self::State {
        *state
    }

    /// Writes what `writer.observer` observes, slice by slice as [`Facts::observation`] says, from a redacted state.
    fn observe(&self, state: &Self::State, writer: &mut Writer<'_>);

    // --- notation ---

    /// The position as JSON, of a full or redacted state.
    fn write_json(&self, state: &Self::State) -> serde_json::Value;

    /// The position of a JSON, fully checked. Reasons to refuse it go to the cursor, all of them; `None` after at least one.
    fn read_json(&self, position: &Cursor<'_>) -> Option<Self::State>;

    /// The position as a text that people can follow, of a full or redacted state.
    fn board(&self, state: &Self::State) -> String;

    /// What of the position can affect the rest of the game: positions with equal keys have the same future.
    fn position_key(&self, state: &Self::State) -> Self::Key;

    // --- advice ---

    /// A cheap choice among `legal`, which is not empty. Uniform unless [`Definition::has_policy`].
    fn policy(&self, _state: &Self::State, legal: &Self::Actions, rng: &mut Rng) -> ActionId {
        uniform(legal, rng)
    }

    /// A guess at the returns, at any node; `None` for games without an evaluation.
    fn evaluate(&self, _state: &Self::State) -> Option<PerSeat<f64>> {
        None
    }

    // --- final: the same for every game ---

    /// The state with everything that `observer` does not see overwritten.
    fn redacted(&self, state: &Self::State, observer: Seat) -> Self::State {
        let mut redacted = *state;
        for component in Self::visibility() {
            (component.hide)(self, &mut redacted, observer);
        }
        redacted
    }

    /// A choice among the legal actions, which are not empty, by the named policy.
    fn choose(&self, state: &Self::State, policy: Policy, rng: &mut Rng) -> ActionId {
        let legal = self.legal(state);
        match policy {
            Policy::Uniform => uniform(&legal, rng),
            Policy::Heuristic => self.policy(state, &legal, rng),
        }
    }

    /// An outcome of a chance node, drawn by the weights.
    #[inline]
    fn sample_outcome(&self, state: &Self::State, rng: &mut Rng) -> OutcomeId {
        if let Some(drawn) = self.draw_quickly(state, rng) {
            return drawn;
        }
        let mut total = 0u64;
        self.for_each_outcome(state, |_, weight| total += u64::from(weight));
        let mut rest = rng.below(total) as i64;
        let mut drawn = None;
        self.for_each_outcome(state, |outcome, weight| {
            rest -= i64::from(weight);
            if rest < 0 && drawn.is_none() {
                drawn = Some(outcome);
            }
        });
        drawn.unwrap_or_default()
    }

    /// Draws pending chance until the position waits for a decision or is over. Returns how many outcomes were drawn.
    fn settle(&self, state: &mut Self::State, rng: &mut Rng) -> u32 {
        let mut drawn = 0;
        while self.node(state) == Node::Chance {
            let outcome = self.sample_outcome(state, rng);
            self.apply_outcome_unchecked(state, outcome);
            drawn += 1;
        }
        drawn
    }
}

/// A legal action, each equally likely.
#[inline]
fn uniform<A: ActionSet>(legal: &A, rng: &mut Rng) -> ActionId {
    legal.nth(rng.below(legal.len() as u64) as usize)
}
