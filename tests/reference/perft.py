"""Counts every way to play on from a position, with a twin.

A ply is one decision or one chance outcome (its weight does not matter). For a depth: `leaves` = paths of exactly that
many plies, `decisions` and `chance` = edges of each kind walked on the way, `terminals` = paths that ended earlier.

    python -m tests.reference.perft seeds/african_park/perft.toml

recounts every entry and compares. `--entry ID` takes one entry only, `--max-leaves N` only the depths before the
first of more than N leaves, and `--fresh DEPTH` prints new counts to that depth instead of comparing.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from .protocol import Twin, twin_module

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Count:
    depth: int
    leaves: int
    decisions: int
    chance: int
    terminals: int

    def toml(self) -> str:
        return (
            f"{{ depth = {self.depth}, leaves = {self.leaves}, decisions = {self.decisions}, "
            f"chance = {self.chance}, terminals = {self.terminals} }}"
        )


class Tally:
    """The nodes and edges of a game tree, ply by ply, down to a depth."""

    def __init__(self, twin: Twin, depth: int) -> None:
        self.depth = depth
        self.nodes = [0] * (depth + 1)
        self.decisions = [0] * (depth + 1)
        self.chance = [0] * (depth + 1)
        self.terminals = [0] * (depth + 1)
        self.walk(twin, 0)

    def walk(self, twin: Twin, ply: int) -> None:
        self.nodes[ply] += 1
        if ply == self.depth:
            return
        node = twin.node()
        if node == "terminal":
            self.terminals[ply] += 1
            return
        if node == "decision":
            steps = twin.legal()
            self.decisions[ply] += len(steps)
        else:
            steps = [outcome for outcome, _ in twin.outcomes()]
            self.chance[ply] += len(steps)
        if ply + 1 == self.depth:
            # Whatever the last step leads to is one leaf.
            self.nodes[self.depth] += len(steps)
            return
        for step in steps:
            child = twin.copy()
            child.apply(step)
            self.walk(child, ply + 1)

    def count(self, depth: int) -> Count:
        return Count(
            depth=depth,
            leaves=self.nodes[depth],
            decisions=sum(self.decisions[:depth]),
            chance=sum(self.chance[:depth]),
            terminals=sum(self.terminals[:depth]),
        )


def perft(twin: Twin, depth: int) -> Count:
    """The counts at one depth."""
    return Tally(twin, depth).count(depth)


def load_entries(path: Path) -> list[dict[str, Any]]:
    """The entries of a perft file."""
    with path.open("rb") as file:
        entries: list[dict[str, Any]] = tomllib.load(file)["perft"]
    return entries


def load_components(game_folder: Path) -> dict[str, Any]:
    """The components of a game; {} for a calibration game, which has none."""
    path = game_folder / "components.toml"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return tomllib.load(file)


def set_up(path: Path, entry: dict[str, Any]) -> Twin:
    """The position of an entry. The game is named by the folder of the perft file."""
    module = twin_module(path.parent.name)
    components = load_components(path.parent)
    options = {**module.DEFAULT_OPTIONS, **entry.get("options", {})}
    if "position" in entry:
        twin: Twin = module.Twin.from_view(entry["seats"], options, components, json.loads(entry["position"]))
    else:
        twin = module.Twin(entry["seats"], options, components)
    return twin


def check(path: Path, entry: dict[str, Any], max_leaves: int | None = None) -> list[str]:
    """Recounts an entry, up to the first depth with more than `max_leaves` leaves, and says what differs."""
    wanted = [Count(**count) for count in entry["counts"]]
    if max_leaves is not None:
        # Not simply all depths with few leaves: a tree that dies out has few in its last depths.
        wanted = list(takewhile(lambda count: count.leaves <= max_leaves, wanted))
    if not wanted:
        return []
    tally = Tally(set_up(path, entry), max(count.depth for count in wanted))
    counted = [tally.count(count.depth) for count in wanted]
    return [f"{entry['id']}: the file has {w}, counted {c}" for w, c in zip(wanted, counted, strict=True) if w != c]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reference.perft", description="Recount a perft file.")
    parser.add_argument("file", type=Path, help="seeds/<game>/perft.toml")
    parser.add_argument("--entry", help="the id of one entry; else all")
    parser.add_argument("--max-leaves", type=int, help="stop before the first depth with more leaves")
    parser.add_argument("--fresh", type=int, metavar="DEPTH", help="print new counts to this depth, compare nothing")
    given = parser.parse_args(arguments)
    path = given.file.resolve()
    entries = [entry for entry in load_entries(path) if given.entry in (None, entry["id"])]
    if not entries:
        parser.error(f"no entry {given.entry!r} in {given.file}")
    wrong = False
    for entry in entries:
        if given.fresh is not None:
            tally = Tally(set_up(path, entry), given.fresh)
            print(entry["id"])
            for depth in range(given.fresh + 1):
                print(f"  {tally.count(depth).toml()},")
            continue
        differences = check(path, entry, given.max_leaves)
        wrong = wrong or bool(differences)
        print("\n".join(differences) if differences else f"{entry['id']}: as counted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
