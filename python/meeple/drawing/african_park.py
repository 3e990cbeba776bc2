"""African Park: the row, the deck, and every seat's reserve with its four fenced areas."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meeple._core import Game, State
from meeple.drawing.canvas import INK, MUTED, PAPER, Canvas
from meeple.spec import Node

__all__ = ["svg"]

# Name, letters and group as they are drawn, in the order of table B.1. Groups differ in shape and colour.
_LOOKS = {
    "lion": ("Lion", "Li", "carnivore"),
    "leopard": ("Leopard", "Le", "carnivore"),
    "wildebeest": ("Wildebeest", "Wi", "herbivore"),
    "zebra": ("Zebra", "Ze", "herbivore"),
    "gazelle": ("Gazelle", "Ga", "herbivore"),
    "giraffe": ("Giraffe", "Gi", "herbivore"),
    "elephant": ("Elephant", "El", "pachyderm"),
    "rhinoceros": ("Rhinoceros", "Rh", "pachyderm"),
    "white_rhinoceros": ("White rhino", "Wr", "pachyderm"),
    "hippo": ("Hippo", "Hi", "water"),
    "crocodile": ("Crocodile", "Cr", "water"),
}
_COLOURS = {"carnivore": "#b3372f", "herbivore": "#4c7a2e", "pachyderm": "#5d6470", "water": "#175f92"}

# Columns of each area and spaces of each column (AP 1.4-1.6).
_AREAS = ((0,), (1,), (2, 3), (4, 5))
_HEIGHTS = (2, 3, 2, 2, 3, 3)
_TYPES = ("d", "d", "e", "f")

_RIVER, _LAND, _OPEN = "#a8d5ec", "#efdcae", "#ece8de"
_FENCE, _GRASS = "#8a6238", "#dfe8c8"
_SPACE_WIDTH, _SPACE_HEIGHT, _GAP, _PAD = 76, 60, 22, 18
_PANEL_WIDTH = 6 * _SPACE_WIDTH + 3 * _GAP + 2 * _PAD
_PANEL_HEIGHT = 312
_MARGIN = 24
_HEADER = 186
_WIDTH = 2 * _PANEL_WIDTH + 3 * _MARGIN


def svg(game: Game, position: dict[str, Any]) -> str:
    """The picture of a position. Nothing is hidden in this game, so a seat's view is a whole position."""
    state = game.from_json(json.dumps(position))
    rivers = _rivers(game, state)
    status = _status(position)
    rows = (game.seats + 1) // 2
    canvas = Canvas(_WIDTH, _HEADER + rows * (_PANEL_HEIGHT + _MARGIN), f"{game.title}: {status}")
    _header(canvas, game, position, status)
    for seat in range(game.seats):
        x = _MARGIN + seat % 2 * (_PANEL_WIDTH + _MARGIN)
        y = _HEADER + seat // 2 * (_PANEL_HEIGHT + _MARGIN)
        _reserve(canvas, x, y, position, seat, state, rivers[seat])
    return canvas.svg()


def _rivers(game: Game, state: State) -> NDArray[np.bool_]:
    """Which spaces are river (seats, 15), column by column; land until a seat has chosen its sides."""
    part = game.observation_spec["rivers"]
    return state.observation(0, "absolute")[part.start : part.stop].reshape(part.shape) > 0


def _status(position: dict[str, Any]) -> str:
    doing = {
        "landscape": "seat {} draws its landscape",
        "sides": "seat {} chooses the sides of its landscape",
        "reveal": "animals are revealed",
        "pick": "seat {} picks an animal",
        "over": "the game is over",
    }
    return doing[position["phase"]].format(position["seat"])


def _header(canvas: Canvas, game: Game, position: dict[str, Any], status: str) -> None:
    canvas.text(_MARGIN, 38, game.title, 24, font_weight="bold")
    canvas.text(_MARGIN, 62, status, 15, MUTED)
    for index, group in enumerate(_COLOURS):
        x = _WIDTH - _MARGIN - (len(_COLOURS) - index) * 112
        _shape(canvas, x + 10, 45, group, 9)
        canvas.text(x + 26, 50, group, 14, MUTED)
    canvas.text(_MARGIN, 94, "Row", 15, font_weight="bold")
    for place in range(game.seats):
        x = _MARGIN + place * 86
        if place < len(position["row"]):
            canvas.rect(x, 104, 78, 66, "#ffffff", radius=8, stroke=INK, stroke_width=1.5)
            _animal(canvas, x + 39, 132, position["row"][place])
        else:
            canvas.rect(x, 104, 78, 66, "none", radius=8, stroke=MUTED, stroke_width=1, stroke_dasharray="5 4")
    left = _WIDTH - _MARGIN - len(_LOOKS) * 62
    canvas.text(left, 94, f"Deck: {sum(position['deck'].values())} cards", 15, font_weight="bold")
    for index, (animal, count) in enumerate(position["deck"].items()):
        x = left + index * 62
        canvas.rect(x, 104, 56, 66, "#ffffff" if count else PAPER, radius=8, stroke="#cfc9bb", stroke_width=1)
        _badge(canvas, x + 28, 126, animal, 13, opacity=1 if count else 0.3)
        canvas.text(x + 28, 162, str(count), 15, INK if count else MUTED, text_anchor="middle", font_weight="bold")


