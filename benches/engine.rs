//! The engine alone, without Python: what one call costs, what a game costs, and how far that is from a loop written by hand.

#[path = "../tests/common/trees.rs"]
mod trees;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use meeple::batch::playout;
use meeple::core::{Datum, DatumKind, Frame, Game, Node, Policy, Position, Quiet, Rng, Writer};
use meeple::games::{DEFINITIONS, Visitor, load, visit};
use trees::trees;

/// What of a game is measured: every operation, one call at a time, over positions met in random games.
struct Operations<'a> {
    criterion: &'a mut Criterion,
    name: String,
}

/// The positions of this many games.
const GAMES: u64 = 32;

impl Visitor for Operations<'_> {
    type Output = ();

    fn visit<G: Game>(self, position: &Position<G>) {
        let rules = position.rules();
        let states = met(rules);
        let decisions: Vec<G::State> =
            states.iter().copied().filter(|state| matches!(rules.node(state), Node::Decision(_))).collect();
        let mut rng = Rng::new(1);
        let steps: Vec<_> = decisions.iter().map(|state| rules.choose(state, Policy::Uniform, &mut rng)).collect();
        let mut observation = vec![0.0; rules.facts().observation.size()];

        let mut group = self.criterion.benchmark_group(self.name);
        group.throughput(Throughput::Elements(decisions.len() as u64));
        group.bench_function("copy", |bencher| {
            bencher.iter(|| decisions.iter().for_each(|state| _ = black_box(*black_box(state))));
        });
        group.bench_function("legal", |bencher| {
            bencher.iter(|| decisions.iter().for_each(|state| _ = black_box(rules.legal(black_box(state)))));
        });
        group.bench_function("copy and apply", |bencher| {
            bencher.iter(|| {
                for (state, &action) in decisions.iter().zip(&steps) {
                    let mut next = *black_box(state);
                    rules.apply_action_unchecked(&mut next, action);
                    black_box(&next);
                }
            });
        });
        group.bench_function("observe", |bencher| {
            bencher.iter(|| {
                for state in &decisions {
                    rules.observe(black_box(state), &mut Writer::new(&mut observation, 0, Frame::Egocentric));
                    black_box(&mut observation);
                }
            });
        });
        group.bench_function("redacted", |bencher| {
            bencher.iter(|| decisions.iter().for_each(|state| _ = black_box(rules.redacted(black_box(state), 0))));
        });
        group.throughput(Throughput::Elements(1));
        for (word, policy) in Policy::WORDS {
            if policy == Policy::Uniform || G::DEFINITION.has_policy {
                group.bench_function(format!("playout, {word}"), |bencher| {
                    let mut rng = Rng::new(2);
                    bencher.iter(|| {
                        let mut state = rules.start();
                        black_box(playout(rules, &mut state, policy, &mut rng))
                    });
                });
            }
        }
        group.finish();
    }
}

fn met<G: Game>(rules: &G) -> Vec<G::State> {
    let mut states = Vec::new();
    for index in 0..GAMES {
        let (mut state, mut rng) = (rules.start(), Rng::stream(3, &[index]));
        loop {
            rules.settle(&mut state, &mut rng);
            states.push(state);
            if rules.node(&state) == Node::Terminal {
                break;
            }
            let action = rules.choose(&state, Policy::Uniform, &mut rng);
            rules.apply_action_unchecked(&mut state, action);
        }
    }
    states
}

fn no_options() -> Datum {
    DatumKind::Table(Vec::new()).into()
}

/// The largest tree of a game's table, with its counts checked.
fn perft(criterion: &mut Criterion, game: &str) {
    let tree = trees(game).into_iter().max_by_key(|tree| tree.counts.decisions + tree.counts.chance).expect("a tree");
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10).throughput(Throughput::Elements(tree.counts.leaves + tree.counts.terminals));
    group.bench_function(format!("{}, depth {}", tree.name, tree.depth), |bencher| {
        bencher.iter(|| assert_eq!(tree.position.perft(tree.depth, &mut Quiet), Ok(tree.counts)));
    });
    group.finish();
}

