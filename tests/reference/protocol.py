"""What every twin offers, whatever its game."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any, Protocol, TypeVar

Step = dict[str, object]
"""A structured action or chance outcome: `{"kind": "take", "animal": "lion", "column": 4}`."""

Self = TypeVar("Self", bound="Twin")


class Twin(Protocol):
    """One game in progress. `apply` changes it in place; `copy` gives an independent one."""

    def __init__(self, seats: int, options: dict[str, object], components: dict[str, Any]) -> None:
        """Set up the start of a game. `options` is complete; `components` is the parsed `components.toml`."""

    def node(self) -> str:
        """What happens next: "decision", "chance" or "terminal"."""
        ...

    def seat(self) -> int | None:
        """The seat to act at a decision, else None."""
        ...

    def legal(self) -> list[Step]:
        """The legal actions in id order; empty unless the node is a decision."""
        ...

    def outcomes(self) -> list[tuple[Step, int]]:
        """The chance outcomes in id order with their integer weights; empty unless the node is chance."""
        ...

    def apply(self, what: Step) -> None:
        """Take a legal action or a possible outcome; raises ValueError for anything else and then changes nothing."""

    def copy(self: Self) -> Self:
        """An independent copy."""
        ...

    def scores(self) -> list[int]:
        """Points by seat as they stand."""
        ...

    def ranking(self) -> list[int]:
        """Ranks by seat as they stand: 1 + the number of seats strictly better."""
        ...

    def truncated(self) -> bool:
        """Whether a cap ended the game."""
        ...

    def view(self, seat: int | None) -> dict[str, object]:
        """The position as JSON values, as `seat` sees it; None sees everything."""
        ...

    @staticmethod
    def action_table(seats: int, options: dict[str, object], components: dict[str, Any]) -> list[Step]:
        """Every action; the place in the list is the id."""
        ...

    @staticmethod
    def outcome_table(seats: int, options: dict[str, object], components: dict[str, Any]) -> list[Step]:
        """Every chance outcome; the place in the list is the id."""
        ...

    @classmethod
    def from_view(
        cls: type[Self], seats: int, options: dict[str, object], components: dict[str, Any], position: dict[str, Any]
    ) -> Self:
        """A position set up by hand, from the form that `view(None)` gives."""
        ...


def twin_module(game: str) -> ModuleType:
    """The module of a game's twin, found by its name."""
    return importlib.import_module(f".{game}", __package__)


def words(step: Step) -> str:
    """A step as text: the kind and the field values, joined by spaces."""
    return " ".join(str(value) for value in step.values())
