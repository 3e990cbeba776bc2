"""What every game promises, as checks for everyone: `check_game` plays some games and finds the first broken promise.

Each check is a function of a game and of the games that were played, and says in its first line what it holds.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, Literal
from xml.etree import ElementTree

import numpy as np

from meeple._core import Env, Game, Rng, State
from meeple.agents import RandomAgent
from meeple.errors import IllegalActionError, MeepleError, OptionError
from meeple.playing import play
from meeple.spec import Node

__all__ = ["CHECKS", "Spot", "check_game"]

_FRAMES: tuple[Literal["egocentric", "absolute"], ...] = ("egocentric", "absolute")
_NO_IDS: tuple[Any, ...] = (True, False, 0.0, None, "0", b"0", [0])
_DRAWS = 24
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, eq=False)
class Spot:
    """One position of a game that was played, with what it looked like when it was met."""

    label: str
    """Which game, options, seats and ply it is, and what led to it."""
    state: State
    json: str
    hash: int
    step: int | None
    """The action or outcome that was taken here; None at the end."""

    def expect(self, holds: object, message: str) -> None:
        """Raises an AssertionError that says where, unless it holds."""
        if not holds:
            raise AssertionError(f"{self.label}: {message}")

    def is_as_it_was(self) -> bool:
        """Whether the position still looks as it did."""
        return (self.state.to_json(), hash(self.state)) == (self.json, self.hash)


Line = Sequence[Spot]
"""A game as it was played, from the start to the end."""


def check_game(game: Game, num_games: int = 20, seed: int = 0) -> None:
    """Checks that a game keeps every promise that shows in the public API.

    Args:
        game: Any game, with any options, seats and components.
        num_games: How many games to play, every other one by the game's own policy.
        seed: What all randomness comes from.

    Raises:
        AssertionError: A promise is broken; the message says where and which.
    """
    if num_games < 1:
        raise OptionError(f"num_games is {num_games}; it must be at least 1")
    lines = [_line(game, index, seed) for index in range(num_games)]
    for check in CHECKS:
        check(game, lines)


def _line(game: Game, index: int, seed: int) -> Line:
    rng = Rng.stream(seed, index)
    state, after, spots = game.start(), "at the start", list[Spot]()
    while True:
        place = f"{game.name}, {game.seats} seats, {game.options}, game {index}, ply {len(spots)} ({after})"
        if len(spots) > game.max_game_length:
            raise AssertionError(f"{place}: the game is longer than max_game_length, {game.max_game_length}")
        choices, step = _choices(state), None
        if not choices and not state.is_terminal:
            raise AssertionError(f"{place}: the game is not over and there is nothing to do")
        if state.node is Node.DECISION:
            step = state.policy_action(rng) if index % 2 else rng.choice(choices)
            after = f"after {game.action_text(step)}"
        elif state.node is Node.CHANCE:
            step = _drawn(state, rng)
            after = f"after {game.outcome_text(step)}"
        spots.append(Spot(place, state, state.to_json(), hash(state), step))
        if step is None:
            return spots
        state = state.apply(step)


def _choices(state: State) -> list[int]:
    """The ids that may be applied: legal actions, or possible outcomes."""
    return state.legal_actions() or [int(outcome) for outcome in state.chance_outcomes()[0]]


def _drawn(state: State, rng: Rng) -> int:
    """An outcome by its weight, drawn as the engine draws it."""
    ids, weights = state.chance_outcomes()
    rest = rng.below(int(weights.sum()))
    return int(ids[np.searchsorted(np.cumsum(weights), rest, side="right")])


def _some(lines: Sequence[Line], a_game: int = 10) -> Iterator[Spot]:
    """So many spots of each game, evenly spread, the first and the last among them."""
    for line in lines:
        yield from (line[ply] for ply in sorted({round(p) for p in np.linspace(0, len(line) - 1, a_game)}))


def _ascending(ids: Sequence[int], end: int) -> bool:
    return all(low < high for low, high in pairwise([-1, *ids, end]))


def _refused(spot: Spot, error: type[Exception], call: Callable[..., object], *arguments: object) -> None:
    what = f"{call.__name__}({', '.join(map(repr, arguments))})"
    try:
        call(*arguments)
    except error:
        return
    except Exception as other:
        raise AssertionError(f"{spot.label}: {what} raises {type(other).__name__}, not {error.__name__}") from other
    spot.expect(False, f"{what} raises no {error.__name__}")


def check_nodes(game: Game, lines: Sequence[Line]) -> None:
    """Actions are at decisions and outcomes at chance nodes: ascending ids in range, weights positive whole numbers."""
    for spot in chain.from_iterable(lines):
        state = spot.state
        legal, (outcomes, weights) = state.legal_actions(), state.chance_outcomes()
        spot.expect(isinstance(state.node, Node), f"node is {state.node!r}")
        decision, chance = state.node is Node.DECISION, state.node is Node.CHANCE
        spot.expect(decision == bool(legal), f"{state.node} with the legal actions {legal}")
        spot.expect(chance == bool(len(outcomes)), f"{state.node} with the chance outcomes {outcomes}")
        spot.expect(state.is_terminal == (state.node is Node.TERMINAL), f"is_terminal differs from {state.node}")
        spot.expect(state.is_terminal or not state.is_truncated, "truncated before the end")
        spot.expect(decision == (state.seat is not None), f"{state.node} with seat {state.seat}")
        spot.expect(state.seat is None or 0 <= state.seat < game.seats, f"there is no seat {state.seat}")
        spot.expect(all(type(action) is int for action in legal), f"legal actions are int, not {legal}")
        spot.expect(_ascending(legal, game.num_actions), f"legal actions out of order or range: {legal}")
        spot.expect(_ascending(outcomes.tolist(), game.num_chance_outcomes), f"outcomes out of order: {outcomes}")
        spot.expect(outcomes.dtype == weights.dtype == np.int64, "outcomes and weights are int64")
        spot.expect(outcomes.shape == weights.shape and (weights > 0).all(), f"weights {weights} of {outcomes}")


def check_mask(game: Game, lines: Sequence[Line]) -> None:
    """The mask shows exactly the legal actions, and fills the array it is given."""
    for spot in chain.from_iterable(lines):
        out = np.ones(game.num_actions, dtype=np.bool_)
        spot.expect(spot.state.legal_mask(out) is out, "legal_mask(out) does not return out")
        spot.expect(out.nonzero()[0].tolist() == spot.state.legal_actions(), "the mask differs from the legal actions")
        mask = spot.state.legal_mask()
        spot.expect(mask.dtype == np.bool_ and np.array_equal(mask, out), "legal_mask() differs from legal_mask(out)")


def check_refusals(game: Game, lines: Sequence[Line]) -> None:
    """What may be applied is what is listed; everything else is refused by its error and changes nothing."""
    for spot in _some(lines):
        state, choices = spot.state, _choices(spot.state)
        end = max(game.num_actions, game.num_chance_outcomes)
        for bad in [*sorted(set(range(end)) - set(choices)), -1, end, 2**16, 2**63, -(2**63), 10**30]:
            _refused(spot, IllegalActionError, state.apply, bad)
        for bad in _NO_IDS:
            _refused(spot, TypeError, state.apply, bad)
        for good in choices:
            after = state.apply(good)
            spot.expect(after != state, f"apply({good}) leads nowhere")
            for kind in (np.int64, np.uint16):
                spot.expect(state.apply(kind(good)) == after, f"apply({kind(good)!r}) differs from apply({good})")
        spot.expect(spot.is_as_it_was(), "apply changed the position it was called on")


def check_length(game: Game, lines: Sequence[Line]) -> None:
    """A game begins where it says, and is as long as it says at most."""
    for line in lines:
        line[0].expect(line[0].state == game.start(), "two starts differ")
        line[-1].expect(len(line) - 1 <= game.max_game_length, f"the game took {len(line) - 1} plies")


def check_results(game: Game, lines: Sequence[Line]) -> None:
    """Scores, ranks and returns agree: ties share a rank, more points never rank lower, returns sum to zero."""
    for spot in chain.from_iterable(lines):
        scores, ranking, returns = spot.state.scores, spot.state.ranking, spot.state.returns
        spot.expect(len(scores) == len(ranking) == len(returns) == game.seats, "one score, rank and return a seat")
        shared = tuple(1 + sum(other < rank for other in ranking) for rank in ranking)
        spot.expect(ranking == shared, f"ranking {ranking} is not 1 + the number of seats strictly better")
        if not spot.state.is_terminal:
            spot.expect(not any(returns), f"returns {returns} before the end")
            continue
        inside = all(game.min_return <= value <= game.max_return for value in returns)
        spot.expect(inside, f"returns {returns} outside {game.min_return}..{game.max_return}")
        spot.expect(game.seats == 1 or abs(sum(returns)) < 1e-9, f"returns {returns} do not sum to zero")
        for a, b in ((a, b) for a in range(game.seats) for b in range(game.seats) if scores[a] > scores[b]):
            spot.expect(ranking[a] < ranking[b], f"scores {scores}, but ranking {ranking}")
            spot.expect(returns[a] > returns[b], f"scores {scores}, but returns {returns}")


def check_round_trips(game: Game, lines: Sequence[Line]) -> None:
    """JSON, pickle and copies give back an equal position: same hash, keys, text and future."""
    for spot in _some(lines):
        state = spot.state
        spot.expect(state != object() and state != spot.json, "equal to what is no position")
        again: dict[str, State] = {"JSON": game.from_json(spot.json), "copy": copy.copy(state)}
        again["deepcopy"] = copy.deepcopy(state)
        again |= {f"pickle {number}": pickle.loads(pickle.dumps(state, number)) for number in range(2, 6)}
        for way, other in again.items():
            spot.expect(other == state and hash(other) == spot.hash, f"{way} gives another position")
            spot.expect(other.game == game, f"{way} gives a position of another game")
            spot.expect(other.to_json() == spot.json, f"{way} gives other JSON: {other.to_json()} for {spot.json}")
            spot.expect(_future(other) == _future(state), f"{way} gives another future")
            spot.expect(str(other) == state.text() == str(state), f"{way} gives another text")
            spot.expect(other.position_key() == state.position_key(), f"{way} gives another position_key")
            same = all(other.information_key(seat) == state.information_key(seat) for seat in range(game.seats))
            spot.expect(same, f"{way} gives another information_key")
    first = lines[0][0]
    for number in range(2, 6):
        other_game = pickle.loads(pickle.dumps(game, number))
        first.expect(other_game == game and hash(other_game) == hash(game), f"pickle {number} gives another game")
    first.expect(copy.copy(game) == copy.deepcopy(game) == game, "a copy of the game is another game")


def _future(state: State) -> tuple[object, ...]:
    outcomes, weights = state.chance_outcomes()
    return state.node, state.seat, state.legal_actions(), outcomes.tolist(), weights.tolist()


def check_identity(game: Game, lines: Sequence[Line]) -> None:
    """Positions are equal exactly if their JSON is; equal position keys mean an equal future."""
    by_json: dict[str, Spot] = {}
    by_state: dict[State, Spot] = {}
    by_key: dict[bytes, Spot] = {}
    for spot in chain.from_iterable(lines):
        known = by_json.setdefault(spot.json, spot)
        spot.expect(known.state == spot.state and known.hash == spot.hash, "the same JSON is of unequal positions")
        known = by_state.setdefault(spot.state, spot)
        spot.expect(known.json == spot.json, "an equal position has other JSON")
        known = by_key.setdefault(spot.state.position_key(), spot)
        spot.expect(_future(known.state) == _future(spot.state), f"shares its position_key with {known.label}")
    for line in lines:
        for spot, after in pairwise(line):
            spot.expect(spot.state != after.state and spot.json != after.json, "a ply changes nothing")


def check_words(game: Game, lines: Sequence[Line]) -> None:
    """Every id has words and a structure of its own, and both convert back; kinds are disjoint ranges without gaps."""
    first = lines[0][0]
    actions = game.action_kinds, game.num_actions, game.action_text, game.describe, game.parse_action
    outcomes = (
        game.outcome_kinds,
        game.num_chance_outcomes,
        game.outcome_text,
        game.describe_outcome,
        game.parse_outcome,
    )
    for kinds, count, text, describe, parse in (actions, outcomes):
        owners = [(id_, kind) for kind in kinds for id_ in range(kind.first, kind.first + kind.count)]
        first.expect([id_ for id_, _ in owners] == list(range(count)), f"{kinds} do not cover 0..{count - 1} in order")
        for id_, kind in owners:
            words, described = text(id_), describe(id_)
            first.expect(parse(words) == id_, f"{words!r} is read as {parse(words)}, not as {id_}")
            first.expect(parse(described) == id_, f"{described} is read as {parse(described)}, not as {id_}")
            first.expect(json.loads(json.dumps(described)) == described, f"{described} is no plain JSON")
            fits = list(described) == ["kind", *kind.fields] and described["kind"] == kind.name == words.split()[0]
            first.expect(fits, f"{described} or {words!r} does not fit {kind}")
        for call in (text, describe):
            _refused(first, MeepleError, call, count)
    for spot in _some(lines):
        for action in spot.state.legal_actions():
            here = spot.state.action_text(action), spot.state.describe(action)
            spot.expect(here == (game.action_text(action), game.describe(action)), f"{action} means {here} here")


def check_observations(game: Game, lines: Sequence[Line]) -> None:
    """Observations are float32 of the shape and within the bounds that their spec gives, in both frames."""
    spec, first = game.observation_spec, lines[0][0]
    for before, part in pairwise(spec):
        first.expect(before.stop == part.start, f"slices {before.name} and {part.name} do not join")
    for part in spec:
        first.expect(int(np.prod(part.shape)) == part.stop - part.start, f"{part.name} does not have its shape")
    for spot, frame in ((spot, frame) for spot in _some(lines) for frame in _FRAMES):
        seen = [spot.state.observation(seat, frame) for seat in range(game.seats)]
        for seat, observation in enumerate(seen):
            shape = observation.shape == (spec.size,) and observation.dtype == np.float32
            spot.expect(shape, f"an observation is float32 ({spec.size},), not {observation.dtype} {observation.shape}")
            out = np.full(spec.size, np.nan, dtype=np.float32)
            spot.expect(spot.state.observation(seat, frame, out) is out, "observation(out=) does not return out")
            spot.expect(np.array_equal(out, observation), "observation(out=) differs")
            for part in spec:
                low, high = observation[part.start : part.stop].min(), observation[part.start : part.stop].max()
                spot.expect(part.low <= low and high <= part.high, f"{part.name} runs from {low} to {high}")
                public = part.seen_by == "all" and frame == "absolute"
                same = np.array_equal(observation[part.start : part.stop], seen[0][part.start : part.stop])
                spot.expect(same or not public, f"seats 0 and {seat} see another {part.name}, which all see")
        spot.expect(np.array_equal(spot.state.observation(0), seen[0]), "the frames of seat 0 differ")


def _shown(state: State, seat: int) -> tuple[object, ...]:
    """All that a seat can be shown."""
    own = state.legal_actions() if state.seat == seat else None
    observations = [state.observation(seat, frame).tobytes() for frame in _FRAMES]
    return state.node, state.seat, own, state.view(seat), state.text(seat), state.information_key(seat), observations


def check_secrets(game: Game, lines: Sequence[Line]) -> None:
    """What is hidden from a seat shows nowhere; `resample` draws it anew, from nothing but what the seat knows."""
    first = lines[0][0]
    first.expect(set(game.visibility.values()) <= {"all", "owner", "nobody"}, f"visibility {game.visibility}")
    first.expect(set(game.visibility) == set(json.loads(first.json)), "visibility names other components than the JSON")
    hidden = any(audience != "all" for audience in game.visibility.values())
    known: dict[tuple[int, bytes], tuple[object, ...]] = {}
    varied = set[int]()
    for spot, seat in ((spot, seat) for spot in _some(lines) for seat in range(game.seats)):
        state, shown = spot.state, _shown(spot.state, seat)
        draws = [state.resample(seat, Rng(number)) for number in range(_DRAWS)]
        others = {draw for draw in draws if draw != state}
        spot.expect(hidden or not others, "resample changes what all see")
        for draw in others:
            spot.expect(game.from_json(draw.to_json()) == draw, f"resample gives no position: {draw.to_json()}")
            spot.expect(_shown(draw, seat) == shown, f"seat {seat} can tell {draw.to_json()} from the true position")
            spot.expect(draw.svg(seat) == state.svg(seat), f"seat {seat}'s picture shows what is hidden")
        spot.expect(draws[0].resample(seat, Rng(1)) == draws[1], f"resample uses more than seat {seat} knows")
        now = (*shown, draws)
        same = known.setdefault((seat, state.information_key(seat)), now) == now
        spot.expect(same, f"seat {seat} sees or resamples other things elsewhere with the same information_key")
        if len(set(draws)) > 1:
            varied.add(seat)
    first.expect(not hidden or len(varied) == game.seats, "something is hidden, but resample never varies it")


def check_queries(game: Game, lines: Sequence[Line]) -> None:
    """Every question is answered at every kind of node for every seat, and bad seats are refused."""
    for spot in _some(lines):
        state, rng = spot.state, Rng(1)
        guess = state.evaluate()
        sound = guess is None or all(game.min_return <= value <= game.max_return for value in guess)
        spot.expect(sound and (guess is None or len(guess) == game.seats), f"evaluate gives {guess}")
        if state.node is Node.DECISION:
            spot.expect(state.policy_action(rng) in state.legal_actions(), "the policy's choice is not legal")
        else:
            _refused(spot, IllegalActionError, state.policy_action, rng)
        for seat in range(game.seats):
            spot.expect(list(state.view(seat)) == list(json.loads(spot.json)), f"seat {seat}'s view has other keys")
        for call in (state.view, state.observation, state.information_key, state.text, state.svg):
            for bad in (-1, game.seats, 2**63):
                _refused(spot, OptionError, call, bad)
            _refused(spot, TypeError, call, "0")


def check_pictures(game: Game, lines: Sequence[Line]) -> None:
    """Every position has a text and a titled SVG picture, for every seat and as a whole."""
    for spot in _some(lines, 3):
        for seat in (None, *range(game.seats)):
            picture = ElementTree.fromstring(spot.state.svg(seat))
            titled = picture.tag == f"{_SVG}svg" and picture.findtext(f"{_SVG}title")
            spot.expect(titled, "the picture is no SVG with a title")
            spot.expect(spot.state.text(seat).strip(), "the text is empty")
        spot.expect(spot.state._repr_svg_() == spot.state.svg(), "notebooks show another picture")


def check_chance(game: Game, lines: Sequence[Line]) -> None:
    """Chance is drawn by the weights from the caller's stream alone: same seed, same draws; another seed, others."""
    varied: list[bool] = []
    for spot in (spot for spot in _some(lines) if spot.state.node is Node.CHANCE):
        draws = set[State]()
        for seed in range(_DRAWS):
            settle, walk, state = Rng(seed), Rng(seed), spot.state
            while state.node is Node.CHANCE:
                state = state.apply(_drawn(state, walk))
            spot.expect(spot.state.settle(settle) == state, "settle does not draw by the weights")
            spot.expect(settle == walk, "settle uses another number of random numbers")
            draws.add(state)
        if len(spot.state.chance_outcomes()[0]) > 1:
            varied.append(len(draws) > 1)
    lines[0][0].expect(any(varied) or not varied, "every seed draws the same")
    for spot in (spot for spot in _some(lines) if spot.state.node is not Node.CHANCE):
        rng = Rng(1)
        spot.expect(spot.state.settle(rng) == spot.state and rng == Rng(1), "settle draws where there is no chance")


