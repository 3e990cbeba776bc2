"""Draws the pictures of this folder with the library itself: `make images`."""

from __future__ import annotations

from pathlib import Path

import meeple

HERE = Path(__file__).parent


def african_park() -> str:
    """The last full row of a game between two seats that play by the game's policy."""
    record = meeple.play(meeple.load("african_park", seats=2), [meeple.PolicyAgent(), meeple.PolicyAgent()], seed=7)
    rows = [state for state in record.replay() if state.seat is not None and len(state.view(0)["row"]) == 2]
    return rows[-1].svg()


PICTURES = {"african_park.svg": african_park}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8", newline="\n")
