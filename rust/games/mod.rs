//! The games, a folder each, and the table of them.

use std::any::Any;
use std::sync::Arc;

use crate::core::{AnyGame, AnyPosition, Datum, Definition, Error, ErrorKind, Game, Position, load as load_game};

/// Makes the modules and the table out of `folder: Type` lines.
macro_rules! game_table {
    ($($folder:ident: $game:ident,)*) => {
        $(pub mod $folder;)*

        /// What is known of every game before it is loaded, in the order of the table.
        pub const DEFINITIONS: &[&Definition] = &[$(&<$folder::$game as Game>::DEFINITION),*];

        /// Loads a game by name: seats and components are the default where `None`.
        pub fn load(
            name: &str,
            seats: Option<i64>,
            options: &Datum,
            components: Option<&str>,
        ) -> Result<Arc<dyn AnyGame>, Error> {
            $(if name == <$folder::$game as Game>::DEFINITION.name {
                return load_game::<$folder::$game>(seats, options, components);
            })*
            Err(unknown(name))
        }

        /// Hands a position to code that is generic over the games.
        pub fn visit<V: Visitor>(position: &dyn AnyPosition, visitor: V) -> V::Output {
            let any: &dyn Any = position;
            $(if let Some(position) = any.downcast_ref::<Position<$folder::$game>>() {
                return visitor.visit(position);
            })*
            unreachable!("every position is of a game of the table")
        }
    };
}

// One line a game.
game_table! {
    african_park: AfricanPark,
    connect_four: ConnectFour,
    kuhn_poker: KuhnPoker,
}

/// Code that works for every game, told which one it is.
pub trait Visitor {
    /// What it answers.
    type Output;

    /// Does the work for a position of a known game.
    fn visit<G: Game>(self, position: &Position<G>) -> Self::Output;
}

fn unknown(name: &str) -> Error {
    let names: Vec<&str> = DEFINITIONS.iter().map(|definition| definition.name).collect();
    Error::new(ErrorKind::Option, format!("there is no game {name:?}; the games: {}", names.join(", ")))
}
