//! Ids: the sides, the animals with their columns, the animals that die.

use super::components::{KINDS, Kind, NAMES};
use super::state::COLUMNS;
use crate::core::{ActionId, Vocabulary};

/// Ways to choose the sides of three cards. AP 2.3
pub const SIDES: usize = 8;
const TAKE: usize = SIDES;
const BURY: usize = TAKE + KINDS * COLUMNS;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The side (0 or 1) of the cards D, E and F.
    Sides([u8; 3]),
    /// This animal goes on the free space of this column.
    Take(Kind, usize),
    /// This animal is taken and dies.
    Bury(Kind),
}

impl Action {
    /// The action of an id.
    #[inline]
    pub fn of_id(id: ActionId) -> Action {
        let id = usize::from(id);
        if id >= BURY {
            Action::Bury(id - BURY)
        } else if id >= TAKE {
            Action::Take((id - TAKE) / COLUMNS, (id - TAKE) % COLUMNS)
        } else {
            Action::Sides([2, 1, 0].map(|bit| (id >> bit & 1) as u8))
        }
    }
}

/// The id of taking an animal to column 0; the other columns follow.
#[inline]
pub fn take_id(kind: Kind) -> ActionId {
    (TAKE + kind * COLUMNS) as ActionId
}

/// The id of taking an animal that dies.
#[inline]
pub fn bury_id(kind: Kind) -> ActionId {
    (BURY + kind) as ActionId
}

pub(super) fn vocabulary() -> Vocabulary {
    let side = |id: usize, bit: usize| ["a", "b"][id >> bit & 1].into();
    let takes = NAMES.into_iter().flat_map(|name| (0..COLUMNS as i64).map(move |column| vec![name.into(), column.into()]));
    Vocabulary::new()
        .kind("sides", &["d", "e", "f"], (0..SIDES).map(|id| vec![side(id, 2), side(id, 1), side(id, 0)]))
        .kind("take", &["animal", "column"], takes)
        .kind("bury", &["animal"], NAMES.map(|name| vec![name.into()]))
}
