"""The command line, called as a function and as a program."""

from __future__ import annotations

import builtins
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import meeple
import meeple.cli
from meeple.cli import main

pytest.importorskip("rich")


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str | type[BaseException]) -> list[str]:
    """Types lines, or raises, where a person is asked; returns the prompts."""
    prompts: list[str] = []
    answers: Iterator[str | type[BaseException]] = iter([*lines, EOFError])

    def answer(prompt: str = "") -> str:
        prompts.append(prompt)
        line = next(answers)
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr(builtins, "input", answer)
    return prompts


def program(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "meeple", *arguments], input=stdin, capture_output=True, encoding="utf-8", check=False
    )


def numbers(line: str) -> list[int]:
    return [int(number.replace(",", "")) for number in re.findall(r"[\d,]+", line)]


# --- games, perft, demo ---


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    for name in meeple.games():
        game = meeple.load(name)
        row = next(line for line in out.splitlines() if re.search(rf"│ {name} ", line))
        assert {game.num_actions, game.num_chance_outcomes, game.state_size} <= set(numbers(row))
        assert ("calibration" in row) == game.calibration
        for option in game.options:
            assert f"{name} {option}: " in out
    assert re.search(r"│ african_park +│ +2-4 │", out)


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "connect_four", "--depth", "4"]) == 0
    rows = [numbers(line) for line in capsys.readouterr().out.splitlines() if re.match(r"│ +\d", line)]
    # Nobody can win or fill a column in four plies: 7 answers to everything.
    assert rows == [[depth, 7**depth, sum(7**plies for plies in range(1, depth + 1)), 0, 0] for depth in range(1, 5)]


