"""The engines against their plain-Python twins: the same game, step by step, seen from everywhere."""

from __future__ import annotations

import os
from typing import Any

import pytest

import meeple
from tests.reference.protocol import twin_module
from tests.support import components_of, every_variant, is_default, position_of, twin_of

# Games a variant. Twins of the long games take some milliseconds a step; what an option changes shows in fewer games.
GAMES = int(os.environ.get("MEEPLE_DIFFERENTIAL_GAMES", "180"))
LONG = {"octodice": 15, "reef_encounter": 9, "river_dragons": 9}


def games_of(name: str, options: dict[str, Any]) -> int:
    """How many games of a variant are compared."""
    if name not in LONG:
        return GAMES
    return min(LONG[name] if is_default(name, options) else 3, GAMES)


def test_enough_games_are_compared() -> None:
    assert sum(games_of(name, options) for name, _, options in every_variant()) >= min(2_000, 10 * GAMES)


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()))
def test_ids_are_those_of_the_decisions_page(name: str, seats: int, options: dict[str, Any]) -> None:
    game = meeple.load(name, seats=seats, **options)
    module = twin_module(name)
    arguments = (seats, game.options, components_of(name))
    assert [game.describe(action) for action in range(game.num_actions)] == module.Twin.action_table(*arguments)
    outcomes = [game.describe_outcome(outcome) for outcome in range(game.num_chance_outcomes)]
    assert outcomes == module.Twin.outcome_table(*arguments)


def check_position(state: meeple.State, twin: Any) -> None:
    game = state.game
    assert state.node.value == twin.node()
    assert state.seat == twin.seat()
    assert [game.describe(action) for action in state.legal_actions()] == twin.legal()
    ids, weights = state.chance_outcomes()
    assert [(game.describe_outcome(i), w) for i, w in zip(ids, weights.tolist(), strict=True)] == twin.outcomes()
    assert list(state.scores) == twin.scores()
    assert list(state.ranking) == twin.ranking()
    assert state.is_truncated == twin.truncated()
    assert position_of(state) == twin.view(None)
    for seat in range(game.seats):
        assert state.view(seat) == twin.view(seat)


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()))
def test_random_and_sensible_games_agree(name: str, seats: int, options: dict[str, Any]) -> None:
    game = meeple.load(name, seats=seats, **options)
    for index in range(games_of(name, options)):
        rng = meeple.Rng.stream(2026, index)
        # A third of the games at random, a third by the policy, a third mixed: they reach different positions.
        sensible = (0.0, 1.0, 0.5)[index % 3]
        state, twin = game.start(), twin_of(game)
        check_position(state, twin)
        while not state.is_terminal:
            if state.node is meeple.Node.CHANCE:
                step = int(rng.choice(state.chance_outcomes()[0]))
                twin.apply(game.describe_outcome(step))
            else:
                step = state.policy_action(rng) if rng.random() < sensible else rng.choice(state.legal_actions())
                twin.apply(game.describe(step))
            state = state.apply(step)
            check_position(state, twin)


def test_every_option_value_is_compared() -> None:
    compared = [options for name, seats, options in every_variant() if (name, seats) == ("african_park", 3)]
    assert compared == [{}, {"slid_water": "dies"}, {"slid_water": "depressed"}, {"free_card_choice": False}]
    assert meeple.load("african_park").seat_counts == (2, 3, 4)
