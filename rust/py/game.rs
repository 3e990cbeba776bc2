//! Games as Python sees them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use meeple::core::{AnyGame, Error, ErrorKind, OptionKind, OptionSpec, OptionValue, Vocabulary};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::convert::{PythonSide, Reduced, datum, integer, json_to_py};
use crate::errors::raise;
use crate::state::State;

static RESTORE: PythonSide = PythonSide::new("meeple.loading", "restore");
static KIND: PythonSide = PythonSide::new("meeple.spec", "Kind");
static SLICE: PythonSide = PythonSide::new("meeple.spec", "Slice");
static OBSERVATION_SPEC: PythonSide = PythonSide::new("meeple.spec", "ObservationSpec");

/// The rules of one game for chosen seats, options and components.
#[pyclass(frozen, module = "meeple._core")]
pub(crate) struct Game(pub(crate) Arc<dyn AnyGame>);

/// The names of all games, in the order of the table of games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    meeple::games::DEFINITIONS.iter().map(|definition| definition.name).collect()
}

/// Loads a game from the text of a components file. Use `meeple.load`, which takes a path.
#[pyfunction]
pub(crate) fn load_text(
    name: &str,
    seats: Option<&Bound<'_, PyAny>>,
    options: &Bound<'_, PyDict>,
    components: Option<&str>,
) -> PyResult<Game> {
    // Numbers beyond 64 bits are out of range like any other that is no number of seats.
    let seats = seats.map(|seats| integer(seats, "seats")).transpose()?;
    let seats = seats.map(|seats| seats.clamp(i64::MIN.into(), i64::MAX.into()) as i64);
    let options = datum(options, "options")?;
    meeple::games::load(name, seats, &options, components).map(Game).map_err(raise)
}

/// Whether two games have the same rules: name, seats, options and components.
pub(crate) fn same_rules(one: &Arc<dyn AnyGame>, other: &Arc<dyn AnyGame>) -> bool {
    std::ptr::addr_eq(Arc::as_ptr(one), Arc::as_ptr(other)) || identity(one.as_ref()) == identity(other.as_ref())
}

/// What makes a game again: its name, seats, options, and components where they are the user's own.
type Arguments<'py> = (&'static str, u8, Bound<'py, PyTuple>, Option<String>);

type Identity<'a> = (&'static str, u8, Vec<OptionValue>, Option<&'a str>);

fn identity(game: &dyn AnyGame) -> Identity<'_> {
    let setup = game.setup();
    let options = setup.options.iter().map(|(_, value)| value).collect();
    let digest = setup.components.as_ref().map(|components| components.digest());
    (game.definition().name, setup.seats, options, digest)
}

/// The words of an id, or an error that tells the range.
pub(crate) fn text_of<'a>(vocabulary: &'a Vocabulary, id: &Bound<'_, PyAny>, what: &str) -> PyResult<&'a str> {
    let number = integer(id, what)?;
    u16::try_from(number).ok().and_then(|id| vocabulary.text(id)).ok_or_else(|| unknown_id(vocabulary, number, what))
}

/// The structured form of an id, or an error that tells the range.
pub(crate) fn description_of<'py>(
    vocabulary: &Vocabulary,
    id: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let number = integer(id, what)?;
    let described = u16::try_from(number).ok().and_then(|id| vocabulary.describe(id));
    json_to_py(id.py(), &described.ok_or_else(|| unknown_id(vocabulary, number, what))?)
}

fn unknown_id(vocabulary: &Vocabulary, id: i128, what: &str) -> PyErr {
    let message = match vocabulary.len() {
        0 => format!("{id} is no {what}: this game has none"),
        count => format!("{id} is no {what}: ids run from 0 to {}", count - 1),
    };
    raise(Error::new(ErrorKind::IllegalAction, message))
}

