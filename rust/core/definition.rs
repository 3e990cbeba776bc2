//! What is known of a game before a position exists.

use super::components::Components;
use super::observation::ObservationSpec;
use super::options::{OptionSpec, Options};
use super::vocabulary::Vocabulary;

/// What holds for a game whatever its seats and options.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its name in code: lower case with underscores, also the name of its folders.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The fewest seats.
    pub min_seats: u8,
    /// The most seats.
    pub max_seats: u8,
    /// The seats used when none are asked for.
    pub default_seats: u8,
    /// Ids, hashes, records and random streams change only when this number does.
    pub rules_version: u32,
    /// Whether it is here to compare and to test against public exact answers rather than to be played.
    pub calibration: bool,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its default components file; `None` for games without a box.
    pub components: Option<&'static str>,
    /// Whether it brings a playout policy of its own; without one, the policy is uniform.
    pub has_policy: bool,
}

/// What holds once seats, options and components are chosen.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The actions. Their number and meaning never depend on the position.
    pub actions: Vocabulary,
    /// The chance outcomes; ids of their own.
    pub outcomes: Vocabulary,
    /// The most plies (decisions and chance outcomes together) a game can have.
    pub max_game_length: u32,
    /// The smallest return a seat can get.
    pub min_return: f64,
    /// The largest return a seat can get.
    pub max_return: f64,
    /// The parts of an observation.
    pub observation: ObservationSpec,
}

/// What was chosen when the game was loaded.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many seats play.
    pub seats: u8,
    /// Every option with its value.
    pub options: Options,
    /// The components file in effect.
    pub components: Option<Components>,
}
