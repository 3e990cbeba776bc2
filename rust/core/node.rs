//! Whose turn it is, and vectors with one entry a seat.

use std::ops::{Deref, DerefMut};

/// A seat at the table, counted from 0. Seats sit clockwise in this order.
pub type Seat = u8;

/// The most seats any game has.
pub const MAX_SEATS: usize = 6;

/// What a position waits for. A property of the position, never of the game as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// This seat chooses among the legal actions; there is at least one.
    Decision(Seat),
    /// An outcome is drawn by the weights; there is at least one outcome.
    Chance,
    /// The game is over: no actions and no outcomes.
    Terminal,
}

/// One value a seat, without a heap. Reads as a slice of as many values as there are seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerSeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// The default value for each of `seats` seats.
    pub fn new(seats: u8) -> Self {
        PerSeat { values: [T::default(); MAX_SEATS], seats }
    }

    /// The value that `of` gives for each of `seats` seats.
    pub fn from_fn(seats: u8, mut of: impl FnMut(Seat) -> T) -> Self {
        let mut all = Self::new(seats);
        for seat in 0..seats {
            all.values[usize::from(seat)] = of(seat);
        }
        all
    }
}

impl<T> Deref for PerSeat<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values[..usize::from(self.seats)]
    }
}

impl<T> DerefMut for PerSeat<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..usize::from(self.seats)]
    }
}
