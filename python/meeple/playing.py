"""Whole games between agents, recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

from meeple._core import Game, Record, Rng, State
from meeple.agents import Agent
from meeple.errors import IllegalActionError, OptionError
from meeple.spec import Node

__all__ = ["play"]

# What a stream of random numbers is for: the first number of its path.
_CHANCE, _CHOICE, _RESAMPLING = 0, 1, 2


def play(
    start: Game | State,
    agents: Sequence[Agent],
    seed: SupportsIndex | None = None,
    game_index: int = 0,
) -> Record:
    """Plays one game from a start and returns its record.

    Chance draws from the stream ``(seed, game_index)``, so two games with the same seed and index are dealt alike,
    whoever plays. Every decision has streams of its own, made of seed, game index, seat and ply: a game is the same on
    any executor.

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
        if not isinstance(agent, Agent):
            raise TypeError(f"the agent of seat {seat} has no method choose(state, rng): {agent!r}")
    used = Rng().next_u64() >> 1 if seed is None else seed
    chance = Rng.stream(used, _CHANCE, game_index)
    first = state
    moves: list[int] = []
    while not state.is_terminal:
        if state.node is Node.CHANCE:
            step = _draw(state, chance)
            state = state.apply(step)
        else:
            step = _ask(agents, state, used, game_index, len(moves))
            state = state.apply(step)
        moves.append(step)
    return Record.of_moves(first, moves, used, [_name(agent) for agent in agents])


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
