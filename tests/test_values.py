"""Copies, pickles, hashes and threads: values behave as values, in every process."""

from __future__ import annotations

import contextlib
import copy
import multiprocessing
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import meeple
from tests.support import every_variant, some


def walk(game: meeple.Game, seed: int) -> list[meeple.State]:
    """Every position of a random game, chance nodes included."""
    rng = meeple.Rng(seed)
    states = [game.start()]
    while not states[-1].is_terminal:
        state = states[-1]
        steps = state.legal_actions() or state.chance_outcomes()[0].tolist()
        states.append(state.apply(rng.choice(steps)))
    return states


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()))
def test_every_position_survives_pickle_copy_and_json(name: str, seats: int, options: dict[str, Any]) -> None:
    game = meeple.load(name, seats=seats, **options)
    snapshots = [(state, state.to_json(), hash(state)) for state in some(walk(game, 4), 120)]
    for state, text, number in snapshots:
        protocol = 2 + len(text) % 4
        for again in (pickle.loads(pickle.dumps(state, protocol)), copy.copy(state), copy.deepcopy(state)):
            assert again == state
            assert hash(again) == number
            assert again.game == game
        # Nothing that was played since has reached back into the older positions.
        assert state.to_json() == text
        assert game.from_json(text) == state
    assert len({text for _, text, _ in snapshots}) == len(snapshots)
    assert len({state for state, _, _ in snapshots}) == len(snapshots)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_every_class_pickles_and_copies_live(protocol: int) -> None:
    game = meeple.load("african_park", seats=3, slid_water="dies")
    rng = meeple.Rng.stream(9, 1, 2)
    rng.next_u64()
    env = meeple.Env(game, 8)
    for _ in range(9):
        env.step(env.legal_actions()[-1])
    record = meeple.play(game, [meeple.RandomAgent(), meeple.PolicyAgent(), meeple.RandomAgent()], seed=3)

    def pickled(value: Any) -> Any:
        return pickle.loads(pickle.dumps(value, protocol))

    copies: list[Callable[[Any], Any]] = [pickled, copy.copy, copy.deepcopy]
    for copied in copies:
        assert copied(game) == game
        assert copied(record) == record
        assert copied(record).to_line() == record.to_line()
        assert copied(rng) == rng
        again, mine = copied(rng), copied(rng)
        assert [again.next_u64() for _ in range(5)] == [mine.next_u64() for _ in range(5)]
        live = copied(env)
        assert live.state == env.state
        before = env.state
        future, same = copied(env), copied(env)
        while not future.is_terminal:
            action = future.legal_actions()[0]
            future.step(action)
            same.step(action)
            assert future.state == same.state
        assert env.state == before


def test_equal_positions_of_other_rules_differ() -> None:
    start = meeple.load("african_park").start()
    assert start == meeple.load("african_park").start()
    assert start != meeple.load("african_park", free_card_choice=False).start()
    assert start != meeple.load("connect_four").start()
    assert start != 3
    assert meeple.load("african_park") != meeple.load("african_park", seats=3)


def play_by_seed(job: tuple[meeple.State, int]) -> str:
    """A game of random agents, as its record."""
    start, seed = job
    record = meeple.play(start, [meeple.RandomAgent()] * start.game.seats, seed=seed)
    counted = meeple.playouts(start, 600, seed=seed, num_threads=2, progress=False)
    return f"{record.to_line()} {counted.scores.sum()} {meeple.perft(start, 3, progress=False)}"


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_other_processes_play_the_same_games(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        method = "spawn"
    # Threads were used before the processes start, and are used in them.
    jobs = [(meeple.load(name).start(), seed) for name in meeple.games() for seed in (1, 2)]
    here = [play_by_seed(job) for job in jobs]
    with multiprocessing.get_context(method).Pool(2) as pool:
        there = pool.map_async(play_by_seed, jobs).get(timeout=60)
    assert there == here
    assert len(set(here)) == len(here)


def test_threads_share_a_state_an_env_and_a_generator() -> None:
    game = meeple.load("african_park", seats=4)
    state, env, rng = game.start().settle(meeple.Rng(2)), meeple.Env(game, 2), meeple.Rng(2)
    expected = state.to_json()
    failures: list[BaseException] = []

    def hammer(seed: int) -> None:
        own = meeple.Rng(seed)
        try:
            for _ in range(200):
                assert state.to_json() == expected
                state.apply(own.choice(state.legal_actions())).settle(rng)
                state.observation(0)
                if env.is_terminal:
                    env.reset()
                # Where another thread was faster, the action is stale and the env sound.
                with contextlib.suppress(meeple.IllegalActionError):
                    env.step(env.sample_action(own))
                copy.copy(env)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=hammer, args=(seed,)) for seed in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert game.from_json(env.state.to_json()) == env.state


def test_env_agrees_with_settled_states() -> None:
    for name, seats, options in every_variant():
        game = meeple.load(name, seats=seats, **options)
        env, choices = meeple.Env(game, 12), meeple.Rng(1)
        # The chance of an env is the stream of its seed and of its place in a batch, which is 0.
        chance = meeple.Rng.stream(12, 0)
        state = game.start().settle(chance)
        while not state.is_terminal:
            assert env.state == state
            assert (env.seat, env.legal_actions()) == (state.seat, state.legal_actions())
            assert env.rewards == (0.0,) * seats
            assert np.array_equal(env.observation(), state.observation(env.seat or 0))
            action = choices.choice(state.legal_actions())
            env.step(action)
            state = state.apply(action).settle(chance)
        assert env.state == state
        assert env.is_terminal
        assert env.rewards == env.returns == state.returns
        with pytest.raises(meeple.IllegalActionError):
            env.step(0)
        env.reset(12)
        assert env.state == game.start().settle(meeple.Rng.stream(12, 0))


def test_seeds() -> None:
    assert meeple.Rng(5) == meeple.Rng(5) != meeple.Rng(6)
    assert len({meeple.Rng().next_u64() for _ in range(32)}) == 32
    game = meeple.load("african_park")
    starts = {meeple.Env(game, seed).state for seed in range(64)}
    assert len(starts) > 35  # of 64 possible draws of a first seat's cards
    assert meeple.Env(game, 7).state == meeple.Env(game, 7).state
    env = meeple.Env(game, 7)
    for _ in range(20):
        env.step(env.legal_actions()[0])
    env.reset(7)
    assert env.state == meeple.Env(game, 7).state
