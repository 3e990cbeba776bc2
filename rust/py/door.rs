//! The one door out of Python: long work runs without the GIL, shows how far it is, and stops at Ctrl-C.

use std::time::{Duration, Instant};

use meeple::core::{Interrupted, Pulse};
use pyo3::prelude::*;

/// How often Python hears of work that is under way.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs work without the GIL. `tick` is called with the units done so far; what it raises, or Ctrl-C, ends the work.
pub(crate) fn away<T: Send>(
    py: Python<'_>,
    tick: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn Pulse) -> Result<T, Interrupted> + Send,
) -> PyResult<T> {
    py.detach(|| {
        let mut polite = Polite { tick, last: Instant::now(), raised: None };
        let result = work(&mut polite);
        match (result, polite.raised) {
            (Ok(value), None) => Ok(value),
            (_, Some(error)) => Err(error),
            (Err(Interrupted), None) => Err(pyo3::exceptions::PyKeyboardInterrupt::new_err("interrupted")),
        }
    })
}

struct Polite {
    tick: Option<Py<PyAny>>,
    last: Instant,
    raised: Option<PyErr>,
}

impl Pulse for Polite {
    fn beat(&mut self, done: u64) -> Result<(), Interrupted> {
        if self.last.elapsed() < INTERVAL {
            return Ok(());
        }
        self.last = Instant::now();
        let heard = Python::attach(|py| {
            py.check_signals()?;
            self.tick.as_ref().map_or(Ok(()), |tick| tick.call1(py, (done,)).map(drop))
        });
        heard.map_err(|error| {
            self.raised = Some(error);
            Interrupted
        })
    }
}
