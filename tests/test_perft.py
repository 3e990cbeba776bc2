"""The perft tables, counted by the twins, against the engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import meeple
from tests.support import SEEDS, read_toml


def entries() -> Iterator[Any]:
    for path in sorted(SEEDS.glob("*/perft.toml")):
        for entry in read_toml(path)["perft"]:
            yield pytest.param(path.parent.name, entry, id=f"{path.parent.name}-{entry['id']}")


@pytest.mark.parametrize(("name", "entry"), list(entries()))
def test_perft(name: str, entry: dict[str, Any]) -> None:
    game = meeple.load(name, seats=entry["seats"], **entry.get("options", {}))
    state = game.from_json(entry["position"]) if "position" in entry else game.start()
    for row in entry["counts"]:
        counted = meeple.perft(state, row["depth"])
        assert counted == (row["leaves"], row["decisions"], row["chance"], row["terminals"])
        if row["depth"] > 0:
            parts = meeple.divide(state, row["depth"]).values()
            assert tuple(map(sum, zip(*parts, strict=True))) == (counted if parts else ())


def test_every_game_has_a_table() -> None:
    assert {path.parent.name for path in SEEDS.glob("*/perft.toml")} == set(meeple.games())


def test_the_public_counts_of_connect_four() -> None:
    start = meeple.load("connect_four").start()
    counts = [meeple.perft(start, depth).leaves for depth in range(9)]
    assert counts == [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
