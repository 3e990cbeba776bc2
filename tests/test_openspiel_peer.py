"""The calibration games against OpenSpiel's, move by move."""

from __future__ import annotations

from typing import Any

import pytest

import meeple

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra [openspiel])")


@pytest.mark.parametrize(("name", "games"), [("connect_four", 400), ("kuhn_poker", 200)])
def test_the_same_games_are_played(name: str, games: int) -> None:
    """Both number columns, cards and actions alike, so ids can be compared as they are."""
    ours, theirs = meeple.load(name), pyspiel.load_game(name)
    assert ours.num_actions == theirs.num_distinct_actions()
    for index in range(games):
        rng = meeple.Rng.stream(8, index)
        state, peer = ours.start(), theirs.new_initial_state()
        while not state.is_terminal:
            assert not peer.is_terminal()
            assert (state.node is meeple.Node.CHANCE) == peer.is_chance_node()
            if state.node is meeple.Node.CHANCE:
                ids, weights = state.chance_outcomes()
                chances = dict(peer.chance_outcomes())
                assert dict(zip(ids.tolist(), weights / weights.sum(), strict=True)) == pytest.approx(chances)
                step = int(rng.choice(ids))
            else:
                assert state.seat == peer.current_player()
                assert state.legal_actions() == peer.legal_actions()
                step = rng.choice(state.legal_actions())
            state = state.apply(step)
            peer.apply_action(step)
        assert peer.is_terminal()
        assert list(state.returns) == peer.returns()
