"""The compiled part of meeple. Import from `meeple`, which re-exports all of it."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, SupportsIndex, TypeVar, final

import numpy as np
from numpy.typing import NDArray

from meeple.spec import Kind, Move, Node, ObservationSpec, Perft

_T = TypeVar("_T")
_Frame = Literal["egocentric", "absolute"]
_Policy = Literal["uniform", "heuristic"]

__all__ = [
    "Env",
    "Game",
    "Record",
    "Rng",
    "State",
    "__version__",
    "games",
    "load_text",
    "run_divide",
    "run_perft",
    "run_playouts",
]

__version__: str

def games() -> list[str]:
    """The names of all games, in the order of the table of games."""

def load_text(name: str, seats: SupportsIndex | None, options: dict[str, Any], components: str | None) -> Game:
    """Loads a game from the text of a components file. Use `meeple.load`, which takes a path.

    Raises:
        OptionError: Unknown game, seats or options; the message lists the valid ones.
        ComponentsError: The components file cannot be used; every reason is listed, with line and key.
    """

def run_perft(state: State, depth: SupportsIndex, tick: Callable[[int], object] | None = None) -> Perft:
    """`meeple.perft` with a progress callback, which is told the nodes visited so far about 20 times a second."""

def run_divide(state: State, depth: SupportsIndex, tick: Callable[[int], object] | None = None) -> dict[int, Perft]:
    """`meeple.divide` with a progress callback, as for `run_perft`."""

def run_playouts(
    state: State,
    count: SupportsIndex,
    seed: SupportsIndex | None = None,
    policy: _Policy = "uniform",
    num_threads: SupportsIndex | None = None,
    tick: Callable[[int], object] | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.bool_]]:
    """`meeple.playouts` with a progress callback, which is told the games finished so far about 20 times a second.

    Returns:
        scores (count, seats) int32, returns (count, seats) float64, decisions (count,) uint32, chance (count,) uint32,
        truncated (count,) bool.
    """

@final
class Rng:
    """A stream of random numbers: xoshiro256++, the same on every platform.

    Bounded numbers are drawn by Lemire's multiplication with rejection from the next 64 bits, floats from their top
    53 bits. An Rng is copied and pickled with its place in the stream, which moves on with every use.
    """

    def __new__(cls, seed: SupportsIndex | None = None) -> Rng:
        """The stream of a seed in 0..2**63-1; None takes one from the operating system.

        Raises:
            OptionError: The seed is out of range.
        """

    @staticmethod
    def stream(seed: SupportsIndex, *path: SupportsIndex) -> Rng:
        """The stream of a seed and a path of numbers in 0..2**63-1, such as (game index, seat, ply).

        Different paths give unrelated streams.
        """

    def next_u64(self) -> int:
        """The next 64 bits, 0..2**64-1."""

    def below(self, bound: SupportsIndex) -> int:
        """A number uniform on 0..bound-1, for a bound in 1..2**63-1."""

    def random(self) -> float:
        """A number uniform on [0, 1), with 53 random bits."""

    def choice(self, items: Sequence[_T] | NDArray[Any]) -> _T:
        """One of the items of a sequence that is not empty, each equally likely.

        Raises:
            OptionError: There is nothing to choose from.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Rng: ...
    def __deepcopy__(self, memo: object, /) -> Rng: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Game:
    """The rules of one game for chosen seats, options and components: immutable, hashable and free of randomness."""

    @property
    def name(self) -> str:
        """Its name in code, as given to `meeple.load`."""
    @property
    def title(self) -> str:
        """Its name for people."""
    @property
    def seats(self) -> int:
        """How many seats play. Seats are counted from 0, clockwise."""
    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
    @property
    def option_docs(self) -> dict[str, str]:
        """What every option does, with its values, its default and the clause it turns on."""
    @property
    def option_values(self) -> dict[str, tuple[Any, ...]]:
        """The values every option can take, the default first; of a range of numbers, the default and the ends."""
    @property
    def seat_counts(self) -> tuple[int, ...]:
        """The seat counts the game can be loaded with."""
    @property
    def rules_version(self) -> int:
        """Ids, hashes, records and random streams change only when this number does."""
    @property
    def calibration(self) -> bool:
        """Whether the game is here to compare and to test against public exact answers."""
    @property
    def num_actions(self) -> int:
        """Action ids run from 0 to num_actions - 1; the meaning of an id never depends on the position."""
    @property
    def num_chance_outcomes(self) -> int:
        """Chance outcome ids run from 0 to num_chance_outcomes - 1."""
    @property
    def action_kinds(self) -> tuple[Kind, ...]:
        """The kinds of actions with their fields and their disjoint ranges of ids."""
    @property
    def outcome_kinds(self) -> tuple[Kind, ...]:
        """The kinds of chance outcomes with their fields and their disjoint ranges of ids."""
    @property
    def max_game_length(self) -> int:
        """The most plies (decisions and chance outcomes together) a game can have."""
    @property
    def min_return(self) -> float:
        """The smallest return a seat can get."""
    @property
    def max_return(self) -> float:
        """The largest return a seat can get."""
    @property
    def observation_spec(self) -> ObservationSpec:
        """The named slices of an observation, with shapes, bounds and meanings."""
    @property
    def visibility(self) -> dict[str, str]:
        """Who sees each component of a position: ``"all"``, ``"owner"`` or ``"nobody"``."""
    @property
    def state_size(self) -> int:
        """How many bytes a position takes in the engine."""
    @property
    def components_digest(self) -> str | None:
        """``sha256:`` and the hash of the components' values; None for games without a box."""
    @property
    def components_marks(self) -> dict[str, str]:
        """Whether each value of the components is ``"attested"`` or ``"reconstructed"``."""
    def components_text(self) -> str:
        """The components file in effect: the text a user corrects and passes to `meeple.load`.

        Raises:
            ComponentsError: The game has no components.
        """
    def start(self) -> State:
        """The position before anything is drawn or chosen."""
    def from_json(self, text: str) -> State:
        """The position of a JSON text, as written by `State.to_json` or by hand.

        Raises:
            PositionError: The rules do not allow it; every reason is listed.
        """
    def action_text(self, action: SupportsIndex) -> str:
        """An action in words, such as ``"take lion 4"``."""
    def outcome_text(self, outcome: SupportsIndex) -> str:
        """A chance outcome in words, such as ``"reveal lion"``."""
    def describe(self, action: SupportsIndex) -> dict[str, Any]:
        """An action as its kind and fields, such as ``{"kind": "take", "animal": "lion", "column": 4}``."""
    def describe_outcome(self, outcome: SupportsIndex) -> dict[str, Any]:
        """A chance outcome as its kind and fields."""
    def parse_action(self, action: str | dict[str, Any]) -> int:
        """The id of an action given in words or as kind and fields.

        Raises:
            IllegalActionError: There is no such action; the message tells the forms there are.
        """
    def parse_outcome(self, outcome: str | dict[str, Any]) -> int:
        """The id of a chance outcome given in words or as kind and fields."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: object, /) -> Game: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class State:
    """A position: an immutable value that is hashable, comparable, picklable and safe to share between threads.

    Seats are given as 0..seats-1. A seat out of range raises `OptionError`, a value of the wrong type `TypeError`.
    """

    @property
    def game(self) -> Game:
        """The game it is a position of."""
    @property
    def node(self) -> Node:
        """What it waits for."""
    @property
    def seat(self) -> int | None:
        """The seat whose decision it is; None unless `node` is a decision."""
    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    @property
    def is_truncated(self) -> bool:
        """Whether the game ended at a bound on its length rather than by its own rules."""
    @property
    def scores(self) -> tuple[int, ...]:
        """Points a seat: the final ones at the end, those scored so far before."""
    @property
    def ranking(self) -> tuple[int, ...]:
        """Ranks a seat by the rulebook with its tie-breaks: 1 + the number of seats strictly better."""
    @property
    def returns(self) -> tuple[float, ...]:
        """What the seats play for: ranks mapped onto +1..-1 at the end (or as the game's page says), zeros before."""
    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; empty unless `node` is a decision."""
    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """The legal actions as a bool array (num_actions,), written into `out` if it is given."""
    def chance_outcomes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The ids of the possible outcomes, ascending, and their integer weights; both empty unless `node` is chance.

        The probability of an outcome is its weight over the sum of the weights.
        """
    def apply(self, action: SupportsIndex) -> State:
        """The position after a legal action, or after a possible outcome at a chance node.

        Raises:
            IllegalActionError: It is not legal; the message names the seat, the action, the reason and its clause.
            TypeError: It is not an integer.
        """
    def settle(self, rng: Rng) -> State:
        """The position after all pending chance is drawn."""
    def action_text(self, action: SupportsIndex) -> str:
        """As `Game.action_text`."""
    def outcome_text(self, outcome: SupportsIndex) -> str:
        """As `Game.outcome_text`."""
    def describe(self, action: SupportsIndex) -> dict[str, Any]:
        """As `Game.describe`."""
    def describe_outcome(self, outcome: SupportsIndex) -> dict[str, Any]:
        """As `Game.describe_outcome`."""
    def parse_action(self, action: str | dict[str, Any]) -> int:
        """As `Game.parse_action`."""
    def parse_outcome(self, outcome: str | dict[str, Any]) -> int:
        """As `Game.parse_outcome`."""
    def policy_action(self, rng: Rng) -> int:
        """A choice of the game's own cheap playout policy; uniform for games without one.

        Raises:
            IllegalActionError: There is nothing to choose.
        """
    def evaluate(self) -> tuple[float, ...] | None:
        """A guess at the returns by the game's own evaluation; None for games without one."""
    def to_json(self) -> str:
        """The whole position, hidden parts included, for `Game.from_json`."""
    def view(self, seat: SupportsIndex) -> dict[str, Any]:
        """The position as a seat sees it, in the shape of `to_json`."""
    def text(self, seat: SupportsIndex | None = None) -> str:
        """The position as a text that people can follow: as a seat sees it, or all of it."""
    def svg(self, seat: SupportsIndex | None = None) -> str:
        """The position as an SVG picture: as a seat sees it, or all of it."""
    def observation(
        self, seat: SupportsIndex, frame: _Frame = "egocentric", out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """What a seat observes, as float32 (observation_spec.size,), written into `out` if it is given.

        The frame says in which order seats are listed: the observing seat first, or seat 0 first.
        """
    def information_key(self, seat: SupportsIndex) -> bytes:
        """What a seat knows in this position, as canonical bytes: equal for positions it cannot tell apart."""
    def position_key(self) -> bytes:
        """What of the position can affect the rest of the game, as canonical bytes."""
    def resample(self, seat: SupportsIndex, rng: Rng) -> State:
        """A full position that the seat cannot tell from this one, uniform over what it cannot know."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object, /) -> State: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Env:
    """One game that moves in place, with chance settled by its own stream of random numbers.

    Copies and pickles carry the live game and its stream. Safe to share between threads: steps take turns.
    """

    def __new__(cls, game: Game, seed: SupportsIndex | None = None) -> Env:
        """A new game, settled to its first decision.

        Chance draws from ``Rng.stream(seed, 0)``. The seed is in 0..2**63-1; None takes one from the system.
        """
    @property
    def game(self) -> Game:
        """The game that is played."""
    @property
    def state(self) -> State:
        """The present position, as an immutable value."""
    @property
    def seat(self) -> int | None:
        """The seat whose decision it is; None when the game is over."""
    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    @property
    def is_truncated(self) -> bool:
        """Whether the game ended at a bound on its length."""
    @property
    def scores(self) -> tuple[int, ...]:
        """As `State.scores`."""
    @property
    def ranking(self) -> tuple[int, ...]:
        """As `State.ranking`."""
    @property
    def returns(self) -> tuple[float, ...]:
        """As `State.returns`."""
    @property
    def rewards(self) -> tuple[float, ...]:
        """What the last step earned each seat: the returns with the step that ends the game, zeros before."""
    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Starts a new game: from a seed, or going on in the present stream."""
    def step(self, action: SupportsIndex) -> None:
        """Takes a legal action and draws the chance that follows.

        Raises:
            IllegalActionError: It is not legal, or the game is over; nothing has changed.
        """
    def legal_actions(self) -> list[int]:
        """As `State.legal_actions`."""
    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """As `State.legal_mask`."""
    def sample_action(self, rng: Rng) -> int:
        """A legal action, each equally likely, drawn from the caller's stream.

        Raises:
            IllegalActionError: The game is over.
        """
    def observation(
        self, seat: SupportsIndex | None = None, frame: _Frame = "egocentric", out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """As `State.observation`; for the seat whose decision it is unless another is named.

        Raises:
            OptionError: No seat is named and the game is over.
        """
    def __copy__(self) -> Env: ...
    def __deepcopy__(self, memo: object, /) -> Env: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Record:
    """A game as it was played, as one line of JSON: enough to replay it and to check it."""

    @staticmethod
    def of_moves(
        start: Game | State,
        ids: Iterable[SupportsIndex],
        seed: SupportsIndex | None = None,
        agents: Sequence[str] = ...,
    ) -> Record:
        """Plays action and outcome ids from a start and records what happened.

        Raises:
            IllegalActionError: One of them is not legal where it stands.
        """
    @staticmethod
    def from_line(line: str) -> Record:
        """Reads a line of JSON.

        Raises:
            RecordError: It is no record; every reason is listed.
        """
    @staticmethod
    def load(path: str | os.PathLike[str]) -> Record:
        """Reads a file that holds one record.

        Raises:
            RecordError: The file cannot be read, or holds none or several.
        """
    @staticmethod
    def load_all(path: str | os.PathLike[str]) -> list[Record]:
        """Reads all records of a file, one a line."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Appends the record to a file as one line, so that nothing in it is lost.

        Raises:
            RecordError: The file cannot be written.
        """
    def to_line(self) -> str:
        """The record as one line of JSON, without the line's end."""
    def replay(self, game: Game | None = None) -> list[State]:
        """The positions from the first to the last, after checking every move and the result.

        A record made with components of one's own needs the game that has them.

        Raises:
            RecordError: The game, its rules version, options or components differ, a move is not legal or reads
                otherwise, or the result is another.
        """
    def seen_by(self, seat: SupportsIndex, game: Game | None = None) -> list[Move]:
        """The moves as one seat could follow them: hidden ones have no id and only the kind of their words."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def rules_version(self) -> int:
        """The version of its rules."""
    @property
    def seats(self) -> int:
        """How many seats played."""
    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
    @property
    def components(self) -> str | None:
        """The digest of the components in effect."""
    @property
    def seed(self) -> int | None:
        """The seed it was played with, where there was one."""
    @property
    def agents(self) -> tuple[str, ...]:
        """Who sat where; empty where nobody said."""
    @property
    def moves(self) -> list[Move]:
        """Every decision and chance outcome in order."""
    @property
    def is_terminal(self) -> bool:
        """Whether the game was over after the last move."""
    @property
    def is_truncated(self) -> bool:
        """Whether it ended at a bound on its length."""
    @property
    def scores(self) -> tuple[int, ...]:
        """Points a seat after the last move."""
    @property
    def ranking(self) -> tuple[int, ...]:
        """Ranks a seat after the last move."""
    @property
    def returns(self) -> tuple[float, ...]:
        """Returns a seat after the last move."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Record: ...
    def __deepcopy__(self, memo: object, /) -> Record: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
