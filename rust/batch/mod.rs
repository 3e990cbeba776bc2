//! Many games of one kind at once, generic over the trait: knows `core` alone.

mod playouts;
mod pool;

pub use playouts::{Playouts, playout, playouts};
pub use pool::run;