def check_records(game: Game, lines: Sequence[Line]) -> None:
    """A game between agents is recorded, and its record is read, replayed and checked."""
    first = lines[0][0]
    for index in range(len(lines)):
        agents = [RandomAgent()] * game.seats
        record = play(game, agents, seed=5, game_index=index)
        first.expect(play(game, agents, seed=5, game_index=index) == record, "the same seed plays another game")
        again = type(record).from_line(record.to_line())
        first.expect(again == record and again.to_line() == record.to_line(), "a record is not read as it was written")
        states = again.replay(game)
        first.expect(states[0] == game.start() and states[-1].is_terminal, "a replay has another start or end")
        first.expect(len(states) == len(record.moves) + 1, "a replay has not one position a move")
        result = states[-1].scores, states[-1].ranking, states[-1].returns
        first.expect(result == (record.scores, record.ranking, record.returns), "a replay has another result")
        for seat in range(game.seats):
            seen = zip(record.seen_by(seat, game), record.moves, strict=True)
            own = all(saw == made for saw, made in seen if made.seat == seat)
            first.expect(own, "a seat does not see its own moves")


def check_env(game: Game, lines: Sequence[Line]) -> None:
    """An env steps as positions do, with chance settled for it, and its copies go their own way."""
    for index, line in enumerate(lines):
        first, chance, choice = line[0], Rng.stream(index, 0), Rng(index)
        env, state = Env(game, index), game.start().settle(chance)
        while not state.is_terminal:
            same = (env.state, env.seat, env.legal_actions()) == (state, state.seat, state.legal_actions())
            first.expect(same and not any(env.rewards), "an env differs from the positions, or rewards before the end")
            action = env.sample_action(choice)
            ahead = copy.deepcopy(env)
            ahead.step(action)
            first.expect(env.state == state, "stepping a copy of an env moves the env")
            env.step(action)
            first.expect(env.state == ahead.state, "a copy of an env has another future")
            state = state.apply(action).settle(chance)
        first.expect(env.state == state and env.rewards == env.returns == state.returns, "an env ends otherwise")
        _refused(first, IllegalActionError, env.step, 0)


def check_snapshots(game: Game, lines: Sequence[Line]) -> None:
    """Nothing that was done to a position, or to those after it, has changed it."""
    for spot in chain.from_iterable(lines):
        spot.expect(spot.is_as_it_was(), "the position has changed since")


CHECKS: tuple[Callable[[Game, Sequence[Line]], None], ...] = (
    check_nodes,
    check_mask,
    check_refusals,
    check_length,
    check_results,
    check_round_trips,
    check_identity,
    check_words,
    check_observations,
    check_secrets,
    check_queries,
    check_pictures,
    check_chance,
    check_records,
    check_env,
    check_snapshots,
)
"""All checks, in the order they are made; the last one looks back on what the others did."""
