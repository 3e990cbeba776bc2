//! The position: the row, the deck, and a reserve a seat as one packed word.

use serde::Serialize;

use super::components::{KINDS, Kind};
use crate::core::Seat;

/// The most seats.
pub const SEATS: usize = 4;
/// Spaces of a reserve. AP 1.6
pub const SPACES: usize = 15;
/// Columns of a reserve. AP 4.2
pub const COLUMNS: usize = 6;
/// Fenced areas of a reserve. AP 1.6
pub const AREAS: usize = 4;
/// Spaces of each area.
pub const AREA_SIZE: [u8; AREAS] = [2, 3, 4, 6];
/// The area of each column.
pub const AREA_OF: [usize; COLUMNS] = [0, 1, 2, 2, 3, 3];
/// The columns of each area, one bit each.
pub const COLUMNS_OF: [u8; AREAS] = [0b00_0001, 0b00_0010, 0b00_1100, 0b11_0000];
/// Spaces of each column.
pub const HEIGHT: [usize; COLUMNS] = [2, 3, 2, 2, 3, 3];
/// The lowest space of each column; the others of the column follow upwards.
pub const BOTTOM: [usize; COLUMNS] = [0, 2, 5, 7, 9, 12];

/// The spaces of each area, as a half-open range.
pub const AREA_SPACES: [(usize, usize); AREAS] = [(0, 2), (2, 5), (5, 9), (9, 15)];

/// What a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Phase {
    /// The seat draws its next landscape card. AP 2.3
    Landscape,
    /// The seat chooses the sides of its three cards. AP 2.3
    Sides,
    /// The head ranger turns up the next animal of the row. AP 3.1
    Reveal,
    /// The seat takes an animal. AP 3.2
    Pick,
    /// The game has ended. AP 10.1
    Over,
}

impl Phase {
    /// Every phase with its word.
    pub const WORDS: [(&'static str, Phase); 5] = [
        ("landscape", Phase::Landscape),
        ("sides", Phase::Sides),
        ("reveal", Phase::Reveal),
        ("pick", Phase::Pick),
        ("over", Phase::Over),
    ];

    /// The word of this phase.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }
}

/// What becomes of a water animal that slides onto land. AP C6
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlidWater {
    /// It stays and scores as ever.
    Lives,
    /// It goes to the graveyard, and the column closes up again.
    Dies,
    /// It stays, worth nothing as long as it stands on land.
    Depressed,
}

impl SlidWater {
    /// The words of the option, the default first.
    pub const WORDS: [&'static str; 3] = ["lives", "dies", "depressed"];

    pub(super) fn of_word(word: &str) -> Self {
        match word {
            "dies" => SlidWater::Dies,
            "depressed" => SlidWater::Depressed,
            _ => SlidWater::Lives,
        }
    }
}

/// One of a seat's three landscape cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Landscape {
    /// Not drawn yet.
    #[default]
    Undrawn,
    /// Drawn, with its side still to be chosen.
    Drawn(u8),
    /// In place, with this side (0 or 1) up.
    Chosen(u8, u8),
}

impl Landscape {
    /// The card, once drawn.
    pub fn card(self) -> Option<u8> {
        match self {
            Landscape::Undrawn => None,
            Landscape::Drawn(card) | Landscape::Chosen(card, _) => Some(card),
        }
    }
}

/// The reserve of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Reserve {
    /// Four bits a space: 0 where it is empty, else the animal's kind plus 1. Columns fill bottom-up without gaps.
    pub spaces: u64,
    /// The cards of types D, E and F.
    pub landscape: [Landscape; 3],
    /// Dead animals, kind by kind. AP 7.1
    pub graveyard: [u8; KINDS],
}

impl Reserve {
    /// The animal on a space.
    #[inline]
    pub fn animal(&self, space: usize) -> Option<Kind> {
        match self.spaces >> (4 * space) & 0xf {
            0 => None,
            code => Some(code as usize - 1),
        }
    }

    /// Puts an animal on an empty space.
    #[inline]
    pub fn put(&mut self, space: usize, kind: Kind) {
        self.spaces |= (kind as u64 + 1) << (4 * space);
    }

    /// The codes of a column's animals, four bits each, the bottom one lowest.
    #[inline]
    pub fn codes(&self, column: usize) -> u64 {
        self.spaces >> (4 * BOTTOM[column]) & ((1 << (4 * HEIGHT[column])) - 1)
    }

    /// How many animals stand on a column.
    #[inline]
    pub fn stacked(&self, column: usize) -> usize {
        (64 - self.codes(column).leading_zeros() as usize).div_ceil(4)
    }

    /// The animals of a column, bottom first.
    pub fn column(&self, column: usize) -> impl Iterator<Item = Kind> + '_ {
        (BOTTOM[column]..BOTTOM[column] + HEIGHT[column]).map_while(|space| self.animal(space))
    }

    /// Replaces the animals of a column, bottom first, by `codes` (four bits each, no gaps).
    #[inline]
    pub fn restack(&mut self, column: usize, codes: u64) {
        let shift = 4 * BOTTOM[column];
        let mask = ((1 << (4 * HEIGHT[column])) - 1) << shift;
        self.spaces = self.spaces & !mask | codes << shift;
    }

    /// Whether every space is taken. AP 10.1
    #[inline]
    pub fn is_full(&self) -> bool {
        /// The lowest bit of every space.
        const LOWEST: u64 = 0x0111_1111_1111_1111;
        let pairs = self.spaces | self.spaces >> 1;
        (pairs | pairs >> 2) & LOWEST == LOWEST
    }

    /// How many animals died.
    pub fn dead(&self) -> i32 {
        self.graveyard.iter().map(|&count| i32::from(count)).sum()
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// What it waits for.
    pub phase: Phase,
    /// The seat that draws, chooses or picks; in the other phases the head ranger.
    pub seat: Seat,
    /// The start player of the round. AP 3.1
    pub head_ranger: Seat,
    /// Face-up animals, kind by kind. AP 3.1
    pub row: [u8; KINDS],
    /// Face-down animals, kind by kind.
    pub deck: [u8; KINDS],
    /// A reserve a seat.
    pub reserves: [Reserve; SEATS],
}

/// How many cards counts hold.
#[inline]
pub fn total(counts: &[u8; KINDS]) -> u32 {
    counts.iter().map(|&count| u32::from(count)).sum()
}
