//! Whole games played natively, from one position, by a policy in every seat.

use super::pool::run;
use crate::core::{Game, Interrupted, Node, PerSeat, Policy, Pulse, Rng};

/// What many playouts came to: one row a game, in the order of their indices.
#[derive(Clone, Debug, PartialEq)]
pub struct Playouts {
    /// Points, a game and a seat.
    pub scores: Vec<i32>,
    /// Returns, a game and a seat.
    pub returns: Vec<f64>,
    /// Decisions taken, a game.
    pub decisions: Vec<u32>,
    /// Chance outcomes drawn, a game.
    pub chance: Vec<u32>,
    /// Whether the game ended at a bound on its length.
    pub truncated: Vec<bool>,
}

/// How long one playout was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// Decisions taken.
    pub decisions: u32,
    /// Chance outcomes drawn.
    pub chance: u32,
}

/// Plays one game to its end. Never touches the heap.
#[inline]
pub fn playout<G: Game>(game: &G, state: &mut G::State, policy: Policy, rng: &mut Rng) -> Length {
    let mut length = Length::default();
    loop {
        match game.node(state) {
            Node::Decision(_) => {
                let action = game.choose(state, policy, rng);
                game.apply_action_unchecked(state, action);
                length.decisions += 1;
            }
            Node::Chance => {
                let outcome = game.sample_outcome(state, rng);
                game.apply_outcome_unchecked(state, outcome);
                length.chance += 1;
            }
            Node::Terminal => return length,
        }
    }
}

/// Games handed to a thread at a time.
const GAMES_A_TASK: usize = 256;

/// Plays `count` games from a state. Game `i` draws from the stream (seed, i) alone, so the results are the same for any number of
/// threads. The pulse counts games.
pub fn playouts<G: Game>(
    game: &G,
    state: &G::State,
    count: usize,
    policy: Policy,
    seed: u64,
    threads: usize,
    pulse: &mut dyn Pulse,
) -> Result<Playouts, Interrupted> {
    let seats = usize::from(game.seats());
    let mut all = Playouts {
        scores: vec![0; count * seats],
        returns: vec![0.0; count * seats],
        decisions: vec![0; count],
        chance: vec![0; count],
        truncated: vec![false; count],
    };
    let tasks = (0..)
        .step_by(GAMES_A_TASK)
        .zip(all.scores.chunks_mut(GAMES_A_TASK * seats))
        .zip(all.returns.chunks_mut(GAMES_A_TASK * seats))
        .zip(all.decisions.chunks_mut(GAMES_A_TASK))
        .zip(all.chance.chunks_mut(GAMES_A_TASK))
        .zip(all.truncated.chunks_mut(GAMES_A_TASK));
    run(tasks, threads, pulse, |(((((first, scores), returns), decisions), chance), truncated)| {
        for index in 0..decisions.len() {
            let mut rng = Rng::stream(seed, &[first + index as u64]);
            let mut end = *state;
            let length = playout(game, &mut end, policy, &mut rng);
            let own = index * seats..(index + 1) * seats;
            let (points, returned): (PerSeat<i32>, PerSeat<f64>) = (game.scores(&end), game.returns(&end));
            scores[own.clone()].copy_from_slice(&points);
            returns[own].copy_from_slice(&returned);
            decisions[index] = length.decisions;
            chance[index] = length.chance;
            truncated[index] = game.is_truncated(&end);
        }
        decisions.len() as u64
    })?;
    Ok(all)
}
