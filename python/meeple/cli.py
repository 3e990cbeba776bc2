"""The command line: ``meeple games``, ``demo``, ``play`` and ``perft`` (extra ``[cli]``)."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from meeple._core import Game, Record, Rng, State, games
from meeple.agents import PolicyAgent
from meeple.counting import divide, perft, playouts
from meeple.errors import IllegalActionError, MeepleError, OptionError
from meeple.loading import load
from meeple.playing import steps

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["main"]

_POLICIES: tuple[Literal["heuristic", "uniform"], ...] = ("heuristic", "uniform")
_OPENING_DEPTH = 8


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0, or 2 for what cannot be done, or 130 when interrupted."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        from rich.console import Console
    except ImportError:
        print("meeple: the command line needs rich: pip install 'meeple[cli]'", file=sys.stderr)
        return 2
    try:
        given.run(Console(highlight=False, emoji=False), given)
    except MeepleError as error:
        print(f"meeple: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="meeple", description="Fast, rules-exact engines for modern board games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[Console, argparse.Namespace], None], help_: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help_, description=help_)
        added.set_defaults(run=run)
        return added

    command("games", _games, "lists the games")
    demo = command("demo", _demo, "plays, counts and measures a little of everything")
    demo.add_argument("--games", type=int, default=4000, metavar="N", help="how many games each policy plays")
    demo.add_argument("--seconds", type=_seconds, default=0.5, metavar="S", help="how long each speed is measured")
    demo.add_argument("--seed", type=int, default=1, help="what the games are drawn from")
    play = command("play", _play, "plays a game at the terminal against the games' own policies")
    play.add_argument("--seat", type=int, default=0, help="the seat you take, from 0")
    play.add_argument("--seed", type=int, help="what the game is drawn from; left out, another one every time")
    count = command("perft", _perft, "counts the game tree from the start, or from the first decision")
    count.add_argument("--depth", type=int, default=4, metavar="PLIES", help="1 to 100 plies; 4 if left out")
    count.add_argument("--seed", type=int, help="draws the chance before the first decision from this seed")
    count.add_argument("--divide", action="store_true", help="counts apart for every first step")
    for with_game in (play, count):
        with_game.add_argument("game", help="its name, as in `meeple games`")
        with_game.add_argument("--seats", type=int, help="how many seats play")
        with_game.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
        )
    return parser


def _load(given: argparse.Namespace) -> Game:
    return load(given.game, given.seats, None, **dict(map(_option, given.option)))


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 60:
        raise argparse.ArgumentTypeError(f"{text} is not above 0 and at most 60")
    return seconds


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"--option is {text!r}; it must be NAME=VALUE")
    try:
        return name, json.loads(value.lower() if value in ("True", "False") else value)
    except json.JSONDecodeError:
        return name, value


def _say(console: Console, text: str) -> None:
    """Prints a text as it is."""
    console.print(text, markup=False, soft_wrap=True)


def _table(console: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table. Columns of numbers are right-aligned."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", title_style="bold")
    for index, head in enumerate(heads):
        words = any(row[index][-1:].isalpha() for row in rows)
        table.add_column(head, justify="left" if words else "right")
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)


# --- games ---


def _games(console: Console, _: argparse.Namespace) -> None:
    rows, docs = [], []
    for name in games():
        game = load(name)
        seats = game.seat_counts
        span = str(seats[0]) if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"
        longest = load(name, seats=seats[-1]).max_game_length
        numbers = (game.num_actions, game.num_chance_outcomes, longest, game.state_size)
        rows.append([name, span, *map(str, numbers), "calibration" if game.calibration else "game"])
        docs += [f"{name} {option}: {doc}" for option, doc in game.option_docs.items()]
    _table(console, "Games", ["name", "seats", "actions", "outcomes", "plies", "bytes", "kind"], rows)
    _say(console, "\nOptions\n" + "\n".join(docs))


# --- play ---


class _LeftError(Exception):
    """The person has had enough."""


class _Person:
    """Asks the person at the terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def choose(self, state: State, rng: Rng) -> int:
        """What was typed, once it is legal."""
        assert state.seat is not None
        legal = state.legal_actions()
        _say(self._console, f"\n{state.text(state.seat)}\n")
        for number, action in enumerate(legal, 1):
            _say(self._console, f"{number:4}  {state.action_text(action)}")
        while True:
            try:
                typed = input(f"seat {state.seat}> ").strip()
            except EOFError:
                raise _LeftError from None
            if typed in ("q", "quit", "exit"):
                raise _LeftError
            if typed in ("", "?", "help"):
                _say(self._console, "Type an action in words or its number in the list; q leaves.")
                continue
            if typed.isdecimal() and 1 <= int(typed) <= len(legal):
                return legal[int(typed) - 1]
            try:
                action = state.parse_action(typed)
                state.apply(action)
            except IllegalActionError as error:
                _say(self._console, str(error))
                continue
            return action


