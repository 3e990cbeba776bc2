"""check_game over every game in every set-up, and over games that break one promise each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import meeple
import meeple.testing
from meeple.testing import CHECKS, check_env, check_game, check_records
from tests.support import every_variant, is_default

# These two need the compiled classes.
_OF_POSITIONS = [check for check in CHECKS if check not in (check_env, check_records)]


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()), ids=str)
def test_every_game_keeps_its_promises(name: str, seats: int, options: dict[str, Any]) -> None:
    check_game(meeple.load(name, seats=seats, **options), num_games=4 if is_default(name, options) else 2, seed=seats)


class Game:
    """A game that says what the real one says, but for what a subclass breaks."""

    def __init__(self, real: meeple.Game, state: type[State]) -> None:
        self.real, self.state = real, state

    def __getattr__(self, name: str) -> Any:
        if name in ("real", "state") or name.startswith("__"):  # asked for by pickle and copy
            raise AttributeError(name)
        return getattr(self.real, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.real == other.real

    def __hash__(self) -> int:
        return hash(self.real)

    def start(self) -> State:
        return self.state(self, self.real.start())

    def from_json(self, text: str) -> State:
        return self.state(self, self.real.from_json(text))


class State:
    """A position of such a game."""

    def __init__(self, game: Game, real: meeple.State) -> None:
        self.game, self.real = game, real

    def __getattr__(self, name: str) -> Any:
        if name in ("game", "real") or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.real, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.real == other.real

    def __hash__(self) -> int:
        return hash(self.real)

    def __str__(self) -> str:
        return str(self.real)

    def apply(self, action: Any) -> State:
        return type(self)(self.game, self.real.apply(action))

    def settle(self, rng: meeple.Rng) -> State:
        return type(self)(self.game, self.real.settle(rng))

    def resample(self, seat: int, rng: meeple.Rng) -> State:
        return type(self)(self.game, self.real.resample(seat, rng))


def check(name: str, state: type[State], checks: Sequence[Any] = _OF_POSITIONS, game: type[Game] = Game) -> None:
    """Makes the checks of positions on a game whose positions are of another class."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(meeple.testing, "CHECKS", checks)
        check_game(game(meeple.load(name), state), num_games=4)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", meeple.games())
def test_a_game_that_breaks_nothing_passes(name: str) -> None:
    check(name, State)


class Unsorted(State):
    def legal_actions(self) -> list[int]:
        return self.real.legal_actions()[::-1]


class NothingToDo(State):
    def legal_actions(self) -> list[int]:
        return self.real.legal_actions() if len(self.real.legal_actions()) > 2 else []


class WrongMask(State):
    def legal_mask(self, out: Any = None) -> Any:
        mask = self.real.legal_mask(out)
        mask[-1] = True
        return mask


class ForgetsOut(State):
    def legal_mask(self, out: Any = None) -> Any:
        return self.real.legal_mask()


class TakesAnything(State):
    def apply(self, action: Any) -> State:
        try:
            return super().apply(action)
        except meeple.IllegalActionError:
            return self


class TakesBools(State):
    def apply(self, action: Any) -> State:
        return super().apply(int(action) if isinstance(action, bool) else action)


class OtherError(State):
    def apply(self, action: Any) -> State:
        try:
            return super().apply(action)
        except meeple.IllegalActionError as error:
            raise KeyError(action) from error


class MovesInPlace(State):
    def apply(self, action: Any) -> State:
        after = super().apply(action)
        self.real = after.real
        return after


class NeverZeroSum(State):
    @property
    def returns(self) -> tuple[float, ...]:
        return tuple(value * 0.5 if value > 0 else value for value in self.real.returns)


class UpsideDown(State):
    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(-score for score in self.real.scores)


class WeightsOfOne(State):
    def chance_outcomes(self) -> Any:
        ids, weights = self.real.chance_outcomes()
        return ids, np.ones_like(weights)


class Exaggerates(State):
    def observation(self, seat: int, frame: Any = "egocentric", out: Any = None) -> Any:
        observation = self.real.observation(seat, frame, out)
        observation[0] = 9
        return observation


