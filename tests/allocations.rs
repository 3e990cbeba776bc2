//! Playing touches no heap: counted, not believed.

mod common;

use std::hint::black_box;
use std::sync::Arc;

use allocation_counter::measure;
use common::every_setup;
use meeple::batch::playout;
use meeple::core::{Frame, Game, Node, Policy, Position, Rng, Writer};
use meeple::games::{Visitor, visit};

const POLICIES: [Policy; 2] = [Policy::Uniform, Policy::Heuristic];

/// Counts what each operation allocates over the positions of some games, by the name of the operation.
struct Count;

impl Visitor for Count {
    type Output = Vec<(&'static str, u64)>;

    fn visit<G: Game>(self, position: &Position<G>) -> Self::Output {
        let rules = position.rules();
        let states = met(rules);
        assert!(states.iter().any(|state| rules.node(state) == Node::Terminal) && states.len() > 10);
        let mut out = vec![0.0; rules.facts().observation.size()];
        let mut rng = Rng::new(1);
        let seats = 0..rules.seats();
        let mut counts = Vec::new();
        let mut count = |name, each: &mut dyn FnMut(&G::State)| {
            counts.push((name, measure(|| states.iter().for_each(each)).count_total));
        };
        count("node", &mut |state| _ = black_box(rules.node(state)));
        count("legal", &mut |state| _ = black_box(rules.legal(state)));
        count("is_legal", &mut |state| _ = black_box(rules.is_legal(state, 3)));
        count("for_each_outcome", &mut |state| rules.for_each_outcome(state, |id, weight| _ = black_box((id, weight))));
        for policy in POLICIES {
            count("choose and apply_action_unchecked", &mut |state| {
                if let Node::Decision(_) = rules.node(state) {
                    let (mut next, action) = (*state, rules.choose(state, policy, &mut rng));
                    rules.apply_action_unchecked(&mut next, action);
                    black_box(next);
                }
            });
        }
        count("sample_outcome and apply_outcome_unchecked", &mut |state| {
            if rules.node(state) == Node::Chance {
                let (mut next, outcome) = (*state, rules.sample_outcome(state, &mut rng));
                rules.apply_outcome_unchecked(&mut next, outcome);
                black_box(next);
            }
        });
        count("settle", &mut |state| _ = black_box(rules.settle(&mut { *state }, &mut rng)));
        count("results", &mut |state| {
            black_box((rules.scores(state), rules.ranking(state), rules.returns(state), rules.is_truncated(state)));
            black_box(rules.evaluate(state));
        });
        count("redacted and resample", &mut |state| {
            for seat in seats.clone() {
                black_box((rules.redacted(state, seat), rules.resample(state, seat, &mut rng)));
            }
        });
        count("observe", &mut |state| {
            for (seat, frame) in seats.clone().flat_map(|seat| Frame::WORDS.map(|(_, frame)| (seat, frame))) {
                rules.observe(state, &mut Writer::new(&mut out, seat, frame));
            }
        });
        count("position_key", &mut |state| _ = black_box(rules.position_key(state)));
        for policy in POLICIES {
            // From every position met, the start among them.
            count("playout", &mut |state| _ = black_box(playout(rules, &mut { *state }, policy, &mut rng)));
        }
        counts
    }
}

/// The positions of four games.
fn met<G: Game>(rules: &G) -> Vec<G::State> {
    let mut states = Vec::new();
    for index in 0..4 {
        let (mut state, mut rng) = (rules.start(), Rng::stream(2, &[index]));
        loop {
            states.push(state);
            match rules.node(&state) {
                Node::Decision(_) => {
                    let action = rules.choose(&state, POLICIES[index as usize % 2], &mut rng);
                    rules.apply_action_unchecked(&mut state, action);
                }
                Node::Chance => {
                    let outcome = rules.sample_outcome(&state, &mut rng);
                    rules.apply_outcome_unchecked(&mut state, outcome);
                }
                Node::Terminal => break,
            }
        }
    }
    states
}

#[test]
fn nothing_that_plays_allocates() {
    for (label, game) in every_setup() {
        for (operation, allocations) in visit(game.start().as_ref(), Count) {
            assert_eq!(allocations, 0, "{label}: {operation}");
        }
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(black_box(Box::new(1)))).count_total, 1);
}

struct Size;

impl Visitor for Size {
    type Output = usize;

    fn visit<G: Game>(self, _position: &Position<G>) -> usize {
        fn copied<T: Copy>() -> usize {
            size_of::<T>()
        }
        assert!(!std::mem::needs_drop::<G::State>());
        copied::<G::State>()
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the sizes are for whoever asks with --nocapture")]
fn a_state_is_copied_and_takes_at_most_one_kibibyte() {
    for (label, game) in every_setup() {
        let size = visit(Arc::clone(&game).start().as_ref(), Size);
        println!("{label}: a state takes {size} bytes");
        assert!((1..=1024).contains(&size) && size == game.state_size(), "{label}: {size} bytes");
    }
}
