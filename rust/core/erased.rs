//! Games and positions behind trait objects, for the binding and for records: one implementation serves every game.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::action_set::{ActionId, ActionSet};
use super::components::Components;
use super::data::{Cursor, Datum, Kind, Reasons, parse_json};
use super::definition::{Definition, Facts, Setup};
use super::error::{Error, ErrorKind};
use super::game::{Game, OutcomeId, Policy, Step, Weight};
use super::node::{Node, PerSeat, Seat};
use super::observation::{Frame, Writer};
use super::options::Options;
use super::perft::{Perft, divide, perft};
use super::pulse::{Interrupted, Pulse};
use super::rng::Rng;
use super::visibility::{Audience, SeenBy};

/// A loaded game of some kind.
pub trait AnyGame: Any + Send + Sync {
    /// What holds whatever the seats and options.
    fn definition(&self) -> &'static Definition;
    /// What was chosen when it was loaded.
    fn setup(&self) -> &Setup;
    /// What holds for that choice.
    fn facts(&self) -> &Facts;
    /// Every component of a position and who sees it.
    fn visibility(&self) -> Vec<(&'static str, SeenBy)>;
    /// The position before anything is drawn or chosen.
    fn start(self: Arc<Self>) -> Box<dyn AnyPosition>;
    /// The position of a JSON text, with every reason if it is refused.
    fn position(self: Arc<Self>, json: &str) -> Result<Box<dyn AnyPosition>, Error>;
    /// How many bytes a state takes.
    fn state_size(&self) -> usize;
}

/// A position of some game, together with its game.
pub trait AnyPosition: Any + Send + Sync {
    /// The game it is a position of.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// The same position again.
    fn duplicate(&self) -> Box<dyn AnyPosition>;
    /// Whether the other is the same position of a game with the same name; how the games were loaded is for the caller to compare.
    fn same(&self, other: &dyn AnyPosition) -> bool;
    /// A hash of the position.
    fn hash(&self, hasher: &mut dyn Hasher);

    /// What it waits for.
    fn node(&self) -> Node;
    /// Whether the game ended at a bound on its length.
    fn is_truncated(&self) -> bool;
    /// Calls `read` once with the legal actions as bits: id `64 * i + b` is bit `b` of word `i`.
    fn with_legal(&self, read: &mut dyn FnMut(&[u64]));
    /// Calls `each` with every possible outcome, ascending.
    fn for_each_outcome(&self, each: &mut dyn FnMut(OutcomeId, Weight));
    /// Takes a legal action, or a possible outcome at a chance node. On an error nothing has changed.
    fn apply(&mut self, id: i128) -> Result<Step, Error>;
    /// The position after a legal action or possible outcome.
    fn applied(&self, id: i128) -> Result<Box<dyn AnyPosition>, Error>;
    /// Draws pending chance; returns how many outcomes were drawn.
    fn settle(&mut self, rng: &mut Rng) -> u32;
    /// A choice among the legal actions by a policy; `None` unless it waits for a decision.
    fn choose(&self, policy: Policy, rng: &mut Rng) -> Option<ActionId>;

    /// Points a seat.
    fn scores(&self) -> PerSeat<i32>;
    /// Ranks a seat.
    fn ranking(&self) -> PerSeat<u8>;
    /// Returns a seat.
    fn returns(&self) -> PerSeat<f64>;
    /// A guess at the returns.
    fn evaluate(&self) -> Option<PerSeat<f64>>;

    /// Who sees the details of a step from here.
    fn audience(&self, step: Step) -> Audience;
    /// The position as one seat sees it, or all of it.
    fn json(&self, observer: Option<Seat>) -> serde_json::Value;
    /// The position as text, as one seat sees it, or all of it.
    fn board(&self, observer: Option<Seat>) -> String;
    /// Writes what a seat observes; `out` has the size of the observation.
    fn observe(&self, observer: Seat, frame: Frame, out: &mut [f32]);
    /// What a seat knows, as canonical bytes.
    fn information_key(&self, observer: Seat) -> Vec<u8>;
    /// What can affect the rest of the game, as canonical bytes.
    fn position_key(&self) -> Vec<u8>;
    /// A full position that a seat cannot tell from this one.
    fn resample(&self, observer: Seat, rng: &mut Rng) -> Box<dyn AnyPosition>;

