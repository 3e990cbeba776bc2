"""Kuhn poker: two cards, what was bet, and the chips in the pot."""

from __future__ import annotations

from typing import Any

from meeple._core import Game
from meeple.drawing.canvas import INK, MUTED, Canvas

__all__ = ["svg"]

_WIDTH, _HEIGHT = 440, 330
_CARD_WIDTH, _CARD_HEIGHT = 92, 132
_SEATS = (120, 320)
_FELT = "#2f6b4f"
_COLOURS = {"jack": "#2a4d8f", "queen": "#8a2d5d", "king": "#a3341f"}
_ENDS = (["pass", "pass"], ["pass", "bet", "pass"], ["pass", "bet", "bet"], ["bet", "pass"], ["bet", "bet"])


def svg(game: Game, position: dict[str, Any]) -> str:
    """The picture of a position; a hidden card shows its back."""
    cards: list[str | None] = position["cards"]
    bets: list[str] = position["bets"]
    status = _status(cards, bets)
    canvas = Canvas(_WIDTH, _HEIGHT, f"{game.title}: {status}")
    canvas.text(24, 36, game.title, 20, font_weight="bold")
    canvas.text(24, 60, status, 14, MUTED)
    canvas.rect(16, 76, _WIDTH - 32, _HEIGHT - 92, _FELT, radius=18)
    for seat, x in enumerate(_SEATS):
        _card(canvas, x - _CARD_WIDTH / 2, 116, cards[seat])
        canvas.text(x, 102, f"seat {seat}", 14, "#ffffff", text_anchor="middle", font_weight="bold")
        said = bets[seat::2]  # seat 0 bets first, then they take turns (KP 4)
        canvas.text(x, 272, ", ".join(said) or "-", 14, "#ffffff", text_anchor="middle")
        chips = 1 + said.count("bet")  # the ante and what was bet (KP 2, 4)
        for chip in range(chips):
            canvas.circle(
                x + 10 * (2 * chip + 1 - chips),
                292,
                9,
                "#f0d27a",
                stroke="#9a7a1f",
                stroke_width=2,
                stroke_dasharray="4 2",
            )
    return canvas.svg()


def _status(cards: list[str | None], bets: list[str]) -> str:
    if None in cards:
        return "a card is dealt"
    if bets in _ENDS:
        return "the game is over"
    return f"seat {len(bets) % 2} to act"


def _card(canvas: Canvas, x: float, y: float, card: str | None) -> None:
    if card is None:
        canvas.rect(
            x, y, _CARD_WIDTH, _CARD_HEIGHT, "none", radius=10, stroke="#a9cdb9", stroke_width=2, stroke_dasharray="6 5"
        )
        return
    canvas.rect(x, y, _CARD_WIDTH, _CARD_HEIGHT, "#ffffff", radius=10, stroke=INK, stroke_width=1)
    if card == "hidden":
        canvas.rect(x + 8, y + 8, _CARD_WIDTH - 16, _CARD_HEIGHT - 16, "#7b3b3b", radius=6)
        for row in range(5):
            for column in range(3):
                left, top = x + 22 + 24 * column, y + 22 + 22 * row
                points = [(left, top - 8), (left + 8, top), (left, top + 8), (left - 8, top)]
                canvas.polygon(points, "none", stroke="#d9b5a0", stroke_width=2)
        return
    colour = _COLOURS[card]
    canvas.text(x + 12, y + 28, card[0].upper(), 20, colour, font_weight="bold")
    canvas.text(x + _CARD_WIDTH / 2, y + 84, card[0].upper(), 56, colour, text_anchor="middle", font_weight="bold")
    canvas.text(x + _CARD_WIDTH / 2, y + _CARD_HEIGHT - 14, card, 13, colour, text_anchor="middle")
