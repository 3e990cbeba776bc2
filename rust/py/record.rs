//! Records as Python sees them.

use std::fs::{self, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use meeple::core::{AnyGame, Error, ErrorKind, Record as Played, parse_json};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::convert::{PythonSide, Reduced, integer, json_to_py, seat, seed};
use crate::errors::raise;
use crate::game::Game;
use crate::state::State;

static MOVE: PythonSide = PythonSide::new("meeple.spec", "Move");

/// A game as it was played, as one line of JSON: enough to replay it and to check it.
#[pyclass(frozen, module = "meeple._core")]
pub(crate) struct Record(Played);

/// Where a record begins.
#[derive(FromPyObject)]
pub(crate) enum Start<'py> {
    Game(Bound<'py, Game>),
    State(Bound<'py, State>),
}

fn refused(message: String) -> PyErr {
    raise(Error::new(ErrorKind::Record, message))
}

fn read_all(path: &PathBuf) -> PyResult<Vec<Record>> {
    let text =
        fs::read_to_string(path).map_err(|error| refused(format!("{} cannot be read: {error}", path.display())))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        Played::from_line(line).map(Record).map_err(|error| {
            let message = format!("{}, line {number}: {error}", path.display());
            raise(Error { message, ..error })
        })
    };
    lines.map(read).collect()
}

impl Record {
    /// The game that the record names, unless it is given.
    fn game_of(&self, game: Option<&Game>) -> PyResult<Arc<dyn AnyGame>> {
        if let Some(game) = game {
            return Ok(Arc::clone(&game.0));
        }
        let record = &self.0;
        let options = parse_json(&record.options.to_string()).map_err(|reason| refused(reason.to_string()))?;
        meeple::games::load(&record.game, Some(record.seats), &options, None)
            .map_err(|error| raise(Error { kind: ErrorKind::Record, ..error }))
    }
}

#[pymethods]
impl Record {
    /// Plays action and outcome ids from a start and records what happened.
    #[staticmethod]
    #[pyo3(signature = (start, ids, seed=None, agents=Vec::new()))]
    fn of_moves(
        start: Start<'_>,
        ids: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        agents: Vec<String>,
    ) -> PyResult<Self> {
        let start = match start {
            Start::Game(game) => game.get().start().0,
            Start::State(state) => state.get().0.duplicate(),
        };
        let ids = ids.try_iter()?.map(|id| integer(&id?, "an id")).collect::<PyResult<Vec<i128>>>()?;
        let seed = seed.map(|seed| self::seed(Some(seed))).transpose()?;
        Played::of_ids(start.as_ref(), ids, seed, agents).map(Record).map_err(raise)
    }

    /// Reads a line of JSON.
    #[staticmethod]
    fn from_line(line: &str) -> PyResult<Self> {
        Played::from_line(line).map(Record).map_err(raise)
    }

    /// Reads a file that holds one record.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        let mut all = read_all(&path)?;
        match (all.pop(), all.len()) {
            (Some(record), 0) => Ok(record),
            (None, _) => Err(refused(format!("{} holds no record", path.display()))),
            (Some(_), others) => {
                let message = format!("{} holds {} records; read them with load_all", path.display(), others + 1);
                Err(refused(message))
            }
        }
    }

    /// Reads all records of a file, one a line.
    #[staticmethod]
    fn load_all(path: PathBuf) -> PyResult<Vec<Record>> {
        read_all(&path)
    }

    /// Appends the record to a file as one line, so that nothing in it is lost.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let line = self.0.to_line() + "\n";
        let written = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(line.as_bytes()));
        written.map_err(|error| refused(format!("{} cannot be written: {error}", path.display())))
    }

    /// The record as one line of JSON, without the line's end.
    fn to_line(&self) -> String {
        self.0.to_line()
    }

    /// The positions from the first to the last, after checking every move and the result.
    #[pyo3(signature = (game=None))]
    fn replay(&self, game: Option<&Game>) -> PyResult<Vec<State>> {
        let positions = self.0.replay(&self.game_of(game)?).map_err(raise)?;
        Ok(positions.into_iter().map(State).collect())
    }

    /// The moves as one seat could follow them.
    #[pyo3(signature = (seat, game=None))]
    fn seen_by<'py>(&self, seat: &Bound<'py, PyAny>, game: Option<&Game>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, game) = (seat.py(), self.game_of(game)?);
        let seat = self::seat(seat, game.setup().seats)?;
        let class = MOVE.get(py)?;
        let moves = self.0.moves_seen_by(&game, seat).map_err(raise)?;
        moves.into_iter().map(|step| class.call1((step.seat, step.id, step.text))).collect()
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    /// The version of its rules.
    #[getter]
    fn rules_version(&self) -> i64 {
        self.0.rules_version
    }

    /// How many seats played.
    #[getter]
    fn seats(&self) -> i64 {
        self.0.seats
    }

    /// Every option with its value.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_py(py, &self.0.options)
    }

    /// The digest of the components in effect.
    #[getter]
    fn components(&self) -> Option<&str> {
        self.0.components.as_deref()
    }

    /// The seed it was played with, where there was one.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.0.seed
    }

    /// Who sat where; empty where nobody said.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.agents)
    }

    /// Every decision and chance outcome in order.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = MOVE.get(py)?;
        self.0.moves.iter().map(|step| class.call1((step.seat, step.id, &step.text))).collect()
    }

    /// Whether the game was over after the last move.
    #[getter]
    fn is_terminal(&self) -> bool {
        self.0.outcome.terminal
    }

    /// Whether it ended at a bound on its length.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.0.outcome.truncated
    }

    /// Points a seat after the last move.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.outcome.scores)
    }

    /// Ranks a seat after the last move.
    #[getter]
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.outcome.ranking)
    }

    /// Returns a seat after the last move.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.outcome.returns)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.moves.iter().for_each(|step| step.id.hash(&mut hasher));
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        let Played { game, seats, moves, .. } = &self.0;
        format!("<meeple.Record of {game}: {seats} seats, {} moves>", moves.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyString>,)> {
        let from_line = py.get_type::<Record>().getattr("from_line")?;
        Ok((from_line, (PyString::new(py, &self.0.to_line()),)))
    }
}
