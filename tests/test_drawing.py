"""Pictures are SVG documents that show the position, and to a seat nothing that is hidden from it."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

import meeple
from meeple.drawing import draw
from meeple.drawing.canvas import Canvas
from tests.support import every_variant, some

SVG = "{http://www.w3.org/2000/svg}"
RIVER, LAND, OPEN = "#a8d5ec", "#efdcae", "#ece8de"
RED, YELLOW, HOLE = "#d8412f", "#f4c430", "#e9f0fa"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def title(svg: str) -> str:
    return parsed(svg).findtext(f"{SVG}title") or ""


def fills(svg: str, tag: str) -> Counter[str]:
    return Counter(element.get("fill", "") for element in parsed(svg).iter(SVG + tag))


def played(game: meeple.Game, seed: int) -> list[meeple.State]:
    """All positions of a game by the policy."""
    return meeple.play(game, [meeple.PolicyAgent()] * game.seats, seed).replay()


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()), ids=str)
def test_every_position_has_a_picture_that_stands_alone(name: str, seats: int, options: dict[str, Any]) -> None:
    game = meeple.load(name, seats=seats, **options)
    for state in some(played(game, 1), 12):
        for seat in (None, *range(seats)):
            svg = state.svg(seat)
            assert svg == draw(state, seat)
            root = parsed(svg)
            assert root.tag == f"{SVG}svg"
            assert title(svg).startswith(f"{game.title}: ")
            width, height = (float(root.get(side, "")) for side in ("width", "height"))
            assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
            assert not re.search(r"href|url\(|<image|<script|<style", svg)
            for element in root.iter():
                x, y = (float(element.get(axis, 0)) for axis in ("x", "y"))
                assert 0 <= x <= width
                assert 0 <= y <= height
                assert float(element.get("width", 0)) <= width


@pytest.mark.parametrize("name", meeple.games())
def test_different_positions_have_different_pictures(name: str) -> None:
    states = played(meeple.load(name), 2)
    assert len({state.svg() for state in states}) == len(states)


def test_notebooks_show_the_whole_position() -> None:
    state = meeple.load("kuhn_poker").start().settle(meeple.Rng(1))
    assert state._repr_svg_() == state.svg() != state.svg(0)


def test_what_is_drawn_is_escaped() -> None:
    canvas = Canvas(10, 20, "a < b & c")
    canvas.text(1, 2, "<x> & 'y'", fill='"')
    root = parsed(canvas.svg())
    assert root.findtext(f"{SVG}title") == "a < b & c"
    text = root.find(f"{SVG}text")
    assert text is not None
    assert (text.text, text.get("fill"), text.get("font-size")) == ("<x> & 'y'", '"', "14")


@pytest.mark.parametrize("seat", [-1, 2, 2**63])
def test_there_is_no_picture_for_a_seat_that_is_not(seat: int) -> None:
    state = meeple.load("kuhn_poker").start()
    for call in (state.svg, lambda seat: draw(state, seat)):
        with pytest.raises(meeple.OptionError):
            call(seat)


# --- connect four ---


def test_connect_four_shows_every_disc() -> None:
    state = meeple.load("connect_four").from_json('{"columns": [["x","o","x"],[],["o"],[],["x","x","o"],[],["o"]]}')
    discs = fills(state.svg(), "circle")
    assert (discs[RED], discs[YELLOW], discs[HOLE]) == (4, 4, 42 - 8)
    assert title(state.svg()) == "Connect Four: x to move"
    assert Counter(texts(state.svg()))["x"] == 4


def test_connect_four_stacks_from_the_bottom() -> None:
    state = meeple.load("connect_four").from_json('{"columns": [[],["x","o"],[],[],[],["x"],[]]}')
    circles = list(parsed(state.svg()).iter(f"{SVG}circle"))
    places = {
        disc: [(float(c.get("cx", 0)), float(c.get("cy", 0))) for c in circles if c.get("fill") == disc]
        for disc in (RED, YELLOW)
    }
    (low, right), (high,) = sorted(places[RED]), places[YELLOW]
    assert low[0] == high[0] < right[0]
    assert low[1] == right[1] > high[1]


@pytest.mark.parametrize(
    ("columns", "winner", "ringed"),
    [
        ([["x"] * 4, ["o"] * 3, [], [], [], [], []], "x", 4),
        ([["x", "o"], ["x", "o"], ["x", "o"], ["x"], [], [], []], "x", 4),
        ([["x"], ["x"], ["x", "x"], ["o"], ["o"], ["o"], ["o"]], "o", 4),
        ([["x"], ["o", "x"], ["o", "o", "x"], ["x", "o", "o", "x"], [], [], ["x"]], "x", 4),
        ([["o", "x", "o", "x"], ["o", "o", "x"], ["o", "x"], ["x"], ["x"], [], []], "x", 4),
        ([["x"], ["x"], ["x"], ["x"], ["x"], ["o", "o", "o"], ["o"]], "x", 5),
    ],
)
def test_connect_four_rings_the_four_that_won(columns: list[list[str]], winner: str, ringed: int) -> None:
    state = meeple.load("connect_four").from_json(json.dumps({"columns": columns}))
    assert state.is_terminal
    svg = state.svg()
    assert title(svg) == f"Connect Four: {winner} has won"
    rings = [circle for circle in parsed(svg).iter(f"{SVG}circle") if circle.get("stroke") == "#ffffff"]
    assert len(rings) == ringed


def test_connect_four_says_how_it_stands() -> None:
    game = meeple.load("connect_four")
    seen = set()
    for seed in range(400):
        states = meeple.play(game, [meeple.RandomAgent()] * 2, seed).replay()
        for state in (states[0], states[1], states[-1]):
            ends = {(1, 0): "x has won", (0, 1): "o has won", (0, 0): "a draw"}
            status = ends[state.scores[0], state.scores[1]] if state.is_terminal else f"{'xo'[state.seat or 0]} to move"
            assert title(state.svg()) == f"Connect Four: {status}"
            seen.add(status)
    assert seen >= {"x has won", "o has won", "x to move", "o to move"}


def test_connect_four_can_be_drawn_out() -> None:
    column = ["x", "o", "x", "o", "x", "o"]
    other = column[::-1]
    state = meeple.load("connect_four").from_json(
        json.dumps({"columns": [column, column, other, other, column, column, other]})
    )
    assert state.is_terminal
    assert state.scores == (0, 0)
    assert title(state.svg()) == "Connect Four: a draw"


# --- kuhn poker ---


def test_kuhn_poker_shows_a_seat_its_own_card_only() -> None:
    state = meeple.load("kuhn_poker").from_json('{"cards": ["king", "jack"], "bets": ["pass"]}')
    assert {"king", "jack"} <= set(texts(state.svg()))
    for seat, card, hidden in ((0, "king", "jack"), (1, "jack", "king")):
        svg = state.svg(seat)
        assert card in texts(svg)
        assert hidden not in svg
    assert title(state.svg()) == "Kuhn poker: seat 1 to act"


@pytest.mark.parametrize(
    ("position", "status", "chips"),
    [
        ('{"cards": [null, null], "bets": []}', "a card is dealt", 2),
        ('{"cards": ["jack", null], "bets": []}', "a card is dealt", 2),
        ('{"cards": ["jack", "king"], "bets": []}', "seat 0 to act", 2),
        ('{"cards": ["jack", "king"], "bets": ["bet"]}', "seat 1 to act", 3),
        ('{"cards": ["jack", "king"], "bets": ["pass", "bet"]}', "seat 0 to act", 3),
        ('{"cards": ["jack", "king"], "bets": ["pass", "bet", "bet"]}', "the game is over", 4),
        ('{"cards": ["jack", "king"], "bets": ["pass", "pass"]}', "the game is over", 2),
    ],
)
def test_kuhn_poker_shows_the_pot(position: str, status: str, chips: int) -> None:
    svg = meeple.load("kuhn_poker").from_json(position).svg()
    assert title(svg) == f"Kuhn poker: {status}"
    assert sum(fills(svg, "circle").values()) == chips


# --- african park ---


def test_african_park_shows_every_animal() -> None:
    game = meeple.load("african_park", seats=3)
    for state in played(game, 5)[20::11]:
        position = json.loads(state.to_json())
        shown = Counter(texts(state.svg()))
        living = Counter(position["row"])
        for reserve in position["reserves"]:
            living.update(animal for column in reserve["columns"] for animal in column)
        names = {"white_rhinoceros": "White rhino"}
        for animal, count in living.items():
            assert shown[names.get(animal, animal.capitalize())] == count
        assert f"Deck: {sum(position['deck'].values())} cards" in shown
        for seat in range(3):
            dead = len(position["reserves"][seat]["graveyard"])
            assert f"Dead: {dead or 'none'}" in shown
            assert any(text.startswith(f"{state.scores[seat]} points") for text in shown)


def test_african_park_shows_the_rivers_of_the_chosen_sides() -> None:
    # As components.toml has them: 15 spaces, of which D1-A has two rivers, E2-B three and F4-A two.
    position = {
        "phase": "sides",
        "seat": 1,
        "head_ranger": 0,
        "row": [],
        "reserves": [
            {
                "landscape": {"d": "D1-A", "e": "E2-B", "f": "F4-A"},
                "columns": [[], [], [], [], [], []],
                "graveyard": [],
            },
            {"landscape": {"d": "D2", "e": "E1", "f": "F1"}, "columns": [[], [], [], [], [], []], "graveyard": []},
        ],
    }
    svg = meeple.load("african_park", seats=2).from_json(json.dumps(position)).svg()
    ground = fills(svg, "rect")
    assert (ground[RIVER], ground[LAND], ground[OPEN]) == (7, 8, 15)
    assert {"2-area, D1-A", "3-area, D1-A", "4-area, E2-B", "6-area, F4-A", "2-area, D2"} <= set(texts(svg))
    assert title(svg) == "African Park: seat 1 chooses the sides of its landscape"


def test_african_park_shows_the_rivers_of_a_corrected_box(tmp_path: Any) -> None:
    text = meeple.load("african_park").components_text()
    assert text.count('a = ["RL", "RLL"]') == 1
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('a = ["RL", "RLL"]', 'a = ["RR", "RRR"]'), encoding="utf-8")
    rivers = {}
    for components in (None, mine):
        game = meeple.load("african_park", seats=2, components=components)
        state = game.start()
        for words in ("landscape D1", "landscape E1", "landscape F1"):
            state = state.apply(game.parse_outcome(words))
        rivers[components] = fills(state.apply(game.parse_action("sides a a a")).svg(), "rect")[RIVER]
    assert rivers[mine] == rivers[None] + 3


def test_african_park_shows_whose_turn_it_is_and_the_result() -> None:
    game = meeple.load("african_park", seats=4)
    states = played(game, 3)
    for state in states[::9]:
        acting = [rect for rect in parsed(state.svg()).iter(f"{SVG}rect") if rect.get("stroke") == "#c8831f"]
        assert len(acting) == (json.loads(state.to_json())["seat"] is not None)
        assert texts(state.svg()).count("head ranger") == 1
    over = texts(states[-1].svg())
    for score, rank in zip(states[-1].scores, states[-1].ranking, strict=True):
        assert f"{score} points, rank {rank}" in over
