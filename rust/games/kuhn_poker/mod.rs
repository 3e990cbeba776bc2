//! Kuhn poker: three cards, one bet. A calibration game of hidden information whose value is known: -1/18 for seat 0.

mod action;
mod apply;
mod chance;
mod legal;
mod notation;
mod score;
mod state;
mod view;

use crate::core::{
    ActionId, Audience, BitSet, Component, Cursor, Definition, Facts, Game, Node, Options, OutcomeId, PerSeat, Refusal,
    Rng, Seat, Step, Weight, Writer, ranks,
};
pub use state::State;

/// The rules of Kuhn poker.
pub struct KuhnPoker;

impl Game for KuhnPoker {
    type State = State;
    type Key = State;
    type Actions = BitSet<1>;

    const DEFINITION: Definition = Definition {
        name: "kuhn_poker",
        title: "Kuhn poker",
        min_seats: 2,
        max_seats: 2,
        default_seats: 2,
        rules_version: 1,
        calibration: true,
        options: &[],
        components: None,
        has_policy: false,
    };

    fn new(_seats: u8, _options: &Options, _components: &Cursor<'_>) -> Option<Self> {
        Some(KuhnPoker)
    }

    fn facts(&self) -> Facts {
        Facts {
            actions: action::vocabulary(),
            outcomes: chance::vocabulary(),
            max_game_length: 5,
            min_return: -2.0,
            max_return: 2.0,
            observation: view::observation(),
        }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        State::default()
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        state.node()
    }

    #[inline]
    fn legal(&self, state: &State) -> BitSet<1> {
        legal::legal(state)
    }

    fn for_each_outcome(&self, state: &State, each: impl FnMut(OutcomeId, Weight)) {
        chance::for_each_card(state, each);
    }

    fn apply_action_unchecked(&self, state: &mut State, action: ActionId) {
        apply::act(state, action);
    }

    fn apply_outcome_unchecked(&self, state: &mut State, outcome: OutcomeId) {
        chance::deal(state, outcome);
    }

    fn refusal(&self, _state: &State, _action: ActionId) -> Refusal {
        legal::refusal()
    }

    fn scores(&self, state: &State) -> PerSeat<i32> {
        score::chips(state)
    }

    fn ranking(&self, state: &State) -> PerSeat<u8> {
        ranks(&score::chips(state))
    }

    // The game's value is stated in chips (KP 6), so chips are what it is played for.
    fn returns(&self, state: &State) -> PerSeat<f64> {
        let chips = score::chips(state);
        PerSeat::from_fn(2, |seat| f64::from(chips[usize::from(seat)]))
    }

    fn visibility() -> &'static [Component<Self>] {
        view::VISIBILITY
    }

    fn audience(&self, state: &State, step: Step) -> Audience {
        view::audience(state, step)
    }

    fn resample(&self, state: &State, observer: Seat, rng: &mut Rng) -> State {
        view::resample(state, observer, rng)
    }

    fn observe(&self, state: &State, writer: &mut Writer<'_>) {
        view::observe(state, writer);
    }

    fn write_json(&self, state: &State) -> serde_json::Value {
        notation::write(state)
    }

    fn read_json(&self, position: &Cursor<'_>) -> Option<State> {
        notation::read(position)
    }

    fn board(&self, state: &State) -> String {
        notation::board(state)
    }

    fn position_key(&self, state: &State) -> State {
        *state
    }
}