// --- the ceiling ---

/// Random Connect Four with nothing but what it takes: two bitboards and xorshift. What the engine's playout is held against.
mod by_hand {
    const TOPS: u64 = 0x8102_0408_1020;
    const FULL: u64 = 0xfdfb_f7ef_dfbf;

    pub struct Xorshift(pub u64);

    impl Xorshift {
        fn below(&mut self, bound: u32) -> u32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
        }
    }

    fn wins(discs: u64) -> bool {
        let line = |step: u32| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step)) != 0
        };
        line(1) || line(7) || line(6) || line(8)
    }

    /// Plays one game; returns its length.
    pub fn rollout(random: &mut Xorshift) -> u32 {
        let (mut own, mut other, mut length) = (0u64, 0u64, 0);
        loop {
            let occupied = own | other;
            let mut open = !occupied & TOPS;
            for _ in 0..random.below(open.count_ones()) {
                open &= open - 1;
            }
            let column = open.trailing_zeros() / 7 * 7;
            own |= (occupied + (1 << column)) & (0x3f << column);
            length += 1;
            if wins(own) || own | other == FULL {
                return length;
            }
            (own, other) = (other, own);
        }
    }
}

/// Both loops in turns, so that whatever else the machine does slows both; and their plies a game, which must agree.
struct Ceiling;

impl Visitor for Ceiling {
    type Output = ();

    #[expect(clippy::print_stdout, reason = "the ratio is what this bench is for")]
    fn visit<G: Game>(self, position: &Position<G>) {
        const TURNS: u32 = 40;
        const GAMES: u32 = 10_000;
        let rules = position.rules();
        let (mut rng, mut random) = (Rng::new(4), by_hand::Xorshift(0x9e37_79b9_7f4a_7c15));
        let mut engine = || {
            let mut state = *position.state();
            let length = playout(rules, &mut state, Policy::Uniform, &mut rng);
            black_box(state);
            length.decisions
        };
        let mut by_hand = || by_hand::rollout(&mut random);
        let mut loops: [&mut dyn FnMut() -> u64; 2] =
            [&mut || (0..GAMES).map(|_| u64::from(engine())).sum(), &mut || {
                (0..GAMES).map(|_| u64::from(by_hand())).sum()
            }];
        let (mut best, mut plies) = ([f64::INFINITY; 2], [0; 2]);
        for _ in 0..TURNS {
            for (index, games) in loops.iter_mut().enumerate() {
                let started = Instant::now();
                plies[index] += games();
                best[index] = best[index].min(started.elapsed().as_secs_f64() * 1e9 / f64::from(GAMES));
            }
        }
        let [length, by_hand] = plies.map(|plies| plies as f64 / f64::from(TURNS * GAMES));
        assert!((length - by_hand).abs() < 0.1, "{length} and {by_hand} plies a game");
        let [engine, by_hand] = best;
        println!(
            "connect_four, a random game of {length:.1} plies: engine {engine:.0} ns, by hand {by_hand:.0} ns, ratio {:.2}",
            engine / by_hand
        );
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    for definition in DEFINITIONS {
        for seats in [definition.min_seats, definition.max_seats] {
            let name = format!("{}, {seats} seats", definition.name);
            let game = load(definition.name, Some(seats.into()), &no_options(), None).expect("the default game");
            visit(game.start().as_ref(), Operations { criterion: &mut criterion, name });
            if definition.min_seats == definition.max_seats {
                break;
            }
        }
        perft(&mut criterion, definition.name);
    }
    criterion.final_summary();
    let connect_four = load("connect_four", None, &no_options(), None).expect("the default game");
    visit(connect_four.start().as_ref(), Ceiling);
}
