//! The counts of `seeds/<game>/perft.toml`, which come from the plain Python twins, against the engine.

#[path = "common/trees.rs"]
mod trees;

use meeple::core::{Node, Perft, Quiet};
use meeple::games::DEFINITIONS;
use trees::{Tree, trees};

/// The largest tree that is walked where the engine is not optimised; the benches walk the largest of all.
const MOST_LEAVES: u64 = 1_000_000;

#[test]
fn the_engine_counts_what_the_twins_counted() {
    for definition in DEFINITIONS {
        let trees = trees(definition.name);
        let small = |tree: &&Tree| tree.counts.leaves + tree.counts.terminals <= MOST_LEAVES;
        let walked: Vec<&Tree> = trees.iter().filter(|tree| small(tree) || !cfg!(debug_assertions)).collect();
        assert!(!walked.is_empty(), "{} has no tree to walk", definition.name);
        for Tree { name, position, depth, counts } in walked {
            assert_eq!(position.perft(*depth, &mut Quiet), Ok(*counts), "{name}, depth {depth}");
            if *depth > 0 && position.node() != Node::Terminal {
                // The parts below each first ply make the whole.
                let mut sum = Perft::default();
                for (_, part) in position.divide(*depth, &mut Quiet).expect("nobody interrupts") {
                    sum += part;
                }
                assert_eq!(sum, *counts, "{name}, depth {depth}, divided");
            }
        }
    }
}
