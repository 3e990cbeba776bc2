"""Whole games between agents: streams, secrets, errors, and the same game everywhere."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import meeple
from meeple import PolicyAgent, RandomAgent
from meeple.spec import Node
from tests.support import every_variant


def seated(name: str, **options: Any) -> meeple.Game:
    """A game with as many seats as it takes."""
    return meeple.load(name, seats=meeple.load(name).seat_counts[-1], **options)


@dataclass
class Probe:
    """Plays by the policy and keeps what it was given."""

    omniscient: bool = False
    given: list[tuple[meeple.State, meeple.Rng]] = field(default_factory=list)

    def choose(self, state: meeple.State, rng: meeple.Rng) -> int:
        self.given.append((state, pickle.loads(pickle.dumps(rng))))
        return state.policy_action(rng)


@dataclass
class Answers:
    """Answers the same whatever it is asked."""

    answer: Any

    def choose(self, state: meeple.State, rng: meeple.Rng) -> Any:
        return self.answer


# --- records ---


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()), ids=str)
def test_a_record_holds_the_whole_game(name: str, seats: int, options: dict[str, Any]) -> None:
    game = meeple.load(name, seats=seats, **options)
    record = meeple.play(game, [RandomAgent()] * seats, seed=3)
    assert (record.game, record.seats, record.options) == (name, seats, game.options)
    assert (record.seed, record.agents) == (3, ("RandomAgent",) * seats)
    state = game.start()
    for move in record.moves:
        assert move.seat == state.seat
        assert move.id is not None
        words = state.outcome_text if state.node is Node.CHANCE else state.action_text
        assert move.text == words(move.id)
        state = state.apply(move.id)
    assert record.is_terminal
    assert state.is_terminal
    assert (state.scores, state.ranking, state.returns) == (record.scores, record.ranking, record.returns)


def test_a_game_may_begin_anywhere() -> None:
    start = meeple.load("connect_four").from_json('{"columns": [["x","x","x"],["o","o"],[],[],[],[],["o"]]}')
    record = meeple.play(start, [Answers(0), Answers(1)], seed=1)
    assert record.moves == [meeple.Move(0, 0, "drop 0")]
    assert record.scores == (1, 0)
    over = record.replay()[-1]
    assert meeple.play(over, [Answers(0), Answers(1)], seed=1).moves == []


def test_without_a_seed_the_record_holds_the_one_that_was_used() -> None:
    game = seated("african_park")
    agents = [RandomAgent()] * game.seats
    records = [meeple.play(game, agents) for _ in range(3)]
    assert len({record.seed for record in records}) == 3
    for record in records:
        assert meeple.play(game, agents, record.seed) == record


# --- streams ---


@pytest.mark.parametrize("name", meeple.games())
def test_the_same_seed_and_index_give_the_same_game_and_others_another(name: str) -> None:
    game = seated(name)
    agents = [RandomAgent()] * game.seats
    games = [meeple.play(game, agents, seed, index).moves for seed in (1, 2) for index in range(10)]
    assert games == [meeple.play(game, agents, seed, index).moves for seed in (1, 2) for index in range(10)]
    different = {tuple(moves) for moves in games}
    assert len(different) > (len(games) - 1 if name != "kuhn_poker" else 8)  # Kuhn has 30 games in all


def test_the_seed_may_be_any_integer_in_range() -> None:
    game = meeple.load("kuhn_poker")
    agents = [RandomAgent()] * 2
    assert meeple.play(game, agents, np.int64(5)) == meeple.play(game, agents, 5)
    assert meeple.play(game, agents, 2**63 - 1).seed == 2**63 - 1
    for seed in (-1, 2**63):
        with pytest.raises(meeple.OptionError):
            meeple.play(game, agents, seed)
    with pytest.raises(meeple.OptionError):
        meeple.play(game, agents, 1, game_index=-1)


@pytest.mark.parametrize("name", ["african_park", "kuhn_poker"])
def test_chance_is_the_stream_of_seed_and_index_drawn_as_settle_draws_it(name: str) -> None:
    game = seated(name)
    for index in range(5):
        record = meeple.play(game, [RandomAgent()] * game.seats, 9, index)
        chance = meeple.Rng.stream(9, 0, index)
        expected = game.start().settle(chance)
        waiting = [state for state in record.replay() if state.node is not Node.CHANCE]
        actions = [move.id for move in record.moves if move.seat is not None]
        for state, action in zip(waiting, [*actions, None], strict=True):
            assert state == expected
            if action is not None:
                expected = state.apply(action).settle(chance)


def test_deals_do_not_depend_on_who_sits_where() -> None:
    game = meeple.load("african_park", seats=2)
    for index in range(5):
        one = meeple.play(game, [RandomAgent(), PolicyAgent()], 4, index)
        other = meeple.play(game, [PolicyAgent(), RandomAgent()], 4, index)
        assert one.moves != other.moves
        landscapes = [[move for move in record.moves if move.text.startswith("landscape")] for record in (one, other)]
        assert landscapes[0] == landscapes[1]
        first_row = [[move for move in record.moves if move.text.startswith("reveal")][:2] for record in (one, other)]
        assert first_row[0] == first_row[1]


def test_every_decision_has_a_stream_of_its_own() -> None:
    game = meeple.load("african_park", seats=2)
    probes = [Probe(), Probe()]
    record = meeple.play(game, probes, 6, 2)
    plies = [[ply for ply, move in enumerate(record.moves) if move.seat == seat] for seat in range(2)]
    for seat, probe in enumerate(probes):
        assert [rng for _, rng in probe.given] == [meeple.Rng.stream(6, 1, 2, seat, ply) for ply in plies[seat]]
    streams = {rng.next_u64() for probe in probes for _, rng in probe.given}
    assert len(streams) == sum(map(len, plies))


def test_one_agents_thirst_for_random_numbers_changes_nothing_for_others() -> None:
    class Thirsty:
        def choose(self, state: meeple.State, rng: meeple.Rng) -> int:
            for _ in range(100):
                rng.next_u64()
            return state.legal_actions()[0]

    class First:
        def choose(self, state: meeple.State, rng: meeple.Rng) -> int:
            return state.legal_actions()[0]

    game = meeple.load("african_park", seats=3)
    one = meeple.play(game, [Thirsty(), RandomAgent(), PolicyAgent()], 8)
    other = meeple.play(game, [First(), RandomAgent(), PolicyAgent()], 8)
    assert one.moves == other.moves


SCRIPT = """
import meeple
for name in meeple.games():
    game = meeple.load(name)
    agents = [meeple.RandomAgent(), meeple.PolicyAgent()]
    for index in range(3):
        print(meeple.play(game, agents, 12, index).to_line())