/// The id of words or of a structured form.
pub(crate) fn id_of(vocabulary: &Vocabulary, form: &Bound<'_, PyAny>, what: &str) -> PyResult<u16> {
    let found = if let Ok(text) = form.cast::<PyString>() {
        vocabulary.parse(text.to_str()?)
    } else if form.is_instance_of::<PyDict>() {
        vocabulary.encode(&datum(form, what)?.to_json())
    } else {
        return Err(PyTypeError::new_err(format!("{what} is given in words (str) or as kind and fields (dict)")));
    };
    found.map_err(|message| raise(Error::new(ErrorKind::IllegalAction, message)))
}

fn kinds<'py>(py: Python<'py>, vocabulary: &Vocabulary) -> PyResult<Bound<'py, PyTuple>> {
    let class = KIND.get(py)?;
    let kinds = vocabulary.kinds().iter().map(|kind| {
        let fields = PyTuple::new(py, kind.fields)?;
        class.call1((kind.name, fields, kind.first, kind.count))
    });
    PyTuple::new(py, kinds.collect::<PyResult<Vec<_>>>()?)
}

fn option_doc(spec: &OptionSpec) -> String {
    let values = match spec.kind {
        OptionKind::Flag(default) => format!("True or False, default {}", if default { "True" } else { "False" }),
        OptionKind::Choice(words) => format!("{}, default {}", words.join(" | "), words[0]),
        OptionKind::Int { default, min, max } => format!("{min} to {max}, default {default}"),
    };
    format!("{} ({}; {values})", spec.doc, spec.clause)
}

