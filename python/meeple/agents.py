"""Who chooses: the protocol that players follow, and the simplest ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from meeple._core import Rng, State

__all__ = ["Agent", "PolicyAgent", "RandomAgent"]


@runtime_checkable
class Agent(Protocol):
    """Anything that chooses an action.

    An agent is given a state that agrees with all its seat knows; what the seat cannot know is drawn anew every time.
    One that has an attribute ``omniscient = True`` is given the true state instead.
    """

    def choose(self, state: State, rng: Rng) -> int:
        """The id of a legal action of ``state``, whose node is a decision of the agent's seat.

        All randomness comes from ``rng``, which is fresh for every decision.
        """
        ...


@dataclass(frozen=True)
class RandomAgent:
    """Chooses among the legal actions, each equally likely."""

    def choose(self, state: State, rng: Rng) -> int:
        """A legal action."""
        return rng.choice(state.legal_actions())


@dataclass(frozen=True)
class PolicyAgent:
    """Plays by the game's own cheap policy; uniformly in games without one."""

    def choose(self, state: State, rng: Rng) -> int:
        """The policy's choice."""
        return state.policy_action(rng)
