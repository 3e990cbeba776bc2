//! The same seed gives the same games, on any number of threads, and by a generator written down twice.

mod common;

use common::every_setup;
use meeple::batch::{Playouts, playouts};
use meeple::core::{ActionSet, Game, Node, PerSeat, Policy, Position, Quiet, Rng};
use meeple::games::{Visitor, visit};

/// Plays some games from a position.
struct Play {
    count: usize,
    policy: Policy,
    seed: u64,
    threads: usize,
}

impl Visitor for Play {
    type Output = Playouts;

    fn visit<G: Game>(self, position: &Position<G>) -> Playouts {
        let Play { count, policy, seed, threads } = self;
        playouts(position.rules(), position.state(), count, policy, seed, threads, &mut Quiet)
            .expect("nobody interrupts")
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (label, game) in every_setup() {
        let start = game.start();
        for policy in [Policy::Uniform, Policy::Heuristic] {
            // More than two tasks, the last one short.
            let play = |threads| visit(start.as_ref(), Play { count: 700, policy, seed: 0, threads });
            let one = play(1);
            assert_eq!(one.decisions.len(), 700);
            assert_eq!(one.scores.len(), one.returns.len());
            assert_eq!((play(2) == one, play(7) == one), (true, true), "{label}, {policy:?}");
        }
    }
}

#[test]
fn games_follow_from_their_seed_and_index_alone() {
    for (label, game) in every_setup() {
        let start = game.start();
        let play = |seed, count| visit(start.as_ref(), Play { count, policy: Policy::Uniform, seed, threads: 2 });
        let (one, same, other) = (play(5, 600), play(5, 600), play(6, 600));
        assert_eq!(one, same, "{label}");
        assert_ne!(one, other, "{label}: another seed plays the same games");
        let few = play(5, 300);
        assert_eq!(
            (&few.scores[..], &few.chance[..]),
            (&one.scores[..few.scores.len()], &one.chance[..300]),
            "{label}"
        );
        assert!(one.scores.chunks_exact(2).any(|pair| pair != &one.scores[..2]), "{label}: all games are one game");
    }
}

#[test]
fn the_start_is_left_as_it_was() {
    for (label, game) in every_setup() {
        let start = game.start();
        let before = start.duplicate();
        visit(start.as_ref(), Play { count: 3, policy: Policy::Heuristic, seed: 1, threads: 1 });
        assert!(start.same(before.as_ref()), "{label}");
    }
}

/// The generator once more, from the published description of SplitMix64 and xoshiro256++.
#[derive(Clone)]
struct Reference([u64; 4]);

fn splitmix64(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Reference {
    /// Four lanes that begin as 1 to 4 absorb the seed, the length of the path and the path.
    fn stream(seed: u64, path: &[u64]) -> Self {
        let words: Vec<u64> = [seed, path.len() as u64].into_iter().chain(path.iter().copied()).collect();
        Reference([1, 2, 3, 4].map(|lane| words.iter().fold(lane, |lane, word| splitmix64(lane ^ word))))
    }

    fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let mut next = [a, b, c ^ a, d ^ b];
        next[1] ^= next[2];
        next[0] ^= next[3];
        next[2] ^= b << 17;
        next[3] = next[3].rotate_left(45);
        self.0 = next;
        a.wrapping_add(d).rotate_left(23).wrapping_add(a)
    }

    /// The high half of a 128-bit product, drawn again while the low half lies below 2^64 modulo the bound.
    fn below(&mut self, bound: u64) -> u64 {
        let threshold = ((1u128 << 64) % u128::from(bound)) as u64;
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }
}

#[test]
fn streams_and_draws_are_those_of_the_description() {
    for (seed, path) in [(0, vec![]), (0, vec![0]), (1, vec![7]), (u64::MAX, vec![3, 1, 4, u64::MAX])] {
        let (mut rng, mut reference) = (Rng::stream(seed, &path), Reference::stream(seed, &path));
        for _ in 0..100 {
            assert_eq!(rng.next_u64(), reference.next(), "seed {seed}, path {path:?}");
        }
        // Bounds above 2^63 reject almost every other draw.
        for bound in (1..200).chain([1 << 32, (1 << 63) + 1, u64::MAX]) {
            assert_eq!(rng.below(bound), reference.below(bound), "bound {bound}");
        }
    }
    assert_eq!(Rng::new(9), Rng::stream(9, &[]));
}

/// Plays random games by the reference generator: an action by its place among the legal ones, an outcome by its weight.
struct ByHand {
    count: u64,
    seed: u64,
}

impl Visitor for ByHand {
    type Output = Playouts;

    fn visit<G: Game>(self, position: &Position<G>) -> Playouts {
        let rules = position.rules();
        let mut all =
            Playouts { scores: vec![], returns: vec![], decisions: vec![], chance: vec![], truncated: vec![] };
        for index in 0..self.count {
            let (mut state, mut rng) = (*position.state(), Reference::stream(self.seed, &[index]));
            let (mut decisions, mut chance) = (0, 0);
            loop {
                match rules.node(&state) {
                    Node::Terminal => break,
                    Node::Decision(_) => {
                        let legal: Vec<u16> = rules.legal(&state).iter().collect();
                        let action = legal[rng.below(legal.len() as u64) as usize];
                        rules.apply_action_unchecked(&mut state, action);
                        decisions += 1;
                    }
                    Node::Chance => {
                        let mut urn = Vec::new();
                        rules.for_each_outcome(&state, |id, weight| {
                            urn.extend(std::iter::repeat_n(id, weight as usize))
                        });
                        let outcome = urn[rng.below(urn.len() as u64) as usize];
                        rules.apply_outcome_unchecked(&mut state, outcome);
                        chance += 1;
                    }
                }
            }
            let (scores, returns): (PerSeat<i32>, PerSeat<f64>) = (rules.scores(&state), rules.returns(&state));
            all.scores.extend(scores.iter());
            all.returns.extend(returns.iter());
            all.decisions.push(decisions);
            all.chance.push(chance);
            all.truncated.push(rules.is_truncated(&state));
        }
        all
    }
}

#[test]
fn random_playouts_are_those_of_the_description() {
    for (label, game) in every_setup() {
        let start = game.start();
        // More games than one task has.
        for seed in [0, 1 << 60] {
            let native = visit(start.as_ref(), Play { count: 300, policy: Policy::Uniform, seed, threads: 2 });
            assert_eq!(native, visit(start.as_ref(), ByHand { count: 300, seed }), "{label}");
        }
    }
}
