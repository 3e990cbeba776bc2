//! Rules-exact engines for modern board games, with no Python in them.
//!
//! * [`core`]: what every game shares, above all the [`core::Game`] trait.
//! * [`games`]: one folder a game, each knowing `core` alone.
//! * [`batch`]: many games of one kind at once, generic over the trait.
#![forbid(unsafe_code)]

pub mod batch;
pub mod core;
pub mod games;
