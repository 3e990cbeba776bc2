//! Observations as vectors of numbers: what each slice means, and how it is written.

use super::node::Seat;
use super::visibility::SeenBy;

/// In which order an observation lists the seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frame {
    /// The observing seat first, then clockwise.
    #[default]
    Egocentric,
    /// Seat 0 first, whoever observes.
    Absolute,
}

impl Frame {
    /// Both frames with the words used in Python.
    pub const WORDS: [(&'static str, Frame); 2] = [("egocentric", Frame::Egocentric), ("absolute", Frame::Absolute)];

    /// The seats in this frame's order, for an observer.
    #[inline]
    pub fn seats(self, observer: Seat, seats: u8) -> impl Iterator<Item = Seat> {
        let first = if self == Frame::Egocentric { observer } else { 0 };
        (0..seats).map(move |offset| (first + offset) % seats)
    }

    /// The place of a seat in this frame's order.
    #[inline]
    pub fn place(self, seat: Seat, observer: Seat, seats: u8) -> usize {
        let first = if self == Frame::Egocentric { observer } else { 0 };
        usize::from((seat + seats - first) % seats)
    }
}

/// A named part of an observation.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// Its name.
    pub name: &'static str,
    /// Its first index in the vector.
    pub start: usize,
    /// Its shape, row by row; the product is its length.
    pub shape: Vec<usize>,
    /// The smallest value.
    pub low: f32,
    /// The largest value.
    pub high: f32,
    /// Whether all seats observe the same there, or each its own.
    pub seen_by: SeenBy,
    /// What the numbers mean.
    pub doc: &'static str,
}

impl Slice {
    /// How many numbers it has.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The parts of an observation, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObservationSpec {
    slices: Vec<Slice>,
}

impl ObservationSpec {
    /// No parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part with values in `low..=high` after the others.
    pub fn slice(
        mut self,
        name: &'static str,
        shape: &[usize],
        (low, high): (f32, f32),
        seen_by: SeenBy,
        doc: &'static str,
    ) -> Self {
        let start = self.size();
        self.slices.push(Slice { name, start, shape: shape.to_vec(), low, high, seen_by, doc });
        self
    }

    /// The parts in order.
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.slices.last().map_or(0, |slice| slice.start + slice.len())
    }
}

/// Fills an observation from front to back.
pub struct Writer<'a> {
    rest: &'a mut [f32],
    /// Who observes.
    pub observer: Seat,
    /// In which order the seats are listed.
    pub frame: Frame,
}

impl<'a> Writer<'a> {
    /// Writes to `out`, for this seat, in this frame.
    pub fn new(out: &'a mut [f32], observer: Seat, frame: Frame) -> Self {
        Writer { rest: out, observer, frame }
    }

    /// Takes the next `count` numbers, set to zero.
    #[inline]
    pub fn block(&mut self, count: usize) -> &'a mut [f32] {
        let (block, rest) = std::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        block.fill(0.0);
        block
    }

    /// Writes one number.
    #[inline]
    pub fn number(&mut self, number: impl Into<f32>) {
        self.block(1)[0] = number.into();
    }

    /// Writes `count` numbers, a 1 at `index` and 0 elsewhere; all 0 for `None`.
    #[inline]
    pub fn one_hot(&mut self, count: usize, index: Option<usize>) {
        let block = self.block(count);
        if let Some(index) = index {
            block[index] = 1.0;
        }
    }

    /// How many numbers are still to be written.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }
}