    /// Exact counts of the tree below.
    fn perft(&self, depth: u32, pulse: &mut dyn Pulse) -> Result<Perft, Interrupted>;
    /// Exact counts of the tree below each step.
    fn divide(&self, depth: u32, pulse: &mut dyn Pulse) -> Result<Vec<(Step, Perft)>, Interrupted>;
}

/// A game with what was chosen for it.
struct Loaded<G: Game> {
    rules: G,
    setup: Setup,
    facts: Facts,
}

/// A position of a known game.
pub struct Position<G: Game> {
    game: Arc<Loaded<G>>,
    state: G::State,
}

impl<G: Game> Position<G> {
    /// The rules it is played by.
    pub fn rules(&self) -> &G {
        &self.game.rules
    }

    /// The position itself.
    pub fn state(&self) -> &G::State {
        &self.state
    }
}

/// Loads a game: seats (the default for `None`), a table of options, and the text of a components file (the default for `None`).
pub fn load<G: Game>(seats: Option<i64>, options: &Datum, components: Option<&str>) -> Result<Arc<dyn AnyGame>, Error> {
    const { assert!(size_of::<G::State>() <= 1024, "a state fits in 1 KiB") };
    let definition = &G::DEFINITION;
    let reasons = Reasons::new();
    let (min, max) = (definition.min_seats, definition.max_seats);
    let seats = match seats {
        None => definition.default_seats,
        Some(seats) => u8::try_from(seats).ok().filter(|seats| (min..=max).contains(seats)).unwrap_or_else(|| {
            let range = if min == max { format!("{min}") } else { format!("{min} to {max}") };
            reasons.add(format!("seats={seats}: {} has {range} seats", definition.title));
            min
        }),
    };
    let options = Options::read(definition.options, options, &reasons);
    let (Some(options), true) = (options, reasons.is_empty()) else {
        return Err(Error::refused(ErrorKind::Option, definition.name, reasons.into_vec()));
    };
    let (components, rules) = match (definition.components, components) {
        (Some(default), given) => {
            let (components, rules) =
                Components::read(definition.name, given.unwrap_or(default), |values| G::new(seats, &options, values))?;
            (Some(components), rules)
        }
        (None, None) => {
            let nothing = Datum::from(Kind::Table(Vec::new()));
            let rules = G::new(seats, &options, &Cursor::new(&nothing, &reasons))
                .ok_or_else(|| Error::refused(ErrorKind::Option, definition.name, reasons.into_vec()))?;
            (None, rules)
        }
        (None, Some(_)) => {
            let message = format!("{} has no components: leave `components` out", definition.name);
            return Err(Error::new(ErrorKind::Components, message));
        }
    };
    let facts = rules.facts();
    debug_assert!(facts.actions.len() <= G::Actions::CAPACITY, "the action set is too narrow");
    Ok(Arc::new(Loaded { rules, setup: Setup { seats, options, components }, facts }))
}

impl<G: Game> AnyGame for Loaded<G> {
    fn definition(&self) -> &'static Definition {
        &G::DEFINITION
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn visibility(&self) -> Vec<(&'static str, SeenBy)> {
        G::visibility().iter().map(|component| (component.name, component.seen_by)).collect()
    }

    fn start(self: Arc<Self>) -> Box<dyn AnyPosition> {
        let state = self.rules.start();
        Box::new(Position { game: self, state })
    }

    fn position(self: Arc<Self>, json: &str) -> Result<Box<dyn AnyPosition>, Error> {
        let refused =
            |reasons| Error::refused(ErrorKind::Position, format!("a position of {}", G::DEFINITION.name), reasons);
        let datum = parse_json(json).map_err(|reason| refused(vec![reason]))?;
        let reasons = Reasons::new();
        let state = self.rules.read_json(&Cursor::new(&datum, &reasons));
        match (state, reasons.is_empty()) {
            (Some(state), true) => Ok(Box::new(Position { game: self, state })),
            _ => Err(refused(reasons.into_vec())),
        }
    }

