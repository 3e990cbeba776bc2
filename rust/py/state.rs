//! Positions as Python sees them.

use std::hash::{DefaultHasher, Hasher};

use meeple::core::{ActionId, AnyPosition, Error, ErrorKind, Node, Policy, ids};
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyList, PyString, PyTuple};

use crate::convert::{PythonSide, Reduced, filled, integer, json_to_py, observer, per_seat, seat};
use crate::errors::raise;
use crate::game::{Game, description_of, id_of, same_rules, text_of};
use crate::rng::Rng;

static DECISION: PythonSide = PythonSide::new("meeple.spec", "Node.DECISION");
static CHANCE: PythonSide = PythonSide::new("meeple.spec", "Node.CHANCE");
static TERMINAL: PythonSide = PythonSide::new("meeple.spec", "Node.TERMINAL");
static DRAW: PythonSide = PythonSide::new("meeple.drawing", "draw");

/// A position: an immutable value.
#[pyclass(frozen, module = "meeple._core")]
pub(crate) struct State(pub(crate) Box<dyn AnyPosition>);

/// How many ids are made into Python ints once for all, so that lists of legal actions only count references.
const MADE: ActionId = 8192;

fn made_ids(py: Python<'_>) -> &[Py<PyInt>] {
    static IDS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    IDS.get_or_init(py, || (0..MADE).map(|id| python_int(py, id).unbind()).collect())
}

fn python_int(py: Python<'_>, id: ActionId) -> Bound<'_, PyInt> {
    let Ok(number) = id.into_pyobject(py);
    number
}

/// The legal actions as a list of int.
pub(crate) fn legal_list<'py>(py: Python<'py>, position: &dyn AnyPosition) -> PyResult<Bound<'py, PyList>> {
    let made = made_ids(py);
    let number = |id| made.get(usize::from(id)).map_or_else(|| python_int(py, id), |number| number.bind(py).clone());
    let mut list = None;
    position.with_legal(&mut |words| list = Some(PyList::new(py, ids(words).map(number))));
    list.unwrap_or_else(|| Ok(PyList::empty(py)))
}

/// The legal actions as a mask, written into `out` if it is given.
pub(crate) fn legal_mask<'py>(
    py: Python<'py>,
    position: &dyn AnyPosition,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let length = position.game().facts().actions.len();
    filled(py, out, "bool", length, |mask| {
        mask.fill(false);
        position.with_legal(&mut |words| ids(words).for_each(|action| mask[usize::from(action)] = true));
    })
}

/// What a seat observes, written into `out` if it is given.
pub(crate) fn observation<'py>(
    py: Python<'py>,
    position: &dyn AnyPosition,
    seat: u8,
    frame: &str,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let frame = crate::convert::frame(frame)?;
    let length = position.game().facts().observation.size();
    filled(py, out, "float32", length, |numbers| position.observe(seat, frame, numbers))
}

/// The seat whose decision it is.
pub(crate) fn seat_to_act(position: &dyn AnyPosition) -> Option<u8> {
    match position.node() {
        Node::Decision(seat) => Some(seat),
        Node::Chance | Node::Terminal => None,
    }
}

/// A choice by a policy, or an error that there is none.
pub(crate) fn chosen(position: &dyn AnyPosition, policy: Policy, rng: &Rng) -> PyResult<u16> {
    position.choose(policy, &mut rng.lock()).ok_or_else(|| {
        raise(Error::new(ErrorKind::IllegalAction, "there is no action to choose: the position waits for no decision"))
    })
}

impl State {
    fn seats(&self) -> u8 {
        self.0.game().setup().seats
    }
}

