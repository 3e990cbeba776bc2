"""Speed as ratios: the same work by meeple, by its peers and by its plain-Python twins, in one run.

Every row measures both sides in turn, several times, and keeps the best time of each. Both sides' work is counted, so
that nobody is fast by doing less. Bars are those the project has set itself.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import meeple
from tests.support import twin_of

Work = Callable[[], int]
"""Does the work once and returns how many units of it there were."""

ROUNDS = 7


@dataclass
class Row:
    """One comparison."""

    what: str
    unit: str
    ours: float
    theirs: float
    bar: float

    @property
    def ratio(self) -> float:
        """How many times faster we are."""
        return self.ours / self.theirs

    def __str__(self) -> str:
        verdict = "met" if self.ratio >= self.bar else "MISSED"
        ours, theirs = (f"{rate:,.0f} {self.unit}/s" for rate in (self.ours, self.theirs))
        return f"| {self.what} | {ours} | {theirs} | {self.ratio:.1f}x | {self.bar:g}x | {verdict} |"


def rates(ours: Work, theirs: Work, rounds: int = ROUNDS) -> tuple[float, float]:
    """Units a second of both, measured in turn; the best of some rounds each."""
    best = [0.0, 0.0]
    for _ in range(rounds):
        for side, work in enumerate((ours, theirs)):
            start = time.perf_counter()
            units = work()
            best[side] = max(best[side], units / (time.perf_counter() - start))
    return best[0], best[1]


def loop_over_states(games: int) -> int:
    """Whole games of connect four in a Python loop over `State`."""
    game = meeple.load("connect_four")
    turn = 0
    for _ in range(games):
        state = game.start()
        while not state.is_terminal:
            legal = state.legal_actions()
            state = state.apply(legal[turn % len(legal)])
            turn += 1
    return turn


def loop_over_pyspiel(pyspiel: Any, games: int) -> int:
    """The same loop over OpenSpiel's states."""
    game = pyspiel.load_game("connect_four")
    turn = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[turn % len(legal)])
            turn += 1
    return turn


def open_spiel_rows(pyspiel: Any) -> list[Row]:
    """Connect four against OpenSpiel."""
    assert loop_over_states(50) == loop_over_pyspiel(pyspiel, 50), "both sides play the same games"
    rows = [
        Row(
            "connect_four: Python loop, `State` against pyspiel's",
            "steps",
            *rates(lambda: loop_over_states(2_000), lambda: loop_over_pyspiel(pyspiel, 1_000)),
            3,
        )
    ]

    rng = random.Random(1)
    ours: list[tuple[meeple.State, int]] = []
    theirs: list[tuple[Any, int]] = []
    for _ in range(100):
        state, peer = meeple.load("connect_four").start(), pyspiel.load_game("connect_four").new_initial_state()
        while not state.is_terminal:
            assert state.legal_actions() == peer.legal_actions()
            action = rng.choice(state.legal_actions())
            ours.append((state, action))
            theirs.append((peer, action))
            state, peer = state.apply(action), peer.child(action)

    def apply_all() -> int:
        for state, action in ours:
            state.legal_actions()
            state.apply(action)
        return len(ours)

    def child_all() -> int:
        for state, action in theirs:
            state.legal_actions()
            state.child(action)
        return len(theirs)

    rows.append(
        Row(
            "connect_four: `legal_actions` + `apply` against `legal_actions` + `child`, positions of 100 games",
            "steps",
            *rates(apply_all, child_all, 40),
            6,
        )
    )

    start, peer = meeple.load("connect_four").start(), pyspiel.load_game("connect_four").new_initial_state()

    def our_playouts() -> int:
        return len(meeple.playouts(start, 200_000, seed=1, num_threads=1, progress=False))

    def their_rollouts(count: int = 10_000) -> int:
        # One simulation of its C++ search does nothing but evaluate the root, here by so many rollouts.
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        bot = pyspiel.MCTSBot(peer.get_game(), evaluator, 2.0, 1, 1, False, 1, False)
        bot.mcts_search(peer)
        return count

    rows.append(
        Row(
            "connect_four: native random playouts against C++ rollouts",
            "games",
            *rates(our_playouts, their_rollouts),
            20,
        )
    )
    return rows


def whole_games_of_the_twin(game: meeple.Game, games: int = 5) -> int:
    """Random games of the twin; returns the plies."""
    rng, plies = random.Random(1), 0
    for _ in range(games):
        twin = twin_of(game)
        while twin.node() != "terminal":
            outcomes = twin.outcomes()
            if outcomes:
                steps, weights = zip(*outcomes, strict=True)
                twin.apply(rng.choices(steps, weights)[0])
            else:
                twin.apply(rng.choice(twin.legal()))
            plies += 1
    return plies


def twin_rows() -> list[Row]:
    """Every game against its plain-Python twin, for every seat count."""
    rows = []
    for name in meeple.games():
        if meeple.load(name).calibration:
            continue
        for seats in meeple.load(name).seat_counts:
            game = meeple.load(name, seats=seats)

            def our_games(game: meeple.Game = game) -> int:
                played = meeple.playouts(game, 20_000, seed=1, num_threads=1, progress=False)
                return int(played.decisions.sum() + played.chance.sum())

            def twin_games(game: meeple.Game = game) -> int:
                return whole_games_of_the_twin(game)

            what = f"{name}, {seats} seats: native random playouts against the plain-Python twin"
            rows.append(Row(what, "plies", *rates(our_games, twin_games, 5), 300))
    return rows


def thread_rows() -> list[Row]:
    """Two threads against one."""
    rows = []
    for name in meeple.games():
        start = meeple.load(name).start()

        def on(threads: int, count: int, start: meeple.State = start) -> int:
            return len(meeple.playouts(start, count, seed=1, num_threads=threads, progress=False))

        clock = time.perf_counter()
        on(1, 20_000)
        count = int(20_000 * 0.3 / (time.perf_counter() - clock))  # as many as one thread plays in 0.3 s

        sides = rates(partial(on, 2, count), partial(on, 1, count))
        rows.append(Row(f"{name}: playouts on two threads against one", "games", *sides, 1.8))
    return rows


def main() -> None:
    """Prints the table."""
    print("| the same work | meeple | the other | ratio | bar | |\n|---|---|---|---|---|---|")
    try:
        import pyspiel
    except ImportError:
        print("| OpenSpiel is not installed: `make bench` installs it | | | | | skipped |")
    else:
        for row in open_spiel_rows(pyspiel):
            print(row, flush=True)
    for row in twin_rows() + thread_rows():
        print(row, flush=True)


if __name__ == "__main__":
    main()