class Peeks(State):
    def view(self, seat: int) -> dict[str, Any]:
        return self.real.view(seat) | {"cards": [str(self.real.view(at)) for at in range(2)]}


class NeverGuesses(State):
    def resample(self, seat: int, rng: meeple.Rng) -> State:
        return self


class AlwaysGuessesAlike(State):
    def resample(self, seat: int, rng: meeple.Rng) -> State:
        return super().resample(seat, meeple.Rng(0))


class GuessesFromTheTruth(State):
    def resample(self, seat: int, rng: meeple.Rng) -> State:
        return super().resample(seat, meeple.Rng.stream(rng.below(9), abs(hash(self.real))))


class SharesKeys(State):
    def information_key(self, seat: int) -> bytes:
        return b"nothing"


class OneKeyForAll(State):
    def position_key(self) -> bytes:
        return b"everything"


class Loaded(State):
    def settle(self, rng: meeple.Rng) -> State:
        return super().settle(meeple.Rng(1))


class NoTitle(State):
    def svg(self, seat: int | None = None) -> str:
        return self.real.svg(seat).replace("title", "desc")


class AnySeat(State):
    def text(self, seat: int | None = None) -> str:
        return self.real.text(None if seat is None or isinstance(seat, str) else seat % 2)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (Unsorted, "out of order"),
        (NothingToDo, "nothing to do"),
        (WrongMask, "mask differs"),
        (ForgetsOut, "does not return out"),
        (TakesAnything, "raises no IllegalActionError"),
        (TakesBools, "raises no TypeError"),
        (OtherError, "raises KeyError"),
        (NeverZeroSum, "sum to zero"),
        (UpsideDown, "scores"),
        (Exaggerates, "runs from 0.0 to 9.0"),
        (Peeks, "can tell"),
        (NeverGuesses, r"more than seat . knows|same information_key"),
        (AlwaysGuessesAlike, "never varies"),
        (GuessesFromTheTruth, r"more than seat . knows|same information_key"),
        (SharesKeys, "same information_key"),
        (OneKeyForAll, "position_key"),
        (Loaded, "settle"),
        (NoTitle, "no SVG with a title"),
        (AnySeat, "raises no OptionError"),
    ],
)
def test_a_broken_promise_is_found(broken: type[State], says: str) -> None:
    with pytest.raises(AssertionError, match=says) as error:
        check("kuhn_poker", broken)
    # "kuhn_poker, 2 seats, {}, game 0, ply 3 (after pass): ..."
    assert str(error.value).startswith("kuhn_poker, 2 seats, {}, game ")
    assert "ply " in str(error.value)


def test_weights_are_compared_with_what_is_drawn() -> None:
    with pytest.raises(AssertionError, match="does not draw by the weights"):
        check("african_park", WeightsOfOne)


def test_a_position_that_changes_under_its_owner_is_found() -> None:
    with pytest.raises(AssertionError, match=r"two starts differ|nowhere|changed|nothing|legal"):
        check("connect_four", MovesInPlace)
    # Even where nothing else is looked at.
    with pytest.raises(AssertionError, match="has changed since"):
        check("connect_four", MovesInPlace, [meeple.testing.check_snapshots])


class Endless(Game):
    @property
    def max_game_length(self) -> int:
        return 6


class Mumbles(Game):
    def action_text(self, action: int) -> str:
        return self.real.action_text(0 if action == 1 else action)


class Boasts(Game):
    @property
    def max_return(self) -> float:
        return 0.5


class AllSee(Game):
    @property
    def visibility(self) -> dict[str, str]:
        return dict.fromkeys(self.real.visibility, "all")


@pytest.mark.parametrize(
    ("game", "name", "says"),
    [
        (Endless, "connect_four", "longer than max_game_length"),
        (Mumbles, "connect_four", "is read as"),
        (Boasts, "connect_four", "outside -1.0..0.5"),
        (AllSee, "kuhn_poker", "what all see"),
    ],
)
def test_a_game_that_says_other_than_it_does_is_found(game: type[Game], name: str, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        check(name, State, game=game)


def test_at_least_one_game_is_played() -> None:
    with pytest.raises(meeple.OptionError, match="at least 1"):
        check_game(meeple.load("connect_four"), num_games=0)
