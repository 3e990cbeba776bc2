"""What several test modules need: seeds files, every variant of a game, twins beside engines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import meeple
from tests.reference.protocol import Twin, twin_module

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
SEEDS = ROOT / "seeds"

# Every value of every option that is not the default, one at a time.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "african_park": [{}, {"slid_water": "dies"}, {"slid_water": "depressed"}, {"free_card_choice": False}],
    "connect_four": [{}],
    "kuhn_poker": [{}],
}


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file of the repository."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def every_variant() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Name, seats and options of every game, seat count and option value."""
    for name in meeple.games():
        for seats in seat_counts(name):
            for options in VARIANTS[name]:
                yield name, seats, options


@cache
def seat_counts(name: str) -> tuple[int, ...]:
    """The seat counts a game accepts."""
    counts = []
    for seats in range(1, 7):
        try:
            meeple.load(name, seats=seats)
        except meeple.OptionError:
            continue
        counts.append(seats)
    return tuple(counts)


@cache
def components_of(name: str) -> Any:
    """The values of a game's default components file, for its twin."""
    path = SEEDS / name / "components.toml"
    return read_toml(path) if path.exists() else {}


def twin_of(game: meeple.Game) -> Twin:
    """A fresh twin with the game's seats and options."""
    twin: Twin = twin_module(game.name).Twin(game.seats, game.options, components_of(game.name))
    return twin


def position_of(state: meeple.State) -> Any:
    """The whole position as Python values."""
    return json.loads(state.to_json())
