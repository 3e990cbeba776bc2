//! The one random generator: xoshiro256++, whose every use here is pinned.
//!
//! The bounded draw and the derivation of streams are spelled out below rather than taken from a library whose next release may
//! draw otherwise: the same seed must give the same game on every platform and in every later version of a game's rules.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};
use serde::{Deserialize, Serialize};

/// A stream of random numbers that belongs to the caller: no game, state, thread or process owns one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self::stream(seed, &[])
    }

    /// The stream of a seed and a path of numbers, such as (game index, seat, ply). Different paths give unrelated streams.
    pub fn stream(seed: u64, path: &[u64]) -> Self {
        // Four lanes absorb the words one by one, each through SplitMix64, and together make the 256-bit state.
        let mut lanes = [1u64, 2, 3, 4];
        let length = path.len() as u64;
        for &word in [seed, length].iter().chain(path) {
            for lane in &mut lanes {
                *lane = SplitMix64::seed_from_u64(*lane ^ word).next_u64();
            }
        }
        let mut seed = [0u8; 32];
        for (bytes, lane) in seed.chunks_exact_mut(8).zip(lanes) {
            bytes.copy_from_slice(&lane.to_le_bytes());
        }
        Rng(Xoshiro256PlusPlus::from_seed(seed))
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number uniform on `0..bound`, exactly, by Lemire's multiplication with rejection. `bound` must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0, "nothing lies below 0");
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// A number uniform on [0, 1): the top 53 bits of the next 64.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// The generator with its place in the stream, as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// The generator of such bytes; `None` for others, and for the state of zeros alone, which never leaves zero.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok().filter(|_| bytes.iter().any(|&byte| byte != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_xoshiro256plusplus() {
        // First outputs of the authors' C code for the state 1, 2, 3, 4.
        let mut seed = [0u8; 32];
        for (bytes, word) in seed.chunks_exact_mut(8).zip(1u64..) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut rng = Rng(Xoshiro256PlusPlus::from_seed(seed));
        assert_eq!([rng.next_u64(), rng.next_u64(), rng.next_u64()], [41943041, 58720359, 3588806011781223]);
    }

    #[test]
    fn streams_with_different_paths_differ() {
        let first = |path: &[u64]| Rng::stream(7, path).next_u64();
        let all = [first(&[]), first(&[0]), first(&[0, 0]), first(&[1]), first(&[0, 1]), first(&[1, 0])];
        for (index, value) in all.iter().enumerate() {
            assert!(!all[..index].contains(value));
        }
    }

    #[test]
    fn bounded_draws_are_uniform() {
        let (mut rng, mut seen) = (Rng::new(1), [0u32; 6]);
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        // Five standard deviations of a binomial with n = 60,000 and p = 1/6.
        assert!(seen.iter().all(|count| count.abs_diff(10_000) < 457), "{seen:?}");
    }
}
