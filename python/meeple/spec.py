"""Small values that describe games: nodes, kinds of ids, observation slices, counts."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Kind", "Move", "Node", "ObservationSpec", "Perft", "Slice"]


class Node(enum.Enum):
    """What a position waits for."""

    DECISION = "decision"
    CHANCE = "chance"
    TERMINAL = "terminal"


@dataclass(frozen=True)
class Kind:
    """One kind of action or chance outcome: the ids ``first`` to ``first + count - 1``."""

    name: str
    fields: tuple[str, ...]
    first: int
    count: int


class Perft(NamedTuple):
    """Counts of a game tree cut at a depth. A ply is one decision or one chance outcome."""

    leaves: int
    """Paths of exactly the depth asked for."""
    decisions: int
    """Decisions walked, at any depth."""
    chance: int
    """Chance outcomes walked, at any depth."""
    terminals: int
    """Paths that ended earlier."""


class Move(NamedTuple):
    """One ply of a record."""

    seat: int | None
    """The seat that chose; None for chance."""
    id: int | None
    """The id of the action or outcome; None where it was hidden from the seat that looks."""
    text: str
    """The same in words; the kind alone where it was hidden."""


@dataclass(frozen=True)
class Slice:
    """A named part of an observation: ``observation[start:stop].reshape(shape)``."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    low: float
    high: float
    seen_by: str
    """``"all"`` where every seat observes the same in the absolute frame, else ``"owner"``."""
    doc: str


@dataclass(frozen=True)
class ObservationSpec:
    """The parts of an observation, in order. Iterable; ``spec["row"]`` finds a part by name."""

    slices: tuple[Slice, ...]

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.slices[-1].stop if self.slices else 0

    def __iter__(self) -> Iterator[Slice]:
        return iter(self.slices)

    def __len__(self) -> int:
        return len(self.slices)

    def __getitem__(self, name: str) -> Slice:
        for part in self.slices:
            if part.name == name:
                return part
        raise KeyError(f"no slice {name!r}; the slices: {', '.join(part.name for part in self.slices)}")
