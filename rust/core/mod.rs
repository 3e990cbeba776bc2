//! What every game shares: the [`Game`] trait and the vocabulary it speaks in.
//!
//! `core` knows no game. Games, batches and searches know `core` alone, so each of them works with all of the others.

mod action_set;
mod components;
mod data;
mod definition;
mod erased;
mod error;
mod game;
mod node;
mod observation;
mod options;
mod perft;
mod pulse;
mod record;
mod rng;
mod standing;
mod visibility;
mod vocabulary;

pub use action_set::{ActionId, ActionSet, BitSet, Ids, ids};
pub use components::{Components, Mark};
pub use data::{Cursor, Datum, Kind as DatumKind, Reason, Reasons, parse_json};
pub use definition::{Definition, Facts, Setup};
pub use erased::{AnyGame, AnyPosition, Position, load};
pub use error::{Error, ErrorKind, Refusal};
pub use game::{Game, OutcomeId, Policy, Step, Weight};
pub use node::{MAX_SEATS, Node, PerSeat, Seat};
pub use observation::{Frame, ObservationSpec, Slice, Writer};
pub use options::{OptionKind, OptionSpec, OptionValue, Options};
pub use perft::{Perft, divide, perft};
pub use pulse::{Interrupted, Pulse, Quiet};
pub use record::{Move, Outcome, Record, SeenMove};
pub use rng::Rng;
pub use standing::{ranks, returns_of_ranks};
pub use visibility::{Audience, Component, SeenBy};
pub use vocabulary::{Value, Vocabulary, VocabularyKind};
