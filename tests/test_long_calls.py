"""Long native calls let other threads run, show how far they are, and end at Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import numpy as np
import pytest

import meeple
from meeple import _core

GAME = meeple.load("african_park", seats=4)

LONG_CALLS = {
    "perft": "meeple.perft(start, 60, progress=False)",
    "divide": "meeple.divide(start, 60, progress=False)",
    "playouts on one thread": "meeple.playouts(start, 10_000_000, 1, num_threads=1, progress=False)",
    "playouts on all cores": "meeple.playouts(start, 10_000_000, 1, progress=False)",
}


@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS)
def test_ctrl_c_ends_a_long_call(call: str) -> None:
    # A process started in the background may be born deaf to Ctrl-C: the first line gives it ears.
    script = f"""
import signal; signal.signal(signal.SIGINT, signal.default_int_handler)
import meeple
start = meeple.load("african_park", seats=4).start()
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "begun\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            process.send_signal(signal.SIGINT)
            # The call would take hours: only the interruption can end it within the time allowed here.
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (0, "interrupted\n", "")


@pytest.mark.parametrize(
    "call",
    [
        lambda tick: _core.run_perft(GAME.start(), 60, tick),
        lambda tick: _core.run_divide(GAME.start(), 60, tick),
        lambda tick: _core.run_playouts(GAME.start(), 10_000_000, 1, "uniform", 2, tick),
    ],
)
def test_what_a_progress_callback_raises_comes_out_as_itself(call: Callable[[Callable[[int], object]], object]) -> None:
    class EnoughError(Exception):
        pass

    heard: list[int] = []

    def tick(done: int) -> None:
        heard.append(done)
        if len(heard) == 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        call(tick)
    assert len(heard) == 3
    assert heard == sorted(heard)
    assert heard[-1] > 0


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1

    thread = threading.Thread(target=count)
    thread.start()
    seen: list[int] = []
    try:
        # With the GIL held the counting thread could not move between two callbacks of one call.
        _core.run_playouts(GAME.start(), 150_000, 1, "uniform", 1, lambda _: seen.append(ticks))
    finally:
        done.set()
        thread.join()
    assert len(seen) >= 2
    assert len(set(seen)) == len(seen)


def test_results_do_not_depend_on_threads() -> None:
    for name in meeple.games():
        one, many, other = (
            meeple.playouts(meeple.load(name), 2_000, seed, num_threads=threads, progress=False)
            for seed, threads in ((5, 1), (5, 7), (6, 1))
        )
        for column in ("scores", "returns", "decisions", "chance", "truncated"):
            assert np.array_equal(getattr(one, column), getattr(many, column)), column
        assert not np.array_equal(one.scores, other.scores)


def test_playouts_have_the_shapes_they_promise() -> None:
    played = meeple.playouts(GAME, 300, seed=1, policy="heuristic", progress=False)
    assert played.scores.shape == (300, 4)
    assert played.scores.dtype == "int32"
    assert played.returns.shape == (300, 4)
    assert played.returns.dtype == "float64"
    assert played.decisions.shape == (300,)
    assert played.decisions.dtype == "uint32"
    assert played.truncated.shape == (300,)
    assert played.truncated.dtype == "bool"
    assert np.allclose(played.returns.sum(axis=1), 0)
    assert len(played) == 300
    assert "300 games" in played.summary()
    assert len(meeple.playouts(GAME, 0, seed=1)) == 0
    assert meeple.playouts(GAME, 0).summary() == "no games"


def test_sensible_play_scores_more() -> None:
    for seats in (2, 3, 4):
        game = meeple.load("african_park", seats=seats)
        by_chance = meeple.playouts(game, 1_000, seed=1, progress=False)
        sensible = meeple.playouts(game, 1_000, seed=1, policy="heuristic", progress=False)
        assert sensible.scores.mean() > by_chance.scores.mean() + 5
