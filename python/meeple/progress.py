"""Progress of long calls, shown by rich where it is installed (extra ``[cli]``)."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress_bar"]

Tick = Callable[[int], object]


@contextmanager
def progress_bar(title: str, total: int | None, show: bool | None) -> Iterator[Tick | None]:
    """A function that takes the number done so far, or None where nothing is shown.

    Args:
        title: What is going on.
        total: How many there are to do, if that is known.
        show: True shows the bar, False does not, None shows it on a terminal if rich is installed.

    Raises:
        ImportError: The bar is asked for and rich is not installed.
    """
    if show is None:
        show = sys.stderr.isatty() and importlib.util.find_spec("rich") is not None
    if not show:
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError as error:
        raise ImportError("a progress bar needs rich: pip install 'meeple[cli]'") from error
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)
        bar.update(task, completed=total)
