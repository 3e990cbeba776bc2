"""Plays a game of African Park, shows how it ended, and counts a game tree.

python examples/quickstart.py
"""

from __future__ import annotations

import meeple


def main() -> None:
    game = meeple.load("african_park", seats=3)
    rng = meeple.Rng(7)

    # Chance is explicit: `settle` draws what is pending. A state never changes; `apply` gives the next one.
    state = game.start().settle(rng)
    while not state.is_terminal:
        state = state.apply(rng.choice(state.legal_actions())).settle(rng)
    print(state)
    print(f"\nscores {state.scores}, ranking {state.ranking}, returns {state.returns}\n")

    # The same between agents, recorded: a policy that knows a little against two that know nothing.
    record = meeple.play(game, [meeple.PolicyAgent(), meeple.RandomAgent(), meeple.RandomAgent()], seed=7)
    print(f"{record.agents} scored {record.scores} in {len(record.moves)} plies")
    assert record.replay()[-1].scores == record.scores

    # All ways to play the first plies of a game, counted.
    start = meeple.load("connect_four").start()
    for depth in range(1, 8):
        print(f"connect_four: {meeple.perft(start, depth).leaves:>7} ways to play {depth} plies")


if __name__ == "__main__":
    main()
