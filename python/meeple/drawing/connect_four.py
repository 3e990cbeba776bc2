"""Connect Four: the upright board with the discs in it."""

from __future__ import annotations

from typing import Any

from meeple._core import Game
from meeple.drawing.canvas import INK, MUTED, Canvas

__all__ = ["svg"]

_COLUMNS, _ROWS = 7, 6
_CELL = 64
_MARGIN = 24
_TOP = 84
_DISCS = {"x": ("#d8412f", "#8a1f13"), "o": ("#f4c430", "#94700c")}
_BOARD, _HOLE = "#2c62b4", "#e9f0fa"


def svg(game: Game, position: dict[str, Any]) -> str:
    """The picture of a position: red is x, seat 0; yellow is o, seat 1."""
    columns: list[list[str]] = position["columns"]
    status, winner = _status(columns)
    canvas = Canvas(_COLUMNS * _CELL + 2 * _MARGIN, _TOP + _ROWS * _CELL + 48, f"{game.title}: {status}")
    canvas.text(_MARGIN, 36, game.title, 20, font_weight="bold")
    canvas.text(_MARGIN, 60, status, 14, MUTED)
    canvas.rect(_MARGIN - 8, _TOP - 8, _COLUMNS * _CELL + 16, _ROWS * _CELL + 16, _BOARD, radius=14)
    for column in range(_COLUMNS):
        for row in range(_ROWS):
            x, y = _centre(column, row)
            disc = columns[column][row] if row < len(columns[column]) else None
            if disc is None:
                canvas.circle(x, y, 25, _HOLE)
                continue
            face, rim = _DISCS[disc]
            canvas.circle(x, y, 25, face)
            canvas.circle(x, y, 17, "none", stroke=rim, stroke_width=3)
            canvas.text(x, y + 6, disc, 17, rim, text_anchor="middle", font_weight="bold")
        canvas.text(_centre(column, 0)[0], _TOP + _ROWS * _CELL + 32, str(column), 14, INK, text_anchor="middle")
    for column, row in winner:
        x, y = _centre(column, row)
        canvas.circle(x, y, 25, "none", stroke="#ffffff", stroke_width=5)
    return canvas.svg()


def _centre(column: int, row: int) -> tuple[float, float]:
    return _MARGIN + (column + 0.5) * _CELL, _TOP + (_ROWS - row - 0.5) * _CELL


def _status(columns: list[list[str]]) -> tuple[str, set[tuple[int, int]]]:
    """What to say of the position, and the squares of its fours."""
    at = {(column, row): disc for column, discs in enumerate(columns) for row, disc in enumerate(discs)}
    lines = [
        [(column + step * right, row + step * up) for step in range(4)]
        for column, row in at
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    fours = [line for line in lines if len({at.get(square) for square in line}) == 1]
    if fours:
        return f"{at[fours[0][0]]} has won", {square for line in fours for square in line}
    if len(at) == _COLUMNS * _ROWS:
        return "a draw", set()
    return f"{'xo'[len(at) % 2]} to move", set()