def _play(console: Console, given: argparse.Namespace) -> None:
    game = _load(given)
    if not 0 <= given.seat < game.seats:
        raise OptionError(f"--seat is {given.seat}; it must be from 0 to {game.seats - 1}")
    seed = Rng().next_u64() >> 1 if given.seed is None else given.seed
    agents = [_Person(console) if seat == given.seat else PolicyAgent() for seat in range(game.seats)]
    start, moves = game.start(), list[int]()
    _say(console, f"{game.title}: you are seat {given.seat}, the seed is {seed}. ? helps, q leaves.")
    try:
        for step in steps(start, agents, seed):
            moves.append(step)
            move = Record.of_moves(start, moves).seen_by(given.seat, game)[-1]
            who = "chance" if move.seat is None else f"seat {move.seat}"
            _say(console, f"{who}: {move.text}")
    except (_LeftError, KeyboardInterrupt):
        console.print("\nLeft before the end.")
        return
    _result(console, Record.of_moves(start, moves).replay(game)[-1], given.seat)


def _result(console: Console, state: State, seat: int | None = None) -> None:
    """The end of a game, as one seat sees it or as it is."""
    _say(console, f"\n{state.text(seat)}\n")
    rows = [
        [f"seat {of}", str(state.scores[of]), str(state.ranking[of]), f"{state.returns[of]:+.2f}"]
        for of in range(state.game.seats)
    ]
    _table(console, "Result", ["", "score", "rank", "return"], rows)


# --- perft ---


def _perft(console: Console, given: argparse.Namespace) -> None:
    if not 1 <= given.depth <= 100:
        raise OptionError(f"--depth is {given.depth}; it must be from 1 to 100")
    game = _load(given)
    state = game.start() if given.seed is None else game.start().settle(Rng(given.seed))
    if given.divide:
        words = state.action_text if state.seat is not None else state.outcome_text
        parts = divide(state, given.depth).items()
        title = f"{game.title}, {game.seats} seats, depth {given.depth}"
        _counts(console, title, "first", [(words(step), counts) for step, counts in parts])
    else:
        _opening(console, state, given.depth)


def _opening(console: Console, state: State, depth: int) -> None:
    title = f"{state.game.title}, {state.game.seats} seats: the game tree"
    _counts(console, title, "depth", [(str(plies), perft(state, plies)) for plies in range(1, depth + 1)])


def _counts(console: Console, title: str, head: str, rows: Sequence[tuple[str, tuple[int, ...]]]) -> None:
    shown = [[name, *(f"{count:,}" for count in counts)] for name, counts in rows]
    _table(console, title, [head, "leaves", "decisions", "chance", "ended earlier"], shown)


# --- demo ---


def _demo(console: Console, given: argparse.Namespace) -> None:
    game = load("african_park", seats=4)
    for policy in _POLICIES:
        begin = time.perf_counter()
        played = playouts(game, given.games, given.seed, policy)
        took = time.perf_counter() - begin
        console.print(f"[bold]{game.title}, {len(played):,} games, {policy} play[/bold], {took:.2f} s on all cores")
        _say(console, f"{played.summary()}\n")

    console.print("[bold]One of them, by the policy, to the end[/bold]")
    rng = Rng.stream(given.seed, 0)
    state = game.start().settle(rng)
    while not state.is_terminal:
        state = state.apply(state.policy_action(rng)).settle(rng)
    _result(console, state)

    _opening(console, game.start(), _OPENING_DEPTH)
    rows = [_speed(load(name), given.seconds) for name in games()]
    heads = ["one thread", "native games/s", "native plies/s", "Python loop, steps/s"]
    _table(console, f"Speed, measured here for {given.seconds:g} s each", heads, rows)


def _speed(game: Game, seconds: float) -> list[str]:
    native, played, plies, size = 0.0, 0, 0, 16
    begin = time.perf_counter()
    while native < seconds:
        batch = playouts(game, size, seed=size, num_threads=1, progress=False)
        played, plies, size = played + size, plies + int(batch.decisions.sum() + batch.chance.sum()), 2 * size
        native = time.perf_counter() - begin
    rng, loop, taken = Rng(1), 0.0, 0
    begin = time.perf_counter()
    while loop < seconds:
        state = game.start().settle(rng)
        while not state.is_terminal:
            state = state.apply(rng.choice(state.legal_actions())).settle(rng)
            taken += 1
        loop = time.perf_counter() - begin
    return [game.title, f"{played / native:,.0f}", f"{plies / native:,.0f}", f"{taken / loop:,.0f}"]
