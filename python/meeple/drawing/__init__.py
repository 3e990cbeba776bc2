"""Pictures of positions: one module a game, found by the game's name."""

from __future__ import annotations

import importlib
import json

from meeple._core import State

__all__ = ["draw"]


def draw(state: State, seat: int | None = None) -> str:
    """A position as a standalone SVG document: as a seat sees it, or all of it.

    The module ``meeple.drawing.<name of the game>`` draws it with its function ``svg(game, position)`` from the
    position as plain data, which is all that a drawing gets: a seat's picture shows no more than its view.

    Raises:
        OptionError: There is no such seat.
    """
    position = json.loads(state.to_json()) if seat is None else state.view(seat)
    module = importlib.import_module(f"meeple.drawing.{state.game.name}")
    return str(module.svg(state.game, position))
