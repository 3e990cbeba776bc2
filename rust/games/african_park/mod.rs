//! African Park: rangers settle the animals of a common row in the four fenced areas of their reserves.

mod action;
mod apply;
mod chance;
mod components;
mod legal;
mod notation;
mod policy;
mod score;
mod setup;
mod state;
mod view;

use crate::core::{
    ActionId, BitSet, Component, Cursor, Definition, Facts, Game, Node, OptionKind, OptionSpec, Options, OutcomeId, PerSeat,
    Refusal, Rng, Weight, Writer,
};
use components::Components;
pub use state::State;
use state::{Phase, SlidWater};

/// The rules of African Park for chosen components, options and seats.
pub struct AfricanPark {
    seats: u8,
    box_: Components,
    slid_water: SlidWater,
    free_card_choice: bool,
}

impl Game for AfricanPark {
    type State = State;
    type Key = score::Future;
    type Actions = BitSet<2>;

    const DEFINITION: Definition = Definition {
        name: "african_park",
        title: "African Park",
        min_seats: 2,
        max_seats: 4,
        default_seats: 2,
        rules_version: 1,
        calibration: false,
        options: &[
            OptionSpec {
                name: "slid_water",
                kind: OptionKind::Choice(&SlidWater::WORDS),
                clause: "AP C6",
                doc: "What becomes of a water animal that slides onto land. It lives by default: nothing else dies by sliding.",
            },
            OptionSpec {
                name: "free_card_choice",
                kind: OptionKind::Flag(true),
                clause: "AP C1",
                doc: "Whether a card that cannot be placed may be taken although another one can be. True by default: the duty to \
                      place binds only the card taken.",
            },
        ],
        components: Some(include_str!("../../../seeds/african_park/components.toml")),
        has_policy: true,
    };

    fn new(seats: u8, options: &Options, components: &Cursor<'_>) -> Option<Self> {
        Some(AfricanPark {
            seats,
            box_: Components::read(components, seats)?,
            slid_water: SlidWater::of_word(options.choice("slid_water")),
            free_card_choice: options.flag("free_card_choice"),
        })
    }

    fn facts(&self) -> Facts {
        Facts {
            actions: action::vocabulary(),
            outcomes: chance::vocabulary(),
            max_game_length: self.max_game_length(),
            min_return: -1.0,
            max_return: 1.0,
            observation: self.observation(),
        }
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self) -> State {
        self.first_position()
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::Landscape | Phase::Reveal => Node::Chance,
            Phase::Sides | Phase::Pick => Node::Decision(state.seat),
            Phase::Over => Node::Terminal,
        }
    }

    #[inline]
    fn legal(&self, state: &State) -> BitSet<2> {
        self.legal_actions(state)
    }

    #[inline]
    fn for_each_outcome(&self, state: &State, each: impl FnMut(OutcomeId, Weight)) {
        self.each_outcome(state, each);
    }

    #[inline]
    fn draw_quickly(&self, state: &State, rng: &mut Rng) -> Option<OutcomeId> {
        self.draw(state, rng)
    }

    #[inline]
    fn apply_action_unchecked(&self, state: &mut State, action: ActionId) {
        self.act(state, action);
    }

    #[inline]
    fn apply_outcome_unchecked(&self, state: &mut State, outcome: OutcomeId) {
        self.happen(state, outcome);
    }

    fn refusal(&self, state: &State, action: ActionId) -> Refusal {
        self.why_not(state, action)
    }

    fn scores(&self, state: &State) -> PerSeat<i32> {
        PerSeat::from_fn(self.seats, |seat| self.reserve_score(&state.reserves[usize::from(seat)]))
    }

    fn ranking(&self, state: &State) -> PerSeat<u8> {
        self.ranks(state)
    }

    fn visibility() -> &'static [Component<Self>] {
        view::VISIBILITY
    }

    fn observe(&self, state: &State, writer: &mut Writer<'_>) {
        self.write_observation(state, writer);
    }

    fn write_json(&self, state: &State) -> serde_json::Value {
        self.position_to_json(state)
    }

    fn read_json(&self, position: &Cursor<'_>) -> Option<State> {
        self.position_of_json(position)
    }

    fn board(&self, state: &State) -> String {
        self.draw_board(state)
    }

    fn position_key(&self, state: &State) -> score::Future {
        self.future(state)
    }

    fn policy(&self, state: &State, legal: &BitSet<2>, rng: &mut Rng) -> ActionId {
        self.greedy(state, legal, rng)
    }

    fn evaluate(&self, state: &State) -> Option<PerSeat<f64>> {
        Some(self.guess(state))
    }
}
