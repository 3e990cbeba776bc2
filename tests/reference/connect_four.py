"""Connect four: seven columns, six rows, four in a line win."""

from __future__ import annotations

from typing import Any

from .protocol import Step

DEFAULT_OPTIONS: dict[str, object] = {}

COLUMNS = 7
ROWS = 6
DISCS = ["x", "o"]  # seat 0 plays x, seat 1 plays o
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Twin:
    def __init__(self, seats: int, options: dict[str, object], components: dict[str, Any]) -> None:
        if seats != 2:
            raise ValueError(f"connect_four is for 2 seats, not {seats}")
        self.columns: list[list[str]] = [[] for _ in range(COLUMNS)]

    def disc(self, column: int, row: int) -> str | None:
        if 0 <= column < COLUMNS and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return None

    def winner(self) -> int | None:
        """The seat that has four discs in a line."""
        for column in range(COLUMNS):
            for row in range(len(self.columns[column])):
                disc = self.columns[column][row]
                for right, up in DIRECTIONS:
                    if all(self.disc(column + n * right, row + n * up) == disc for n in (1, 2, 3)):
                        return DISCS.index(disc)
        return None

    def played(self) -> int:
        return sum(len(column) for column in self.columns)

    def node(self) -> str:
        if self.winner() is not None or self.played() == COLUMNS * ROWS:
            return "terminal"
        return "decision"

    def seat(self) -> int | None:
        return self.played() % 2 if self.node() == "decision" else None

    def legal(self) -> list[Step]:
        if self.node() != "decision":
            return []
        return [{"kind": "drop", "column": c} for c in range(COLUMNS) if len(self.columns[c]) < ROWS]

    def outcomes(self) -> list[tuple[Step, int]]:
        return []

    def apply(self, what: Step) -> None:
        if what not in self.legal():
            raise ValueError(f"{what} is not possible here")
        column = what["column"]
        assert isinstance(column, int)
        self.columns[column].append(DISCS[self.played() % 2])

    def copy(self) -> Twin:
        twin = Twin(2, {}, {})
        twin.columns = [list(column) for column in self.columns]
        return twin

    def scores(self) -> list[int]:
        winner = self.winner()
        return [1 if seat == winner else 0 for seat in (0, 1)]

    def ranking(self) -> list[int]:
        scores = self.scores()
        return [1 + len([other for other in scores if other > own]) for own in scores]

    def truncated(self) -> bool:
        return False

    def view(self, seat: int | None) -> dict[str, object]:
        return {"columns": [list(column) for column in self.columns]}

    @staticmethod
    def action_table(seats: int, options: dict[str, object], components: dict[str, Any]) -> list[Step]:
        return [{"kind": "drop", "column": column} for column in range(COLUMNS)]

    @staticmethod
    def outcome_table(seats: int, options: dict[str, object], components: dict[str, Any]) -> list[Step]:
        return []

    @classmethod
    def from_view(
        cls, seats: int, options: dict[str, object], components: dict[str, Any], position: dict[str, Any]
    ) -> Twin:
        twin = cls(seats, options, components)
        twin.columns = [list(column) for column in position["columns"]]
        discs = [disc for column in twin.columns for disc in column]
        if discs.count("x") - discs.count("o") not in (0, 1):
            raise ValueError("x moves first and the seats take turns")
        return twin
