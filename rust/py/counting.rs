//! Long native work: perft and playouts.

use std::thread::available_parallelism;

use meeple::batch::{Playouts, playouts};
use meeple::core::{Game, Interrupted, Perft, Policy, Position, Pulse};
use meeple::games::{Visitor, visit};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{PythonSide, policy, ranged, seed};
use crate::door::away;
use crate::state::State;

static PERFT: PythonSide = PythonSide::new("meeple.spec", "Perft");

/// Counting walks the tree to this depth at most, so that it never runs out of stack.
const DEEPEST: i64 = 100;
/// Games a call plays at most, so that their results fit the memory.
const MOST_GAMES: i64 = 10_000_000;
/// Threads a call uses at most.
const MOST_THREADS: i64 = 1024;

fn counts<'py>(py: Python<'py>, counts: Perft) -> PyResult<Bound<'py, PyAny>> {
    PERFT.get(py)?.call1((counts.leaves, counts.decisions, counts.chance, counts.terminals))
}

/// `meeple.perft` with a progress callback.
#[pyfunction]
#[pyo3(signature = (state, depth, tick=None))]
pub(crate) fn run_perft<'py>(
    py: Python<'py>,
    state: &State,
    depth: &Bound<'py, PyAny>,
    tick: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let depth = ranged(depth, "depth", 0, DEEPEST)? as u32;
    counts(py, away(py, tick, |pulse| state.0.perft(depth, pulse))?)
}

/// `meeple.divide` with a progress callback.
#[pyfunction]
#[pyo3(signature = (state, depth, tick=None))]
pub(crate) fn run_divide<'py>(
    py: Python<'py>,
    state: &State,
    depth: &Bound<'py, PyAny>,
    tick: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let depth = ranged(depth, "depth", 1, DEEPEST)? as u32;
    let parts = PyDict::new(py);
    for (step, part) in away(py, tick, |pulse| state.0.divide(depth, pulse))? {
        parts.set_item(step.id(), counts(py, part)?)?;
    }
    Ok(parts)
}

struct Play<'a> {
    count: usize,
    policy: Policy,
    seed: u64,
    threads: usize,
    pulse: &'a mut dyn Pulse,
}

impl Visitor for Play<'_> {
    type Output = Result<Playouts, Interrupted>;

    fn visit<G: Game>(self, position: &Position<G>) -> Self::Output {
        let Play { count, policy, seed, threads, pulse } = self;
        playouts(position.rules(), position.state(), count, policy, seed, threads, pulse)
    }
}

type PlayoutArrays<'py> = (
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<bool>>,
);

/// `meeple.playouts` with a progress callback.
#[pyfunction]
#[pyo3(signature = (state, count, seed=None, policy="uniform", num_threads=None, tick=None))]
pub(crate) fn run_playouts<'py>(
    py: Python<'py>,
    state: &State,
    count: &Bound<'py, PyAny>,
    seed: Option<&Bound<'py, PyAny>>,
    policy: &str,
    num_threads: Option<&Bound<'py, PyAny>>,
    tick: Option<Py<PyAny>>,
) -> PyResult<PlayoutArrays<'py>> {
    let count = ranged(count, "count", 0, MOST_GAMES)? as usize;
    let (seed, policy) = (self::seed(seed)?, self::policy(policy)?);
    let threads = match num_threads {
        Some(threads) => ranged(threads, "num_threads", 1, MOST_THREADS)? as usize,
        None => available_parallelism().map_or(1, usize::from),
    };
    let seats = usize::from(state.0.game().setup().seats);
    let all = away(py, tick, |pulse| visit(state.0.as_ref(), Play { count, policy, seed, threads, pulse }))?;
    let table = |error| crate::errors::bad_argument(format!("the results do not fit: {error}"));
    Ok((
        Array2::from_shape_vec((count, seats), all.scores).map_err(table)?.into_pyarray(py),
        Array2::from_shape_vec((count, seats), all.returns).map_err(table)?.into_pyarray(py),
        all.decisions.to_pyarray(py),
        all.chance.to_pyarray(py),
        all.truncated.to_pyarray(py),
    ))
}