    fn state_size(&self) -> usize {
        size_of::<G::State>()
    }
}

impl<G: Game> Position<G> {
    fn with(&self, state: G::State) -> Box<dyn AnyPosition> {
        Box::new(Position { game: Arc::clone(&self.game), state })
    }

    fn seen_by(&self, observer: Option<Seat>) -> G::State {
        observer.map_or(self.state, |seat| self.game.rules.redacted(&self.state, seat))
    }

    /// The step that an id stands for here, if it may be taken.
    fn check(&self, id: i128) -> Result<Step, Error> {
        let rules = &self.game.rules;
        let id16 = u16::try_from(id).ok();
        let step = match rules.node(&self.state) {
            Node::Decision(_) => id16.filter(|&id| rules.is_legal(&self.state, id)).map(Step::Action),
            Node::Chance => {
                let mut possible = None;
                rules.for_each_outcome(&self.state, |outcome, _| {
                    if Some(outcome) == id16 {
                        possible = Some(Step::Outcome(outcome));
                    }
                });
                possible
            }
            Node::Terminal => None,
        };
        step.ok_or_else(|| self.illegal(id))
    }

    fn apply_unchecked(&mut self, step: Step) {
        match step {
            Step::Action(action) => self.game.rules.apply_action_unchecked(&mut self.state, action),
            Step::Outcome(outcome) => self.game.rules.apply_outcome_unchecked(&mut self.state, outcome),
        }
    }

