//! The Python binding: converts, releases the GIL, calls the engine. No rule lives here.

mod convert;
mod counting;
mod door;
mod env;
mod errors;
mod game;
mod record;
mod rng;
mod state;

use pyo3::prelude::*;

// Every new state is a small allocation; with this allocator it costs about a tenth less of the whole call.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The compiled part of meeple. Import from `meeple`, which re-exports all of it.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::counting::{run_divide, run_perft, run_playouts};
    #[pymodule_export]
    use super::env::Env;
    #[pymodule_export]
    use super::game::{Game, games, load_text};
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::rng::Rng;
    #[pymodule_export]
    use super::state::State;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
