"""The published schema of records: fresh records keep to it; what breaks it is refused by schema and reader alike."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

import meeple
from tests.support import ROOT, every_variant

SCHEMA = json.loads((ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def fresh(name: str = "african_park", seats: int = 2, **options: Any) -> Any:
    """A record just played, as Python values."""
    game = meeple.load(name, seats=seats, **options)
    return json.loads(meeple.play(game, [meeple.RandomAgent()] * seats, seed=3).to_line())


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()))
def test_fresh_records_keep_to_it(name: str, seats: int, options: dict[str, Any]) -> None:
    record = fresh(name, seats, **options)
    VALIDATOR.validate(record)
    assert list(record) == SCHEMA["required"]


def test_a_record_from_a_position_keeps_to_it() -> None:
    game = meeple.load("connect_four")
    start = game.from_json('{"columns": [["x", "o"], [], [], [], [], [], []]}')
    record = json.loads(meeple.Record.of_moves(start, [3, 3]).to_line())
    VALIDATOR.validate(record)
    assert record["start"] is not None
    assert record["seed"] is None
    assert record["result"]["terminal"] is False


def put(path: str, value: Any) -> Callable[[Any], None]:
    """Writes a value where the dotted path leads; numbers lead into lists."""

    def breaking(record: Any) -> None:
        *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
        for part in way:
            record = record[part]
        record[last] = value

    return breaking


def drop(key: str) -> Callable[[Any], None]:
    """Takes a key away."""
    return lambda record: record.pop(key)


BROKEN = {
    **{f"no {key}": drop(key) for key in SCHEMA["required"]},
    "another version": put("version", 2),
    "an unknown key": put("comment", "fun"),
    "a name that is no text": put("game", 4),
    "no rules version": put("rules_version", 0),
    "too many seats": put("seats", 7),
    "seats in words": put("seats", "2"),
    "options in a list": put("options", []),
    "a negative seed": put("seed", -1),
    "a seed beyond 63 bits": put("seed", 2**63),
    "an agent that is no text": put("agents", [1, 2]),
    "moves that are no list": put("moves", {}),
    "an outcome with a seat": put("moves.0.seat", 0),
    "an outcome beyond ids": put("moves.0.outcome", 65536),
    "a move without words": put("moves.3", {"seat": 0, "action": 0}),
    "a move without an id": put("moves.3", {"seat": 0, "text": "sides a a a"}),
    "a move of nobody": put("moves.3", {"action": 0, "text": "sides a a a"}),
    "a seat that cannot be": put("moves.3.seat", 6),
    "an id with a fraction": put("moves.3.action", 1.5),
    "a result without scores": lambda record: record["result"].pop("scores"),
    "an end in words": put("result.terminal", "yes"),
    "a rank of 0": put("result.ranking.0", 0),
    "half a point": put("result.scores.0", 0.5),
    "a return in words": put("result.returns.0", "1"),
}


@pytest.mark.parametrize("breaking", BROKEN.values(), ids=BROKEN.keys())
def test_what_breaks_it_is_refused(breaking: Callable[[Any], None]) -> None:
    record = fresh()
    meeple.Record.from_line(json.dumps(record))
    breaking(record)
    assert not VALIDATOR.is_valid(record)
    with pytest.raises(meeple.RecordError):
        meeple.Record.from_line(json.dumps(record))
