//! Who sees which component: one table a game, from which everything that a seat can be shown derives.

use super::game::Game;
use super::node::Seat;

/// Who sees a component of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// Every seat.
    All,
    /// The seat that owns it; the others once the rules reveal it.
    Owner,
    /// No seat.
    Nobody,
}

impl SeenBy {
    /// The word used in Python.
    pub fn word(self) -> &'static str {
        match self {
            SeenBy::All => "all",
            SeenBy::Owner => "owner",
            SeenBy::Nobody => "nobody",
        }
    }
}

/// Who is shown the details of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Every seat.
    All,
    /// This seat alone.
    Only(Seat),
}

impl Audience {
    /// Whether this seat is shown the details.
    pub fn includes(self, seat: Seat) -> bool {
        match self {
            Audience::All => true,
            Audience::Only(only) => only == seat,
        }
    }
}

/// A row of a game's visibility table.
pub struct Component<G: Game> {
    /// The component, by its key in the position's JSON.
    pub name: &'static str,
    /// Who sees it.
    pub seen_by: SeenBy,
    /// Overwrites what the seat does not see with the game's mark for "unknown". Nothing to do where all see it.
    pub hide: fn(&G, &mut G::State, Seat),
}

impl<G: Game> Component<G> {
    /// A component that every seat sees.
    pub const fn public(name: &'static str) -> Self {
        Component { name, seen_by: SeenBy::All, hide: |_, _, _| {} }
    }
}
