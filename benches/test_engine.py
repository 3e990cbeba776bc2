"""What single operations cost, by pytest-benchmark: `make bench`. Each bench checks what it counted."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import meeple
from tests.support import SEEDS, read_toml

GAMES = meeple.games()


def middle(name: str) -> meeple.State:
    """A decision in the middle of a game."""
    record = meeple.play(meeple.load(name), [meeple.RandomAgent()] * meeple.load(name).seats, seed=5)
    decisions = [state for state in record.replay() if state.node is meeple.Node.DECISION]
    return decisions[len(decisions) // 2]


@pytest.mark.parametrize("name", GAMES)
def test_state_loop(benchmark: Any, name: str) -> None:
    """A whole random game in a Python loop over `State`."""
    game = meeple.load(name)

    def play() -> meeple.State:
        rng = meeple.Rng(3)
        state = game.start().settle(rng)
        while not state.is_terminal:
            state = state.apply(rng.choice(state.legal_actions())).settle(rng)
        return state

    assert benchmark(play) == play()


@pytest.mark.parametrize("name", GAMES)
def test_env_loop(benchmark: Any, name: str) -> None:
    """A whole random game in a Python loop over `Env`."""
    env = meeple.Env(meeple.load(name), 3)

    def play() -> bool:
        rng = meeple.Rng(3)
        env.reset(3)
        while not env.is_terminal:
            env.step(env.sample_action(rng))
        return env.is_terminal

    assert benchmark(play)


@pytest.mark.parametrize("policy", ["uniform", "heuristic"])
@pytest.mark.parametrize("name", GAMES)
def test_playouts(benchmark: Any, name: str, policy: Any) -> None:
    """A thousand native playouts on one thread."""
    start = meeple.load(name).start()
    played = benchmark(meeple.playouts, start, 1_000, seed=1, policy=policy, num_threads=1, progress=False)
    again = meeple.playouts(start, 1_000, seed=1, policy=policy, num_threads=2, progress=False)
    assert np.array_equal(played.scores, again.scores)


@pytest.mark.parametrize("name", GAMES)
def test_perft(benchmark: Any, name: str) -> None:
    """The deepest entry of the game's perft table that has at most two million leaves."""
    rows = [
        (row["leaves"], row["depth"], entry)
        for entry in read_toml(SEEDS / name / "perft.toml")["perft"]
        for row in entry["counts"]
        if row["leaves"] <= 2_000_000
    ]
    leaves, depth, entry = max(rows, key=lambda row: row[0])
    game = meeple.load(name, seats=entry["seats"], **entry.get("options", {}))
    state = game.from_json(entry["position"]) if "position" in entry else game.start()
    assert benchmark(meeple.perft, state, depth, progress=False).leaves == leaves


@pytest.mark.parametrize("name", GAMES)
def test_legal_actions(benchmark: Any, name: str) -> None:
    state = middle(name)
    assert benchmark(state.legal_actions) == np.flatnonzero(state.legal_mask()).tolist()


@pytest.mark.parametrize("name", GAMES)
def test_apply(benchmark: Any, name: str) -> None:
    state = middle(name)
    action = state.legal_actions()[0]
    assert benchmark(state.apply, action) != state


@pytest.mark.parametrize("name", GAMES)
def test_clone(benchmark: Any, name: str) -> None:
    """`copy.copy` of an Env: a state is immutable and needs no clone."""
    env = meeple.Env(meeple.load(name), 3)
    assert benchmark(copy.copy, env).state == env.state


@pytest.mark.parametrize("name", GAMES)
def test_hash(benchmark: Any, name: str) -> None:
    state = middle(name)
    assert benchmark(hash, state) == hash(middle(name))


@pytest.mark.parametrize("name", GAMES)
def test_observation(benchmark: Any, name: str) -> None:
    state = middle(name)
    out = np.empty(state.game.observation_spec.size, np.float32)
    assert benchmark(state.observation, 0, "egocentric", out) is out


@pytest.mark.parametrize("name", GAMES)
def test_legal_mask(benchmark: Any, name: str) -> None:
    state = middle(name)
    out = np.empty(state.game.num_actions, bool)
    assert benchmark(state.legal_mask, out).sum() == len(state.legal_actions())


@pytest.mark.parametrize("name", GAMES)
def test_pickle(benchmark: Any, name: str) -> None:
    state = middle(name)
    assert benchmark(lambda: pickle.loads(pickle.dumps(state))) == state
