"""Exact counts of game trees, and games played natively by the thousand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from meeple import _core
from meeple.progress import progress_bar
from meeple.spec import Perft

__all__ = ["Playouts", "divide", "perft", "playouts"]


def perft(state: _core.State, depth: int, progress: bool | None = None) -> Perft:
    """Counts the game tree below a position, to a depth in plies (one decision or one chance outcome each).

    Args:
        state: Where the tree begins.
        depth: 0 to 100.
        progress: Whether to show the nodes visited; None shows them on a terminal if rich is installed.

    Raises:
        OptionError: The depth is out of range.
    """
    with progress_bar("perft", None, progress) as tick:
        return _core.run_perft(state, depth, tick)


def divide(state: _core.State, depth: int, progress: bool | None = None) -> dict[int, Perft]:
    """As `perft`, apart for each action or outcome that can come first; their sums are those of `perft`.

    The step itself is one ply of the depth, which is 1 to 100. Keys are action ids, or outcome ids at a chance node.
    """
    with progress_bar("divide", None, progress) as tick:
        return _core.run_divide(state, depth, tick)


@dataclass(frozen=True, eq=False)
class Playouts:
    """What many games came to, one row a game."""

    scores: NDArray[np.int32]
    """Points (games, seats)."""
    returns: NDArray[np.float64]
    """Returns (games, seats)."""
    decisions: NDArray[np.uint32]
    """Decisions taken (games,)."""
    chance: NDArray[np.uint32]
    """Chance outcomes drawn (games,)."""
    truncated: NDArray[np.bool_]
    """Whether the game ended at a bound on its length (games,)."""

    def __len__(self) -> int:
        return len(self.decisions)

    def summary(self) -> str:
        """Each seat's mean score, its standard deviation and the share of games it was best in; the mean length."""
        if len(self) == 0:
            return "no games"
        best = self.returns == self.returns.max(axis=1, keepdims=True)
        lines = [
            f"seat {seat}: score {self.scores[:, seat].mean():6.2f} (sd {self.scores[:, seat].std():5.2f}), "
            f"first or tied for it in {best[:, seat].mean():6.1%}"
            for seat in range(self.scores.shape[1])
        ]
        lines.append(
            f"{len(self)} games, {self.decisions.mean():.1f} decisions and {self.chance.mean():.1f} draws each"
        )
        return "\n".join(lines)


def playouts(
    start: _core.Game | _core.State,
    count: int,
    seed: SupportsIndex | None = None,
    policy: Literal["uniform", "heuristic"] = "uniform",
    num_threads: int | None = None,
    progress: bool | None = None,
) -> Playouts:
    """Plays many games natively from one position, with the same policy in every seat.

    Game ``i`` draws from the stream ``(seed, i)`` alone, so the results are the same for any number of threads.

    Args:
        start: A game, or a position of one.
        count: How many games, up to 10,000,000.
        seed: In 0..2**63-1; None takes one from the operating system.
        policy: ``"uniform"`` over the legal actions, or ``"heuristic"``, the game's own cheap policy.
        num_threads: All cores if left out.
        progress: Whether to show a bar; None shows it on a terminal if rich is installed.

    Raises:
        OptionError: An argument is out of range.
    """
    state = start if isinstance(start, _core.State) else start.start()
    with progress_bar(f"{state.game.title}, {policy}", count, progress) as tick:
        return Playouts(*_core.run_playouts(state, count, seed, policy, num_threads, tick))