def test_perft_divides_by_the_first_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "kuhn_poker", "--depth", "5", "--divide"]) == 0
    out = capsys.readouterr().out
    # One of two cards for the other seat, then 8 ways to have bet so far. Five plies are used up by pass-bet-pass and
    # pass-bet-bet; the other three lines end earlier.
    for card in ("jack", "queen", "king"):
        row = next(line for line in out.splitlines() if f"deal {card}" in line)
        assert numbers(row) == [2 * 2, 2 * 8, 1 + 2, 2 * 3]
    assert main(["perft", "kuhn_poker", "--depth", "2", "--divide", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "pass" in out
    assert "bet" in out


def test_perft_takes_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["perft", "african_park", "--seats", "3", "--depth", "1"]
    for option in ("slid_water=dies", "free_card_choice=False", "free_card_choice=true"):
        assert main([*arguments, "--option", option]) == 0
    assert "3 seats" in capsys.readouterr().out


def test_the_demo_shows_play_a_board_counts_and_speeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--games", "20", "--seconds", "0.01", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    for policy in ("heuristic", "uniform"):
        assert f"African Park, 20 games, {policy} play" in out
    assert out.count("20 games, ") == 4
    assert "African Park: the game is over" in out
    board = out[out.index("African Park: the game is over") :]
    points = re.findall(r"^seat (\d): (-?\d+) points", board, re.MULTILINE)
    assert [int(seat) for seat, _ in points] == [0, 1, 2, 3]
    for seat, score in points:
        assert re.search(rf"│ seat {seat} │ +{score} │", board)
    # Three cards of four each, eight sides; then the next seat draws.
    assert re.search(r"│ +4 │ +512 │", out)
    for name in meeple.games():
        assert re.search(rf"│ {meeple.load(name).title} +│( +[\d,]*[1-9][\d,]* │){{3}}", out)


# --- play ---


def test_a_person_plays_by_words_and_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prompts = typing(monkeypatch, "bet")
    assert main(["play", "kuhn_poker", "--seed", "1"]) == 0
    words = capsys.readouterr().out
    assert prompts == ["seat 0> "]
    typing(monkeypatch, "2")
    assert main(["play", "kuhn_poker", "--seed", "1"]) == 0
    assert capsys.readouterr().out == words
    assert "seat 0: bet" in words
    assert re.search(r"^   1  pass$", words, re.MULTILINE)
    assert re.search(r"│ seat 0 │ +-?[12] │ +[12] │", words)


def test_a_person_is_told_what_is_wrong_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = ["drop 0"] * 4
    prompts = typing(monkeypatch, "?", "", "fly", "drop 9", "0", "8", *full, "q")
    assert main(["play", "connect_four", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    assert out.count("q leaves.") == 3
    for wrong in ("fly", "drop 9", "0", "8"):
        assert f'"{wrong}" is not known' in out
    assert len(prompts) > 6
    assert "seat 0: drop 0" in out


def test_what_is_hidden_is_not_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    folded = False
    for seed in range(12):
        game = meeple.load("kuhn_poker")
        cards = game.start().settle(meeple.Rng.stream(seed, 0, 0)).view(0)["cards"][0]
        typing(monkeypatch, "pass", "pass")
        assert main(["play", "kuhn_poker", "--seed", str(seed)]) == 0
        out = capsys.readouterr().out
        assert f"deal {cards}" in out
        others = {"jack", "queen", "king"} - {cards}
        told = {card for card in others if card in out}
        if "bets: pass, bet, pass" in out:
            folded = True
            assert not told
        else:
            assert len(told) == 1  # at the showdown
            assert out.index(told.pop()) > out.rindex("seat 1: pass")
    assert folded


@pytest.mark.parametrize("leaving", ["q", "quit", EOFError, KeyboardInterrupt])
def test_a_person_leaves_politely(
    leaving: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(monkeypatch, leaving)
    assert main(["play", "african_park", "--seats", "3", "--seat", "2"]) == 0
    captured = capsys.readouterr()
    assert captured.out.endswith("Left before the end.\n")
    assert captured.err == ""


def test_another_game_every_time_without_a_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds = set()
    for _ in range(3):
        typing(monkeypatch)
        assert main(["play", "african_park"]) == 0
        found = re.search(r"the seed is (\d+)", capsys.readouterr().out)
        assert found is not None
        seeds.add(found[1])
    assert len(seeds) == 3


# --- errors ---


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perft", "chess"], "african_park, connect_four, kuhn_poker"),
        (["perft", "connect_four", "--seats", "5"], "seats"),
        (["perft", "connect_four", "--depth", "0"], "--depth is 0"),
        (["perft", "connect_four", "--depth", "101"], "--depth is 101"),
        (["perft", "african_park", "--option", "slid_water=flies"], "lives, dies, depressed"),
        (["perft", "african_park", "--option", "slid_water"], "NAME=VALUE"),
        (["perft", "african_park", "--option", "wings=2"], "wings"),
        (["perft", "african_park", "--seed", "-1"], "seed"),
        (["play", "kuhn_poker", "--seat", "2"], "--seat is 2"),
        (["play", "kuhn_poker", "--seed", "-1"], "seed"),
        (["demo", "--games", "-1"], "-1"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert re.fullmatch(r"meeple: .*\n", err)
    assert says in err


@pytest.mark.parametrize(
    "arguments", [[], ["fly"], ["perft"], ["perft", "x", "--depth", "deep"], ["demo", "--seconds", "nan"]]
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(arguments)
    assert error.value.code == 2
    assert "usage: meeple" in capsys.readouterr().err


def test_without_rich_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert main(["games"]) == 2
    assert "pip install 'meeple[cli]'" in capsys.readouterr().err


def test_ctrl_c_has_its_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(meeple.cli, "perft", interrupted)
    assert main(["perft", "connect_four"]) == 130
    assert capsys.readouterr().err == "\n"


# --- as a program ---


def test_the_program_answers_by_its_exit_code() -> None:
    assert program("games").returncode == 0
    help_ = program("--help")
    assert help_.returncode == 0
    assert {"games", "demo", "play", "perft"} <= set(help_.stdout.split())
    wrong = program("perft", "chess")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("meeple: ")
    assert "Traceback" not in wrong.stderr


def test_the_program_plays_what_is_piped_into_it() -> None:
    whole = program("play", "kuhn_poker", "--seed", "1", stdin="bet\n")
    assert whole.returncode == 0
    assert "Result" in whole.stdout
    ended = program("play", "connect_four", "--seed", "1", stdin="drop 3\n")
    assert ended.returncode == 0
    assert ended.stdout.endswith("Left before the end.\n")
    assert ended.stderr == ""