"""


def test_fresh_processes_play_the_same_games() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    here = [
        meeple.play(meeple.load(name), [RandomAgent(), PolicyAgent()], 12, index).to_line()
        for name in meeple.games()
        for index in range(3)
    ]
    assert runs[0] == runs[1] == "\n".join(here) + "\n"


# --- secrets ---


def test_an_agent_sees_no_more_than_its_seat_and_an_omniscient_one_everything() -> None:
    game = meeple.load("kuhn_poker")
    honest = {True: 0, False: 0}
    for index in range(60):
        probes = [Probe(), Probe(omniscient=True)]
        record = meeple.play(game, probes, 1, index)
        states = record.replay()
        decisions = [[state for state in states if state.seat == seat] for seat in range(2)]
        assert [state for state, _ in probes[1].given] == decisions[1]
        for (given, _), true in zip(probes[0].given, decisions[0], strict=True):
            assert given.view(0) == true.view(0)
            assert given.information_key(0) == true.information_key(0)
            honest[given == true] += 1
    # The other seat has one of two cards, each equally likely: about half the guesses are wrong.
    assert honest[False] > 15
    assert honest[True] > 15


def test_the_hidden_card_is_drawn_anew_for_every_decision() -> None:
    game = meeple.load("kuhn_poker")
    guesses = set()
    for index in range(40):
        probes = [Probe(), Probe()]
        meeple.play(game, probes, 1, index)
        guesses.add(tuple(given.to_json() for given, _ in probes[0].given))
    twice = [guess for guess in guesses if len(guess) == 2]
    cards = [[given.split('"bets"')[0] for given in guess] for guess in twice]
    assert any(first != second for first, second in cards)
    assert any(first == second for first, second in cards)


def test_guesses_come_from_a_stream_that_is_not_the_agents() -> None:
    game = meeple.load("kuhn_poker")
    for index in range(10):
        probe = Probe()
        states = meeple.play(game, [probe, RandomAgent()], 1, index).replay()
        plies = [ply for ply, state in enumerate(states) if state.seat == 0]
        guesses = [states[ply].resample(0, meeple.Rng.stream(1, 2, index, 0, ply)) for ply in plies]
        assert [given for given, _ in probe.given] == guesses


def test_guessing_spends_no_random_numbers_of_the_agent() -> None:
    game = meeple.load("kuhn_poker")
    for index in range(5):
        one, other = Probe(), Probe(omniscient=True)
        meeple.play(game, [one, RandomAgent()], 1, index)
        meeple.play(game, [other, RandomAgent()], 1, index)
        assert one.given[0][1] == other.given[0][1]


# --- agents ---


@pytest.mark.parametrize("agent", [RandomAgent(), PolicyAgent()])
def test_the_agents_are_plain_values(agent: Any) -> None:
    for protocol in range(2, 6):
        assert pickle.loads(pickle.dumps(agent, protocol)) == agent
    assert repr(agent) == f"{type(agent).__name__}()"
    assert agent == type(agent)()
    assert len({agent, type(agent)()}) == 1
    assert isinstance(agent, meeple.Agent)


@pytest.mark.parametrize("name", meeple.games())
def test_the_policy_agent_is_the_policy(name: str) -> None:
    state = seated(name).start().settle(meeple.Rng(2))
    for seed in range(20):
        assert PolicyAgent().choose(state, meeple.Rng(seed)) == state.policy_action(meeple.Rng(seed))
    actions = {RandomAgent().choose(state, meeple.Rng(seed)) for seed in range(200)}
    assert actions == set(state.legal_actions())


def test_the_policy_of_african_park_beats_chance() -> None:
    game = meeple.load("african_park", seats=2)
    agents: list[meeple.Agent] = [PolicyAgent(), RandomAgent()]
    returns = [meeple.play(game, agents[:: 1 - 2 * (index % 2)], 3, index).returns[index % 2] for index in range(100)]
    assert sum(returns) > 60


# --- errors ---


@pytest.mark.parametrize("count", [0, 1, 3])
def test_as_many_agents_as_seats(count: int) -> None:
    with pytest.raises(meeple.OptionError, match=f"{count} agents for 2 seats"):
        meeple.play(meeple.load("connect_four"), [RandomAgent()] * count, 1)


@pytest.mark.parametrize("stranger", [None, "RandomAgent", 3, RandomAgent, object(), lambda state, rng: 0])
def test_whoever_cannot_choose_is_no_agent(stranger: Any) -> None:
    with pytest.raises(TypeError, match="seat 1 is no agent"):
        meeple.play(meeple.load("connect_four"), [RandomAgent(), stranger], 1)


@pytest.mark.parametrize("answer", [-1, 7, 2**70, np.int64(99)])
def test_an_illegal_answer_names_the_agent_and_its_seat(answer: Any) -> None:
    with pytest.raises(meeple.IllegalActionError, match="Answers in seat 1: connect_four"):
        meeple.play(meeple.load("connect_four"), [RandomAgent(), Answers(answer)], 1)


def test_an_illegal_answer_names_the_clause() -> None:
    game = meeple.load("connect_four")
    full = game.from_json('{"columns": [["x","o","x","o","x","o"],[],[],[],[],[],[]]}')
    with pytest.raises(meeple.IllegalActionError, match=r"Answers in seat 0: .*drop 0") as error:
        meeple.play(full, [Answers(0), RandomAgent()], 1)
    assert error.value.clause is not None
    assert error.value.clause.startswith("CF ")
    assert isinstance(error.value.__cause__, meeple.IllegalActionError)


@pytest.mark.parametrize("answer", [None, True, 1.0, "drop 1", [1], np.float64(1)])
def test_an_answer_of_the_wrong_type_names_the_agent(answer: Any) -> None:
    with pytest.raises(TypeError, match=r"Answers in seat 1 answered"):
        meeple.play(meeple.load("connect_four"), [RandomAgent(), Answers(answer)], 1)


@pytest.mark.parametrize("answer", [np.int64(3), np.uint8(3), np.array(3)])
def test_numpy_integers_are_answers(answer: Any) -> None:
    record = meeple.play(meeple.load("connect_four"), [Answers(answer), Answers(2)], 1)
    assert [move.id for move in record.moves] == [3, 2, 3, 2, 3, 2, 3]


def test_what_an_agent_raises_comes_out_as_it_is() -> None:
    class TroubleError(Exception):
        pass

    class Troubled:
        def choose(self, state: meeple.State, rng: meeple.Rng) -> int:
            raise TroubleError("mine")

    with pytest.raises(TroubleError, match=r"^mine$"):
        meeple.play(meeple.load("connect_four"), [RandomAgent(), Troubled()], 1)
