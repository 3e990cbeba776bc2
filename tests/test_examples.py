"""The worked examples of the rules pages, through the public API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import meeple
from tests.support import SEEDS, read_toml

KEYS = {"node", "seat", "legal", "includes", "excludes", "refused", "scores", "ranking", "truncated", "position"}


def cases() -> Iterator[Any]:
    for path in sorted(SEEDS.glob("*/examples/*.toml")):
        for case in read_toml(path)["case"]:
            name = path.parent.parent.name
            yield pytest.param(name, case, id=f"{name}-{path.stem}-{case['name']}")


def assert_part(part: Any, whole: Any) -> None:
    """The keys of a dict that are given, and everything else whole."""
    if isinstance(part, dict):
        for key, value in part.items():
            assert_part(value, whole[key])
    elif isinstance(part, list) and any(isinstance(item, dict) for item in part):
        assert len(part) == len(whole)
        for item, other in zip(part, whole, strict=True):
            assert_part(item, other)
    else:
        assert part == whole


@pytest.mark.parametrize(("name", "case"), list(cases()))
def test_example(name: str, case: dict[str, Any]) -> None:
    game = meeple.load(name, seats=case.get("seats"), **case.get("options", {}))
    state = game.from_json(case["position"]) if "position" in case else game.start()
    for words in case.get("moves", []):
        chance = state.node is meeple.Node.CHANCE
        state = state.apply(game.parse_outcome(words) if chance else game.parse_action(words))
    expected = case["expect"]
    assert expected
    assert set(expected) <= KEYS
    legal = {game.action_text(action) for action in state.legal_actions()}
    if "node" in expected:
        assert state.node.value == expected["node"]
    if "seat" in expected:
        assert state.seat == expected["seat"]
    if "legal" in expected:
        assert legal == set(expected["legal"])
    assert set(expected.get("includes", [])) <= legal
    assert not set(expected.get("excludes", [])) & legal
    for words, clause in expected.get("refused", {}).items():
        with pytest.raises(meeple.IllegalActionError, match=words) as refusal:
            state.apply(game.parse_action(words))
        assert refusal.value.clause == clause
        assert clause in str(refusal.value)
    if "scores" in expected:
        assert list(state.scores) == expected["scores"]
    if "ranking" in expected:
        assert list(state.ranking) == expected["ranking"]
    if "truncated" in expected:
        assert state.is_truncated == expected["truncated"]
    if "position" in expected:
        assert_part(json.loads(expected["position"]), json.loads(state.to_json()))
