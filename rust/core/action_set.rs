//! Sets of action ids as bits, so that move generation is a handful of word operations and never allocates.

/// An action's id: `0..num_actions`, fixed for a game and its options, of one meaning in every position.
pub type ActionId = u16;

/// A set of action ids that is read in ascending order.
pub trait ActionSet: Clone + Default {
    /// The smallest id that does not fit.
    const CAPACITY: usize;

    /// Adds an id.
    fn insert(&mut self, id: ActionId);
    /// Adds `first + i` for every set bit `i` of `bits`.
    fn insert_block(&mut self, first: ActionId, bits: u64);
    /// Whether the id is in the set; `false` for ids that do not fit.
    fn contains(&self, id: ActionId) -> bool;
    /// How many ids there are.
    fn len(&self) -> usize;
    /// The id that has exactly `index` smaller ones, for `index < len()`.
    fn nth(&self, index: usize) -> ActionId;
    /// The 64-bit words, lowest ids first.
    fn words(&self) -> &[u64];

    /// Whether there is no id.
    fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The ids in ascending order.
    fn iter(&self) -> Ids<'_> {
        ids(self.words())
    }
}

/// The ids whose bits are set in these words, ascending.
pub fn ids(words: &[u64]) -> Ids<'_> {
    Ids { words, next: 0, word: 0, left: words.iter().map(|word| word.count_ones() as usize).sum() }
}

/// Walks set bits, lowest first.
#[derive(Clone, Debug)]
pub struct Ids<'a> {
    words: &'a [u64],
    /// The index of the next word to look at.
    next: usize,
    /// What is left of the word before it.
    word: u64,
    left: usize,
}

impl Iterator for Ids<'_> {
    type Item = ActionId;

    #[inline]
    fn next(&mut self) -> Option<ActionId> {
        while self.word == 0 {
            self.word = *self.words.get(self.next)?;
            self.next += 1;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        self.left -= 1;
        Some(((self.next - 1) * 64 + bit) as ActionId)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Ids<'_> {}

/// An [`ActionSet`] of `64 * WORDS` ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for BitSet<WORDS> {
    fn default() -> Self {
        BitSet([0; WORDS])
    }
}

impl<const WORDS: usize> ActionSet for BitSet<WORDS> {
    const CAPACITY: usize = WORDS * 64;

    #[inline]
    fn insert(&mut self, id: ActionId) {
        self.0[usize::from(id) / 64] |= 1 << (id % 64);
    }

    #[inline]
    fn insert_block(&mut self, first: ActionId, bits: u64) {
        let (word, shift) = (usize::from(first) / 64, first % 64);
        self.0[word] |= bits << shift;
        let spilled = if shift == 0 { 0 } else { bits >> (64 - shift) };
        if spilled != 0 {
            self.0[word + 1] |= spilled;
        }
    }

    #[inline]
    fn contains(&self, id: ActionId) -> bool {
        self.0.get(usize::from(id) / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    #[inline]
    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn nth(&self, mut index: usize) -> ActionId {
        for (position, &word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if index < here {
                return (position * 64) as ActionId + nth_bit(word, index);
            }
            index -= here;
        }
        debug_assert!(false, "nth() past the end of the set");
        0
    }

    #[inline]
    fn words(&self) -> &[u64] {
        &self.0
    }
}

/// The place of the set bit that has `index` set bits below it.
#[inline]
fn nth_bit(mut word: u64, index: usize) -> ActionId {
    for _ in 0..index {
        word &= word - 1;
    }
    word.trailing_zeros() as ActionId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_crosses_a_word_lands_whole() {
        let mut set = BitSet::<2>::default();
        set.insert_block(61, 0b101101);
        assert_eq!(set.iter().collect::<Vec<_>>(), [61, 63, 64, 66]);
        assert_eq!((0..set.len()).map(|index| set.nth(index)).collect::<Vec<_>>(), [61, 63, 64, 66]);
    }

    #[test]
    fn ids_that_do_not_fit_are_not_in_the_set() {
        let mut set = BitSet::<1>::default();
        set.insert(63);
        assert!(set.contains(63) && !set.contains(64) && !set.contains(u16::MAX) && !set.is_empty());
    }
}