#[pymethods]
impl Game {
    /// Its name in code, as given to `meeple.load`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.definition().name
    }

    /// Its name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.definition().title
    }

    /// How many seats play.
    #[getter]
    pub(crate) fn seats(&self) -> u8 {
        self.0.setup().seats
    }

    /// Every option with its value.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (spec, value) in self.0.setup().options.iter() {
            options.set_item(spec.name, json_to_py(py, &value.to_datum().to_json())?)?;
        }
        Ok(options)
    }

    /// What every option does, with its values, its default and the clause it turns on.
    #[getter]
    fn option_docs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let docs = PyDict::new(py);
        for spec in self.0.definition().options {
            docs.set_item(spec.name, option_doc(spec))?;
        }
        Ok(docs)
    }

    /// The values every option can take, the default first; of a range of numbers, the default and the ends.
    #[getter]
    fn option_values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let table = PyDict::new(py);
        for spec in self.0.definition().options {
            let values = spec.values().into_iter().map(|value| json_to_py(py, &value.to_datum().to_json()));
            table.set_item(spec.name, PyTuple::new(py, values.collect::<PyResult<Vec<_>>>()?)?)?;
        }
        Ok(table)
    }

    /// The seat counts the game can be loaded with.
    #[getter]
    fn seat_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let definition = self.0.definition();
        PyTuple::new(py, definition.min_seats..=definition.max_seats)
    }

    /// Ids, hashes, records and random streams change only when this number does.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.0.definition().rules_version
    }

    /// Whether the game is here to compare and to test against public exact answers.
    #[getter]
    fn calibration(&self) -> bool {
        self.0.definition().calibration
    }

    /// Action ids run from 0 to num_actions - 1.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.facts().actions.len()
    }

    /// Chance outcome ids run from 0 to num_chance_outcomes - 1.
    #[getter]
    fn num_chance_outcomes(&self) -> usize {
        self.0.facts().outcomes.len()
    }

    /// The kinds of actions with their fields and their disjoint ranges of ids.
    #[getter]
    fn action_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds(py, &self.0.facts().actions)
    }

    /// The kinds of chance outcomes with their fields and their disjoint ranges of ids.
    #[getter]
    fn outcome_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds(py, &self.0.facts().outcomes)
    }

    /// The most plies (decisions and chance outcomes together) a game can have.
    #[getter]
    fn max_game_length(&self) -> u32 {
        self.0.facts().max_game_length
    }

    /// The smallest return a seat can get.
    #[getter]
    fn min_return(&self) -> f64 {
        self.0.facts().min_return
    }

    /// The largest return a seat can get.
    #[getter]
    fn max_return(&self) -> f64 {
        self.0.facts().max_return
    }

    /// The named slices of an observation, with shapes, bounds and meanings.
    #[getter]
    fn observation_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = SLICE.get(py)?;
        let slices = self.0.facts().observation.slices().iter().map(|part| {
            let shape = PyTuple::new(py, &part.shape)?;
            let stop = part.start + part.len();
            class.call1((part.name, part.start, stop, shape, part.low, part.high, part.seen_by.word(), part.doc))
        });
        OBSERVATION_SPEC.get(py)?.call1((PyTuple::new(py, slices.collect::<PyResult<Vec<_>>>()?)?,))
    }

    /// Who sees each component of a position: "all", "owner" or "nobody".
    #[getter]
    fn visibility<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let table = PyDict::new(py);
        for (name, seen_by) in self.0.visibility() {
            table.set_item(name, seen_by.word())?;
        }
        Ok(table)
    }

    /// How many bytes a position takes in the engine.
    #[getter]
    fn state_size(&self) -> usize {
        self.0.state_size()
    }

    /// The hash of the components' values; None for games without a box.
    #[getter]
    fn components_digest(&self) -> Option<&str> {
        self.0.setup().components.as_ref().map(|components| components.digest())
    }

    /// Whether each value of the components is "attested" or "reconstructed".
    #[getter]
    fn components_marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let marks = PyDict::new(py);
        for (path, mark) in self.0.setup().components.iter().flat_map(|components| components.marks()) {
            marks.set_item(path, mark.word())?;
        }
        Ok(marks)
    }

    /// The components file in effect: the text a user corrects and passes to `meeple.load`.
    fn components_text(&self) -> PyResult<&str> {
        self.0
            .setup()
            .components
            .as_ref()
            .map(|components| components.text())
            .ok_or_else(|| raise(Error::new(ErrorKind::Components, format!("{} has no components", self.name()))))
    }

    /// The position before anything is drawn or chosen.
    pub(crate) fn start(&self) -> State {
        State(Arc::clone(&self.0).start())
    }

    /// The position of a JSON text, as written by `State.to_json` or by hand.
    #[expect(clippy::wrong_self_convention, reason = "the name that users look for")]
    fn from_json(&self, text: &str) -> PyResult<State> {
        Arc::clone(&self.0).position(text).map(State).map_err(raise)
    }

    /// An action in words, such as "take lion 4".
    fn action_text(&self, action: &Bound<'_, PyAny>) -> PyResult<&str> {
        text_of(&self.0.facts().actions, action, "action")
    }

    /// A chance outcome in words, such as "reveal lion".
    fn outcome_text(&self, outcome: &Bound<'_, PyAny>) -> PyResult<&str> {
        text_of(&self.0.facts().outcomes, outcome, "chance outcome")
    }

    /// An action as its kind and fields.
    fn describe<'py>(&self, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        description_of(&self.0.facts().actions, action, "action")
    }

    /// A chance outcome as its kind and fields.
    fn describe_outcome<'py>(&self, outcome: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        description_of(&self.0.facts().outcomes, outcome, "chance outcome")
    }

    /// The id of an action given in words or as kind and fields.
    fn parse_action(&self, action: &Bound<'_, PyAny>) -> PyResult<u16> {
        id_of(&self.0.facts().actions, action, "action")
    }

    /// The id of a chance outcome given in words or as kind and fields.
    fn parse_outcome(&self, outcome: &Bound<'_, PyAny>) -> PyResult<u16> {
        id_of(&self.0.facts().outcomes, outcome, "chance outcome")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| same_rules(&self.0, &other.get().0))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let (name, seats, _, digest) = identity(self.0.as_ref());
        (name, seats, digest).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("meeple.load({:?}, seats={}", self.name(), self.seats());
        for (key, value) in self.options(py)? {
            text += &format!(", {key}={}", value.repr()?);
        }
        Ok(text + ")")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Arguments<'py>> {
        let text = self.0.setup().components.as_ref().map(|components| components.text());
        // The default file is known where the pickle is read.
        let own = text.filter(|text| Some(*text) != self.0.definition().components).map(str::to_owned);
        let options = PyTuple::new(py, self.options(py)?.items())?;
        Ok((RESTORE.get(py)?.clone(), (self.name(), self.seats(), options, own)))
    }
}