def _reserve(
    canvas: Canvas, x: float, y: float, position: dict[str, Any], seat: int, state: State, rivers: NDArray[np.bool_]
) -> None:
    acts = position["seat"] == seat
    reserve = position["reserves"][seat]
    border = {"stroke": "#c8831f", "stroke_width": 4} if acts else {"stroke": "#b9c59a", "stroke_width": 1.5}
    canvas.rect(x, y, _PANEL_WIDTH, _PANEL_HEIGHT, _GRASS, radius=14, **border)
    canvas.text(x + _PAD, y + 30, f"Seat {seat}", 18, font_weight="bold")
    if position["head_ranger"] == seat:
        canvas.rect(x + _PAD + 70, y + 14, 104, 22, "#8a6238", radius=11)
        canvas.text(x + _PAD + 122, y + 30, "head ranger", 13, "#ffffff", text_anchor="middle")
    points = f"{state.scores[seat]} points"
    if state.node is Node.TERMINAL:
        points += f", rank {state.ranking[seat]}"
    canvas.text(x + _PANEL_WIDTH - _PAD, y + 30, points, 18, text_anchor="end", font_weight="bold")
    base = y + 48 + 3 * _SPACE_HEIGHT
    column_x = x + _PAD
    for area, columns in enumerate(_AREAS):
        _area(canvas, column_x, base, columns, reserve, rivers)
        width, size = len(columns) * _SPACE_WIDTH, sum(_HEIGHTS[column] for column in columns)
        label = f"{size}-area, {_card(reserve, _TYPES[area])}"
        canvas.text(column_x + width / 2, base + 22, label, 11, MUTED, text_anchor="middle")
        column_x += width + _GAP
    _graveyard(canvas, x + _PAD, base + 56, reserve["graveyard"])


def _card(reserve: dict[str, Any], type_: str) -> str:
    card: str | None = reserve["landscape"][type_]
    return "no card" if card is None else card


def _area(
    canvas: Canvas,
    x: float,
    base: float,
    columns: tuple[int, ...],
    reserve: dict[str, Any],
    rivers: NDArray[np.bool_],
) -> None:
    """One area with its fence: the spaces above `base`, `x` at the left."""
    height = _HEIGHTS[columns[0]] * _SPACE_HEIGHT
    width = len(columns) * _SPACE_WIDTH
    known = "-" in _card(reserve, _TYPES[_AREAS.index(columns)])
    for index, column in enumerate(columns):
        first = sum(_HEIGHTS[:column])
        animals = reserve["columns"][column]
        for level in range(_HEIGHTS[column]):
            left, top = x + index * _SPACE_WIDTH, base - (level + 1) * _SPACE_HEIGHT
            river = bool(rivers[first + level])
            ground = (_RIVER if river else _LAND) if known else _OPEN
            canvas.rect(left, top, _SPACE_WIDTH, _SPACE_HEIGHT, ground, stroke="#ffffff", stroke_width=1.5)
            if known and river:
                for wave in (8,) if level < len(animals) else (15, 32, 49):
                    data = f"M{left + 8:g},{top + wave:g} q7,-5 14,0 t14,0 t14,0 t14,0"
                    canvas.path(data, "none", stroke="#6fb2d6", stroke_width=1.5)
            if level < len(animals):
                _animal(canvas, left + _SPACE_WIDTH / 2, top + 25, animals[level])
    canvas.rect(
        x - 4,
        base - height - 4,
        width + 8,
        height + 8,
        "none",
        6,
        stroke=_FENCE,
        stroke_width=4,
        stroke_dasharray="14 3",
    )


def _graveyard(canvas: Canvas, x: float, y: float, dead: list[str]) -> None:
    canvas.text(x, y + 5, f"Dead: {len(dead) or 'none'}", 14, font_weight="bold")
    for index, (animal, count) in enumerate(Counter(dead).items()):
        left = x + 96 + index * 44
        _badge(canvas, left, y, animal, 12, opacity=0.8)
        if count > 1:
            canvas.text(left + 14, y + 15, f"{count}", 12, INK, font_weight="bold")


def _animal(canvas: Canvas, x: float, y: float, animal: str) -> None:
    """An animal with its name, around the centre of its badge."""
    _badge(canvas, x, y, animal, 17)
    canvas.text(x, y + 31, _LOOKS[animal][0], 11, text_anchor="middle")


def _badge(canvas: Canvas, x: float, y: float, animal: str, r: float, opacity: float = 1) -> None:
    """The letters of an animal on the shape of its group."""
    _, letters, group = _LOOKS[animal]
    _shape(canvas, x, y, group, r, opacity)
    lower = y + (0.46 if group == "water" else 0.34) * r
    canvas.text(x, lower, letters, 0.95 * r, "#ffffff", text_anchor="middle", font_weight="bold", opacity=opacity)


def _shape(canvas: Canvas, x: float, y: float, group: str, r: float, opacity: float = 1) -> None:
    style: dict[str, Any] = {"stroke": "#ffffff", "stroke_width": 1.5, "stroke_linejoin": "round", "opacity": opacity}
    colour = _COLOURS[group]
    if group == "carnivore":
        canvas.polygon([(x, y - 1.2 * r), (x + 1.2 * r, y), (x, y + 1.2 * r), (x - 1.2 * r, y)], colour, **style)
    elif group == "herbivore":
        canvas.circle(x, y, r, colour, **style)
    elif group == "pachyderm":
        canvas.rect(x - r, y - r, 2 * r, 2 * r, colour, 5, **style)
    else:
        drop = f"M{x:g},{y - 1.3 * r:g} C{x + 1.5 * r:g},{y - 0.1 * r:g} {x + 1.1 * r:g},{y + r:g} {x:g},{y + r:g} "
        canvas.path(drop + f"S{x - 1.5 * r:g},{y - 0.1 * r:g} {x:g},{y - 1.3 * r:g} Z", colour, **style)
