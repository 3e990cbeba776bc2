"""Loading a game by name."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any, SupportsIndex

from meeple import _core
from meeple.errors import ComponentsError

__all__ = ["load", "restore"]


def load(
    name: str,
    seats: SupportsIndex | None = None,
    components: str | os.PathLike[str] | None = None,
    **options: Any,
) -> _core.Game:
    """Loads a game.

    Args:
        name: Its name, one of `meeple.games()`.
        seats: How many seats play; the game's default if left out.
        components: A components file of your own. `Game.components_text` gives the one to correct.
        options: The game's options by name; `Game.option_docs` explains them.

    Raises:
        OptionError: Unknown game, seats or options; the message lists the valid ones.
        ComponentsError: The file cannot be read or used; every reason is listed, with line and key.
    """
    text = None if components is None else _read(components)
    return _core.load_text(name, seats, options, text)


@lru_cache(maxsize=64)
def restore(name: str, seats: int, options: tuple[tuple[str, Any], ...], components: str | None) -> _core.Game:
    """The game of a pickle. Games are immutable, so all positions of one share it instead of loading it again each."""
    return _core.load_text(name, seats, dict(options), components)


def _read(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or a path with a null character
        raise ComponentsError(f"the components file {os.fspath(path)!r} cannot be read: {error}") from error
