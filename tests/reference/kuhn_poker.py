"""Kuhn poker for two: three cards, ante 1, one bet of 1."""

from __future__ import annotations

from typing import Any

from .protocol import Step

DEFAULT_OPTIONS: dict[str, object] = {}

CARDS = ["jack", "queen", "king"]  # lowest first

# Every way the betting can end: who wins (a seat, or None for a showdown) and how much the loser pays.
ENDINGS: dict[tuple[str, ...], tuple[int | None, int]] = {
    ("pass", "pass"): (None, 1),
    ("pass", "bet", "pass"): (1, 1),
    ("pass", "bet", "bet"): (None, 2),
    ("bet", "pass"): (0, 1),
    ("bet", "bet"): (None, 2),
}


class Twin:
    def __init__(self, seats: int, options: dict[str, object], components: dict[str, Any]) -> None:
        if seats != 2:
            raise ValueError(f"kuhn_poker is for 2 seats, not {seats}")
        self.cards: list[str] = []  # seat 0's card, then seat 1's
        self.bets: list[str] = []

    def ending(self) -> tuple[int | None, int] | None:
        return ENDINGS.get(tuple(self.bets))

    def node(self) -> str:
        if len(self.cards) < 2:
            return "chance"
        return "decision" if self.ending() is None else "terminal"

    def seat(self) -> int | None:
        return len(self.bets) % 2 if self.node() == "decision" else None

    def legal(self) -> list[Step]:
        return [{"kind": "pass"}, {"kind": "bet"}] if self.node() == "decision" else []

    def outcomes(self) -> list[tuple[Step, int]]:
        if self.node() != "chance":
            return []
        return [({"kind": "deal", "card": card}, 1) for card in CARDS if card not in self.cards]

    def apply(self, what: Step) -> None:
        if what not in self.legal() + [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"{what} is not possible here")
        if what["kind"] == "deal":
            self.cards.append(str(what["card"]))
        else:
            self.bets.append(str(what["kind"]))

    def copy(self) -> Twin:
        twin = Twin(2, {}, {})
        twin.cards = list(self.cards)
        twin.bets = list(self.bets)
        return twin

    def scores(self) -> list[int]:
        ending = self.ending()
        if ending is None:
            return [0, 0]  # nothing is won before the end
        winner, stake = ending
        if winner is None:
            winner = 0 if CARDS.index(self.cards[0]) > CARDS.index(self.cards[1]) else 1
        return [stake, -stake] if winner == 0 else [-stake, stake]

    def ranking(self) -> list[int]:
        scores = self.scores()
        return [1 + len([other for other in scores if other > own]) for own in scores]

    def truncated(self) -> bool:
        return False

    def view(self, seat: int | None) -> dict[str, object]:
        ending = self.ending()
        showdown = ending is not None and ending[0] is None
        cards: list[str | None] = [None, None]
        for owner, card in enumerate(self.cards):
            seen = seat is None or seat == owner or showdown
            cards[owner] = card if seen else "hidden"
        return {"cards": cards, "bets": list(self.bets)}

    @staticmethod
    def action_table(seats: int, options: dict[str, object], components: dict[str, Any]) -> list[Step]:
        return [{"kind": "pass"}, {"kind": "bet"}]

    @staticmethod
    def outcome_table(seats: int, options: dict[str, object], components: dict[str, Any]) -> list[Step]:
        return [{"kind": "deal", "card": card} for card in CARDS]

    @classmethod
    def from_view(
        cls, seats: int, options: dict[str, object], components: dict[str, Any], position: dict[str, Any]
    ) -> Twin:
        twin = cls(seats, options, components)
        twin.cards = [card for card in position["cards"] if card is not None]
        twin.bets = list(position["bets"])
        if any(card not in CARDS for card in twin.cards) or len(set(twin.cards)) < len(twin.cards):
            raise ValueError("each card is jack, queen or king, and there is one of each")
        return twin
