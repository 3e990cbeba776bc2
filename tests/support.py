"""What several test modules need: seeds files, every variant of a game, twins beside engines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import meeple
from tests.reference.protocol import Twin, twin_module

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

T = TypeVar("T")

ROOT = Path(__file__).parent.parent
SEEDS = ROOT / "seeds"


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file of the repository."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


# Random play runs these games to their bound; suites over every variant play them with a nearer one.
CAPS: dict[str, dict[str, Any]] = {"reef_encounter": {"max_turns": 24}, "river_dragons": {"max_rounds": 4}}


def every_variant() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Name, seats and options of every game, for all its seat counts and option values, one option at a time."""
    for name in meeple.games():
        default, cap = meeple.load(name), CAPS.get(name, {})
        changed = ((option, value) for option, values in default.option_values.items() for value in values[1:])
        options = [cap, *(cap | {option: value} for option, value in changed if option not in cap)]
        for seats in default.seat_counts:
            yield from ((name, seats, chosen) for chosen in options)


def is_default(name: str, options: dict[str, Any]) -> bool:
    """Whether a variant changes none of the game's options but its bound."""
    return options == CAPS.get(name, {})


def some(items: Sequence[T], at_most: int) -> list[T]:
    """So many of them at most, evenly spread, the first and the last among them."""
    last = len(items) - 1
    return [items[place] for place in sorted({round(step * last / max(at_most - 1, 1)) for step in range(at_most)})]


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
