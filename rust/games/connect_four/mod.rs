//! Connect Four: four discs in a row on a 7 x 6 grid. A calibration game with public exact answers.

mod action;
mod apply;
mod legal;
mod notation;
mod score;
mod state;
mod view;

use crate::core::{
    ActionId, BitSet, Component, Cursor, Definition, Facts, Game, Node, Options, OutcomeId, PerSeat, Refusal, Vocabulary,
    Weight, Writer,
};
pub use state::State;

/// The rules of Connect Four.
pub struct ConnectFour;

impl Game for ConnectFour {
    type State = State;
    type Key = State;
    type Actions = BitSet<1>;

    const DEFINITION: Definition = Definition {
        name: "connect_four",
        title: "Connect Four",
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
        Some(ConnectFour)
    }

    fn facts(&self) -> Facts {
        Facts {
            actions: action::vocabulary(),
            outcomes: Vocabulary::new(),
            max_game_length: u32::from(state::COLUMNS * state::ROWS),
            min_return: -1.0,
            max_return: 1.0,
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
        if state.is_over() { Node::Terminal } else { Node::Decision(state.to_move()) }
    }

    #[inline]
    fn legal(&self, state: &State) -> BitSet<1> {
        legal::legal(state)
    }

    #[inline]
    fn is_legal(&self, state: &State, action: ActionId) -> bool {
        legal::is_legal(state, action)
    }

    fn for_each_outcome(&self, _state: &State, _each: impl FnMut(OutcomeId, Weight)) {}

    #[inline]
    fn apply_action_unchecked(&self, state: &mut State, action: ActionId) {
        apply::drop_disc(state, action);
    }

    fn apply_outcome_unchecked(&self, _state: &mut State, _outcome: OutcomeId) {}

    fn refusal(&self, _state: &State, action: ActionId) -> Refusal {
        legal::refusal(action)
    }

    fn scores(&self, state: &State) -> PerSeat<i32> {
        score::scores(state)
    }

    fn ranking(&self, state: &State) -> PerSeat<u8> {
        crate::core::ranks(&score::scores(state))
    }

    fn visibility() -> &'static [Component<Self>] {
        view::VISIBILITY
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
