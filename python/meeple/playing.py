"""Whole games between agents, recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import SupportsIndex

from meeple._core import Game, Record, Rng, State
from meeple.agents import Agent
from meeple.errors import IllegalActionError, OptionError
from meeple.spec import Node

__all__ = ["play", "steps"]

# What a stream of random numbers is for: the first number of its path.
_CHANCE, _CHOICE, _RESAMPLING = 0, 1, 2


def play(
    start: Game | State,
    agents: Sequence[Agent],
    seed: SupportsIndex | None = None,
    game_index: int = 0,
) -> Record:
    """Plays one game from a start and returns its record.

    Chance draws from ``Rng.stream(seed, 0, game_index)`` as `State.settle` does, so two games with the same seed and
    index are dealt alike, whoever plays. Every decision has streams of its own, made of seed, game index, seat and ply:
    a game is the same on any executor.

    Args:
        start: A game, or a position of one.
        agents: One a seat. None of them sees more than its seat may (see `Agent`).
        seed: In 0..2**63-1; None takes one from the operating system. The record holds the seed used.
        game_index: Which of the games of this seed it is, from 0.

    Raises:
        OptionError: The number of agents is not that of the seats.
        IllegalActionError: An agent chose an action that is not legal; the message names the agent.
        TypeError: Something is not an agent, or an agent's answer is no integer.
    """
    state = start if isinstance(start, State) else start.start()
    seats = state.game.seats
    if len(agents) != seats:
        raise OptionError(f"{len(agents)} agents for {seats} seats: {state.game.name} needs one a seat")
    for seat, agent in enumerate(agents):
        if not isinstance(agent, Agent) or isinstance(agent, type):
            raise TypeError(f"the agent of seat {seat} is no agent with a method choose(state, rng): {agent!r}")
    used = Rng().next_u64() >> 1 if seed is None else seed
    moves = list(steps(state, agents, used, game_index))
    return Record.of_moves(state, moves, used, [_name(agent) for agent in agents])


def steps(state: State, agents: Sequence[Agent], seed: SupportsIndex, game_index: int = 0) -> Iterator[int]:
    """The actions and outcomes of one game as `play` plays it, each as soon as it is known."""
    chance = Rng.stream(seed, _CHANCE, game_index)
    ply = 0
    while not state.is_terminal:
        step = _draw(state, chance) if state.node is Node.CHANCE else _ask(agents, state, seed, game_index, ply)
        state = state.apply(step)
        ply += 1
        yield step


def _draw(state: State, rng: Rng) -> int:
    """An outcome by the weights, with the very draws of `State.settle`."""
    ids, weights = state.chance_outcomes()
    rest = rng.below(int(weights.sum()))
    for outcome, weight in zip(ids.tolist(), weights.tolist(), strict=True):
        rest -= weight
        if rest < 0:
            return int(outcome)
    raise AssertionError("the weights sum to their sum")


def _ask(agents: Sequence[Agent], state: State, seed: SupportsIndex, game_index: int, ply: int) -> int:
    seat = state.seat
    assert seat is not None
    agent = agents[seat]
    shown = state
    if not getattr(agent, "omniscient", False):
        shown = state.resample(seat, Rng.stream(seed, _RESAMPLING, game_index, seat, ply))
    answer = agent.choose(shown, Rng.stream(seed, _CHOICE, game_index, seat, ply))
    try:
        state.apply(answer)
    except IllegalActionError as error:
        raise IllegalActionError(f"{_name(agent)} in seat {seat}: {error}", error.clause) from error
    except TypeError as error:
        raise TypeError(f"{_name(agent)} in seat {seat} answered {answer!r}: {error}") from error
    return answer.__index__()


def _name(agent: Agent) -> str:
    return type(agent).__name__
