"""The text boards that people read."""

from __future__ import annotations

from typing import Any

import pytest

import meeple
from tests.support import SEEDS, every_variant, read_toml


def test_the_score_sheet_of_the_rulebooks_example() -> None:
    """AP 11: 1 for the 2-area, 3 for the 3-area, 12 for the 4-area, 13 for the 6-area, less 5 for the dead."""
    cases = read_toml(SEEDS / "african_park" / "examples" / "T1.toml")["case"]
    over = next(case for case in cases if case["expect"].get("scores", [0])[0] == 24)
    state = meeple.load("african_park", seats=over["seats"]).from_json(over["position"])
    assert state.is_terminal
    assert "seat 0: 1 + 3 + 12 + 13 - 5 = 24, rank 1\n" in str(state)


def test_a_reserve_is_drawn_column_by_column() -> None:
    """AP 4.1, B.3: D1-A is RL | RLL; the picture example's leopard, hippo and zebras stand where it says."""
    cases = read_toml(SEEDS / "african_park" / "examples" / "T4.toml")["case"]
    standing = '[["leopard"], ["hippo", "zebra", "zebra"]'
    whole = next(case for case in cases if standing in case["position"])
    state = meeple.load("african_park", seats=whole["seats"]).from_json(whole["position"])
    lines = str(state).splitlines()
    first = lines.index(next(line for line in lines if "landscape D1-A" in line))
    assert [line[:20] for line in lines[first + 1 : first + 4]] == [
        "  |       |_Zebra | ",
        "  |_      |_Zebra |_",
        "  |~Leop  |~Hippo |~",
    ]


def test_connect_four_is_drawn_with_row_0_at_the_bottom() -> None:
    state = meeple.load("connect_four").start()
    for column in (3, 3, 0):
        state = state.apply(column)
    assert str(state).splitlines()[-4:] == [". . . o . . .", "x . . x . . .", "0 1 2 3 4 5 6", "o to move"]


def test_kuhn_poker_hides_the_other_card() -> None:
    game = meeple.load("kuhn_poker")
    state = game.start().apply(2).apply(0)
    assert "king" in state.text(0)
    assert "jack" not in state.text(0)
    assert "jack" in state.text(1)
    assert "king" not in state.text(1)
    assert "king" in str(state)
    assert "jack" in str(state)


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()))
def test_every_position_has_a_board(name: str, seats: int, options: dict[str, Any]) -> None:
    state, rng = meeple.load(name, seats=seats, **options).start(), meeple.Rng(1)
    texts = set()
    while not state.is_terminal:
        texts.add(str(state))
        steps = state.legal_actions() or state.chance_outcomes()[0].tolist()
        after = state.apply(rng.choice(steps))
        assert str(after) != str(state)
        state = after
    assert len(texts) > 3
    assert str(state) not in texts