    /// Says which action was refused, to whom, why, and what could be done instead.
    #[cold]
    fn illegal(&self, id: i128) -> Error {
        let (rules, facts, name) = (&self.game.rules, &self.game.facts, G::DEFINITION.name);
        let words = |vocabulary: &super::Vocabulary| {
            u16::try_from(id).ok().and_then(|id| vocabulary.text(id).map(|text| (id, text.to_owned())))
        };
        let (message, clause, valid) = match rules.node(&self.state) {
            Node::Terminal => {
                let shown = words(&facts.actions).map_or(format!("{id}"), |(_, text)| format!("`{text}` ({id})"));
                return Error::new(
                    ErrorKind::IllegalAction,
                    format!("{name}: the game is over, {shown} cannot be applied"),
                );
            }
            Node::Chance => {
                let shown = words(&facts.outcomes).map_or(format!("{id}"), |(_, text)| format!("`{text}` ({id})"));
                let mut valid = Vec::new();
                rules.for_each_outcome(&self.state, |outcome, _| valid.extend(facts.outcomes.text(outcome)));
                (format!("{name}: at this chance node the outcome {shown} cannot happen"), None, valid)
            }
            Node::Decision(seat) => {
                let valid: Vec<&str> =
                    rules.legal(&self.state).iter().filter_map(|action| facts.actions.text(action)).collect();
                match words(&facts.actions) {
                    Some((id, text)) => {
                        let refusal = rules.refusal(&self.state, id);
                        let message = format!(
                            "{name}: seat {seat} may not `{text}` ({id}): {} ({})",
                            refusal.why, refusal.clause
                        );
                        (message, Some(refusal.clause), valid)
                    }
                    None => {
                        let range = format!("ids run from 0 to {}", facts.actions.len() - 1);
                        (format!("{name}: seat {seat} gave {id}, which is no action: {range}"), None, valid)
                    }
                }
            }
        };
        const SHOWN: usize = 8;
        let rest = valid.len().saturating_sub(SHOWN);
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        let message = format!("{message}; valid here: {}{more}", valid[..valid.len() - rest].join(", "));
        Error { clause, ..Error::new(ErrorKind::IllegalAction, message) }
    }
}

impl<G: Game> AnyPosition for Position<G> {
    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.game) as Arc<dyn AnyGame>
    }

    fn duplicate(&self) -> Box<dyn AnyPosition> {
        self.with(self.state)
    }

    fn same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any).downcast_ref::<Self>().is_some_and(|other| self.state == other.state)
    }

    fn hash(&self, mut hasher: &mut dyn Hasher) {
        self.state.hash(&mut hasher);
    }

    fn node(&self) -> Node {
        self.game.rules.node(&self.state)
    }

    fn is_truncated(&self) -> bool {
        self.game.rules.is_truncated(&self.state)
    }

    fn with_legal(&self, read: &mut dyn FnMut(&[u64])) {
        read(self.game.rules.legal(&self.state).words());
    }

    fn for_each_outcome(&self, each: &mut dyn FnMut(OutcomeId, Weight)) {
        self.game.rules.for_each_outcome(&self.state, each);
    }

    fn apply(&mut self, id: i128) -> Result<Step, Error> {
        let step = self.check(id)?;
        self.apply_unchecked(step);
        Ok(step)
    }

    fn applied(&self, id: i128) -> Result<Box<dyn AnyPosition>, Error> {
        let step = self.check(id)?;
        let mut next = Position { game: Arc::clone(&self.game), state: self.state };
        next.apply_unchecked(step);
        Ok(Box::new(next))
    }

    fn settle(&mut self, rng: &mut Rng) -> u32 {
        self.game.rules.settle(&mut self.state, rng)
    }

    fn choose(&self, policy: Policy, rng: &mut Rng) -> Option<ActionId> {
        match self.node() {
            Node::Decision(_) => Some(self.game.rules.choose(&self.state, policy, rng)),
            Node::Chance | Node::Terminal => None,
        }
    }

    fn scores(&self) -> PerSeat<i32> {
        self.game.rules.scores(&self.state)
    }

    fn ranking(&self) -> PerSeat<u8> {
        self.game.rules.ranking(&self.state)
    }

    fn returns(&self) -> PerSeat<f64> {
        self.game.rules.returns(&self.state)
    }

    fn evaluate(&self) -> Option<PerSeat<f64>> {
        self.game.rules.evaluate(&self.state)
    }

    fn audience(&self, step: Step) -> Audience {
        self.game.rules.audience(&self.state, step)
    }

    fn json(&self, observer: Option<Seat>) -> serde_json::Value {
        self.game.rules.write_json(&self.seen_by(observer))
    }

    fn board(&self, observer: Option<Seat>) -> String {
        self.game.rules.board(&self.seen_by(observer))
    }

    fn observe(&self, observer: Seat, frame: Frame, out: &mut [f32]) {
        let mut writer = Writer::new(out, observer, frame);
        self.game.rules.observe(&self.seen_by(Some(observer)), &mut writer);
        debug_assert_eq!(writer.remaining(), 0, "the observation has more slices than were written");
    }

    fn information_key(&self, observer: Seat) -> Vec<u8> {
        bytes(&(observer, self.seen_by(Some(observer))))
    }

    fn position_key(&self) -> Vec<u8> {
        bytes(&self.game.rules.position_key(&self.state))
    }

    fn resample(&self, observer: Seat, rng: &mut Rng) -> Box<dyn AnyPosition> {
        self.with(self.game.rules.resample(&self.state, observer, rng))
    }

    fn perft(&self, depth: u32, pulse: &mut dyn Pulse) -> Result<Perft, Interrupted> {
        perft(&self.game.rules, &self.state, depth, pulse)
    }

    fn divide(&self, depth: u32, pulse: &mut dyn Pulse) -> Result<Vec<(Step, Perft)>, Interrupted> {
        divide(&self.game.rules, &self.state, depth, pulse)
    }
}

/// The value in postcard's wire format: the same bytes for the same value on every platform.
fn bytes(value: &impl serde::Serialize) -> Vec<u8> {
    // Flat values of fixed shape always serialise; only types that states may not hold could fail here.
    postcard::to_allocvec(value).unwrap_or_default()
}
