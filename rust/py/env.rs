//! One game in place.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use meeple::core::{AnyPosition, Node, PerSeat, Policy, Rng as Stream};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::convert::{Reduced, integer, per_seat, seat, seed};
use crate::errors::{bad_argument, raise};
use crate::game::Game;
use crate::rng::Rng;
use crate::state::{State, chosen, legal_list, legal_mask, observation, seat_to_act};

/// One game that moves in place, with chance settled by its own stream of random numbers.
#[pyclass(frozen, module = "meeple._core")]
pub(crate) struct Env(Mutex<Live>);

#[derive(Clone)]
struct Live {
    position: Held,
    rng: Stream,
    rewards: PerSeat<f64>,
}

struct Held(Box<dyn AnyPosition>);

impl Clone for Held {
    fn clone(&self) -> Self {
        Held(self.0.duplicate())
    }
}

impl Env {
    /// The live game. No Python code runs while it is held, so this never waits for long.
    fn live(&self) -> MutexGuard<'_, Live> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the position, to be read while the lock is free again.
    fn position(&self) -> Box<dyn AnyPosition> {
        self.live().position.0.duplicate()
    }
}

/// The stream of an env's chance: that of its index in a batch, which is 0 for a single one.
fn stream(seed: Option<&Bound<'_, PyAny>>) -> PyResult<Stream> {
    Ok(Stream::stream(self::seed(seed)?, &[0]))
}

fn begin(position: Box<dyn AnyPosition>, mut rng: Stream) -> Live {
    let mut start = position.game().start();
    start.settle(&mut rng);
    Live { rewards: PerSeat::new(start.game().setup().seats), position: Held(start), rng }
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (game, seed=None))]
    fn new(game: &Game, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Env(Mutex::new(begin(Arc::clone(&game.0).start(), stream(seed)?))))
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(self.live().position.0.game())
    }

    /// The present position, as an immutable value.
    #[getter]
    fn state(&self) -> State {
        State(self.position())
    }

    /// The seat whose decision it is; None when the game is over.
    #[getter]
    fn seat(&self) -> Option<u8> {
        seat_to_act(self.live().position.0.as_ref())
    }

    /// Whether the game is over.
    #[getter]
    fn is_terminal(&self) -> bool {
        self.live().position.0.node() == Node::Terminal
    }

    /// Whether the game ended at a bound on its length.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.live().position.0.is_truncated()
    }

    /// As `State.scores`.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let scores = self.live().position.0.scores();
        per_seat(py, &scores)
    }

    /// As `State.ranking`.
    #[getter]
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let ranking = self.live().position.0.ranking();
        per_seat(py, &ranking)
    }

    /// As `State.returns`.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let returns = self.live().position.0.returns();
        per_seat(py, &returns)
    }

    /// What the last step earned each seat.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rewards = self.live().rewards;
        per_seat(py, &rewards)
    }

    /// Starts a new game: from a seed, or going on in the present stream.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let fresh = seed.map(|seed| stream(Some(seed))).transpose()?;
        let mut live = self.live();
        let rng = fresh.unwrap_or_else(|| live.rng.clone());
        *live = begin(live.position.0.duplicate(), rng);
        Ok(())
    }

    /// Takes a legal action and draws the chance that follows.
    fn step(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = integer(action, "an action")?;
        let mut live = self.live();
        let live = &mut *live;
        live.position.0.apply(action).map_err(raise)?;
        live.position.0.settle(&mut live.rng);
        live.rewards = live.position.0.returns();
        Ok(())
    }

    /// As `State.legal_actions`.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_list(py, self.position().as_ref())
    }

    /// As `State.legal_mask`.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        legal_mask(py, self.position().as_ref(), out)
    }

    /// A legal action, each equally likely, drawn from the caller's stream.
    fn sample_action(&self, rng: &Rng) -> PyResult<u16> {
        chosen(self.position().as_ref(), Policy::Uniform, rng)
    }

    /// As `State.observation`; for the seat whose decision it is unless another is named.
    #[pyo3(signature = (seat=None, frame="egocentric", out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        frame: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let position = self.position();
        let seats = position.game().setup().seats;
        let seat = match seat {
            Some(seat) => self::seat(seat, seats)?,
            None => seat_to_act(position.as_ref()).ok_or_else(|| {
                bad_argument(format!("the game is over: name the seat to observe, 0 to {}", seats - 1))
            })?,
        };
        observation(py, position.as_ref(), seat, frame, out)
    }

    fn __copy__(&self) -> Self {
        Env(Mutex::new(self.live().clone()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    fn __repr__(&self) -> String {
        let waits = self.seat().map_or_else(|| "over".to_owned(), |seat| format!("seat {seat} to act"));
        format!("<meeple.Env of {}: {waits}>", self.game().0.definition().name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (State, Rng, Vec<f64>)> {
        let live = self.live().clone();
        let restore = py.get_type::<Env>().getattr("_restore")?;
        Ok((restore, (State(live.position.0), live.rng.into(), live.rewards.to_vec())))
    }

    #[staticmethod]
    fn _restore(state: &State, rng: &Rng, rewards: Vec<f64>) -> PyResult<Self> {
        let seats = state.0.game().setup().seats;
        if rewards.len() != usize::from(seats) {
            return Err(bad_argument(format!("{} rewards for {seats} seats", rewards.len())));
        }
        let rewards = PerSeat::from_fn(seats, |seat| rewards[usize::from(seat)]);
        Ok(Env(Mutex::new(Live { position: Held(state.0.duplicate()), rng: rng.lock().clone(), rewards })))
    }
}