#[pymethods]
impl State {
    /// The game it is a position of.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.game())
    }

    /// What it waits for.
    #[getter]
    fn node<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let member = match self.0.node() {
            Node::Decision(_) => &DECISION,
            Node::Chance => &CHANCE,
            Node::Terminal => &TERMINAL,
        };
        member.get(py).cloned()
    }

    /// The seat whose decision it is; None unless `node` is a decision.
    #[getter]
    fn seat(&self) -> Option<u8> {
        seat_to_act(self.0.as_ref())
    }

    /// Whether the game is over.
    #[getter]
    fn is_terminal(&self) -> bool {
        self.0.node() == Node::Terminal
    }

    /// Whether the game ended at a bound on its length rather than by its own rules.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.0.is_truncated()
    }

    /// Points a seat: the final ones at the end, those scored so far before.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        per_seat(py, &self.0.scores())
    }

    /// Ranks a seat by the rulebook with its tie-breaks: 1 + the number of seats strictly better.
    #[getter]
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        per_seat(py, &self.0.ranking())
    }

    /// What the seats play for: zeros before the end.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        per_seat(py, &self.0.returns())
    }

    /// The ids of the legal actions, ascending; empty unless `node` is a decision.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_list(py, self.0.as_ref())
    }

    /// The legal actions as a bool array (num_actions,), written into `out` if it is given.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        legal_mask(py, self.0.as_ref(), out)
    }

    /// The ids of the possible outcomes, ascending, and their integer weights.
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let (mut ids, mut weights) = (Vec::new(), Vec::new());
        self.0.for_each_outcome(&mut |outcome, weight| {
            ids.push(i64::from(outcome));
            weights.push(i64::from(weight));
        });
        (ids.to_pyarray(py), weights.to_pyarray(py))
    }

    /// The position after a legal action, or after a possible outcome at a chance node.
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        self.0.applied(integer(action, "an action")?).map(State).map_err(raise)
    }

    /// The position after all pending chance is drawn.
    fn settle(&self, rng: &Rng) -> State {
        let mut settled = self.0.duplicate();
        settled.settle(&mut rng.lock());
        State(settled)
    }

    /// As `Game.action_text`.
    fn action_text(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        text_of(&self.0.game().facts().actions, action, "action").map(str::to_owned)
    }

    /// As `Game.outcome_text`.
    fn outcome_text(&self, outcome: &Bound<'_, PyAny>) -> PyResult<String> {
        text_of(&self.0.game().facts().outcomes, outcome, "chance outcome").map(str::to_owned)
    }

    /// As `Game.describe`.
    fn describe<'py>(&self, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        description_of(&self.0.game().facts().actions, action, "action")
    }

    /// As `Game.describe_outcome`.
    fn describe_outcome<'py>(&self, outcome: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        description_of(&self.0.game().facts().outcomes, outcome, "chance outcome")
    }

    /// As `Game.parse_action`.
    fn parse_action(&self, action: &Bound<'_, PyAny>) -> PyResult<u16> {
        id_of(&self.0.game().facts().actions, action, "action")
    }

    /// As `Game.parse_outcome`.
    fn parse_outcome(&self, outcome: &Bound<'_, PyAny>) -> PyResult<u16> {
        id_of(&self.0.game().facts().outcomes, outcome, "chance outcome")
    }

    /// A choice of the game's own cheap playout policy; uniform for games without one.
    fn policy_action(&self, rng: &Rng) -> PyResult<u16> {
        chosen(self.0.as_ref(), Policy::Heuristic, rng)
    }

    /// A guess at the returns by the game's own evaluation; None for games without one.
    fn evaluate<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.0.evaluate().map(|values| per_seat(py, &values)).transpose()
    }

    /// The whole position, hidden parts included, for `Game.from_json`.
    fn to_json(&self) -> String {
        self.0.json(None).to_string()
    }

    /// The position as a seat sees it, in the shape of `to_json`.
    fn view<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        json_to_py(py, &self.0.json(Some(self::seat(seat, self.seats())?)))
    }

    /// The position as a text that people can follow: as a seat sees it, or all of it.
    #[pyo3(signature = (seat=None))]
    fn text(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        Ok(self.0.board(observer(seat, self.seats())?))
    }

    /// The position as an SVG picture: as a seat sees it, or all of it.
    #[pyo3(signature = (seat=None))]
    fn svg<'py>(slf: &Bound<'py, Self>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = observer(seat, slf.get().seats())?;
        DRAW.get(slf.py())?.call1((slf, seat))
    }

    /// What a seat observes, as float32 (observation_spec.size,), written into `out` if it is given.
    #[pyo3(signature = (seat, frame="egocentric", out=None))]
    fn observation<'py>(
        &self,
        seat: &Bound<'py, PyAny>,
        frame: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let py = seat.py();
        observation(py, self.0.as_ref(), self::seat(seat, self.seats())?, frame, out)
    }

    /// What a seat knows in this position, as canonical bytes.
    fn information_key<'py>(&self, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(seat.py(), &self.0.information_key(self::seat(seat, self.seats())?)))
    }

    /// What of the position can affect the rest of the game, as canonical bytes.
    fn position_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.position_key())
    }

    /// A full position that the seat cannot tell from this one, uniform over what it cannot know.
    fn resample(&self, seat: &Bound<'_, PyAny>, rng: &Rng) -> PyResult<State> {
        let seat = self::seat(seat, self.seats())?;
        Ok(State(self.0.resample(seat, &mut rng.lock())))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::svg(slf, None)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<State>().is_ok_and(|other| {
            let other = &other.get().0;
            self.0.same(other.as_ref()) && same_rules(&self.0.game(), &other.game())
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __str__(&self) -> String {
        self.0.board(None)
    }

    fn __repr__(&self) -> String {
        let waits = match self.0.node() {
            Node::Decision(seat) => format!("decision of seat {seat}"),
            Node::Chance => "chance".to_owned(),
            Node::Terminal => "terminal".to_owned(),
        };
        format!("<meeple.State of {}: {waits}>", self.0.game().definition().name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyString>,)> {
        let from_json = self.game().into_pyobject(py)?.getattr("from_json")?;
        Ok((from_json, (PyString::new(py, &self.to_json()),)))
    }
}
