//! Random numbers that belong to the caller.

use std::sync::{Mutex, MutexGuard, PoisonError};

use meeple::core::Rng as Stream;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::convert::{Reduced, path, ranged, seed};
use crate::errors::bad_argument;

/// A stream of random numbers: xoshiro256++, the same on every platform.
#[pyclass(frozen, module = "meeple._core")]
pub(crate) struct Rng(Mutex<Stream>);

impl Rng {
    /// The stream, for the time of a draw. No Python code runs while it is held, so this never waits for long.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Stream> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<Stream> for Rng {
    fn from(stream: Stream) -> Self {
        Rng(Mutex::new(stream))
    }
}

#[pymethods]
impl Rng {
    #[new]
    #[pyo3(signature = (seed=None))]
    fn new(seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Stream::new(crate::convert::seed(seed)?).into())
    }

    /// The stream of a seed and a path of numbers, such as (game index, seat, ply).
    #[staticmethod]
    #[pyo3(signature = (seed, *path))]
    fn stream(seed: &Bound<'_, PyAny>, path: &Bound<'_, PyTuple>) -> PyResult<Self> {
        Ok(Stream::stream(self::seed(Some(seed))?, &self::path(path)?).into())
    }

    /// The next 64 bits, 0..2**64-1.
    fn next_u64(&self) -> u64 {
        self.lock().next_u64()
    }

    /// A number uniform on 0..bound-1.
    fn below(&self, bound: &Bound<'_, PyAny>) -> PyResult<u64> {
        let bound = ranged(bound, "bound", 1, i64::MAX)? as u64;
        Ok(self.lock().below(bound))
    }

    /// A number uniform on [0, 1), with 53 random bits.
    fn random(&self) -> f64 {
        self.lock().unit()
    }

    /// One of the items of a sequence that is not empty, each equally likely.
    fn choice<'py>(&self, items: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = items.len()?;
        if length == 0 {
            return Err(bad_argument("there is nothing to choose from: the sequence is empty"));
        }
        let index = self.lock().below(length as u64);
        items.get_item(index)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Rng>() else { return false };
        // One lock at a time: two comparisons of the same pair, either way round, must not wait for each other.
        let other = other.get().lock().clone();
        *self.lock() == other
    }

    fn __copy__(&self) -> Self {
        self.lock().clone().into()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    fn __repr__(&self) -> &'static str {
        "<meeple.Rng>"
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyBytes>,)> {
        let restore = py.get_type::<Rng>().getattr("_restore")?;
        Ok((restore, (PyBytes::new(py, &self.lock().to_bytes()),)))
    }

    #[staticmethod]
    fn _restore(bytes: &[u8]) -> PyResult<Self> {
        let stream = Stream::from_bytes(bytes).ok_or_else(|| bad_argument("these are not the bytes of an Rng"))?;
        Ok(stream.into())
    }
}
