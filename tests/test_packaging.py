"""What is installed is what is promised: types, one version, a light import, and pages that agree with the games."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import meeple
from tests.support import ROOT, SEEDS, read_toml

LOADED = """
import sys
before = set(sys.modules)
import meeple
print("\\n".join({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


@pytest.mark.parametrize("name", ["py.typed", "_core.pyi"])
def test_types_are_installed(name: str) -> None:
    assert importlib.resources.files("meeple").joinpath(name).is_file()


def test_there_is_one_version() -> None:
    stated = read_toml(ROOT / "Cargo.toml")["workspace"]["package"]["version"]
    assert meeple.__version__ == stated
    assert importlib.metadata.version("meeple") == stated
    assert "version" in read_toml(ROOT / "pyproject.toml")["project"]["dynamic"]
    newest = re.search(r"^## \[?(\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == stated


def test_importing_loads_numpy_and_nothing_else_from_outside() -> None:
    finished = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(finished.stdout.split())
    assert {"meeple", "numpy"} <= loaded
    assert loaded - set(sys.stdlib_module_names) == {"meeple", "numpy"}


def test_numpy_is_the_only_requirement() -> None:
    required = importlib.metadata.requires("meeple") or []
    assert [entry for entry in required if "extra ==" not in entry] == ["numpy>=1.26"]


# --- the pages of the games ---


def rows(page: str, heading: str) -> Iterator[tuple[str, list[int]]]:
    """Kind and ids of each row of the table below a heading, whatever column its ids are in."""
    section = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^\|(.+)\|$", section[1] if section else "", re.MULTILINE)
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    for row in cells[2:]:
        column = next(index for index, title in enumerate(cells[0]) if title in ("id", "ids"))
        # Ranges (8-73) and single ids; what stands in parentheses or code explains them.
        plain = re.sub(r"\(.*?\)|`.*?`-`.*?`|`.*?`", "", row[column])
        ids: list[int] = []
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", plain):
            ids.extend(range(int(first), int(last or first) + 1))
        yield row[0].strip("`"), ids


def page_of(name: str) -> str:
    return (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", meeple.games())
def test_a_page_has_the_ids_of_its_game(name: str) -> None:
    game, page = meeple.load(name), page_of(name)
    for heading, kinds, count in [
        ("Actions", game.action_kinds, game.num_actions),
        ("Chance outcomes", game.outcome_kinds, game.num_chance_outcomes),
    ]:
        table = list(rows(page, heading))
        assert table == [(kind.name, list(range(kind.first, kind.first + kind.count))) for kind in kinds]
        assert [identity for _, ids in table for identity in ids] == list(range(count))
        if count:
            assert re.search(rf"^## {heading}\n\n{count} ids\b", page, re.MULTILINE)


@pytest.mark.parametrize("name", meeple.games())
def test_a_page_has_the_head_of_its_game(name: str) -> None:
    game, page = meeple.load(name), page_of(name)
    counts = meeple.load(name).seat_counts
    seats = f"{counts[0]} to {counts[-1]} seats" if len(counts) > 1 else f"{counts[0]} seats"
    assert page.startswith(f"# {game.title}\n\n`{name}` · {seats} · rules version {game.rules_version} · ")
    assert ("calibration game" in page.partition("\n##")[0]) is game.calibration
    assert all(f"`{option}`" in page for option in game.options)


def test_every_game_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\(docs/games/(\w+)\.md\)", readme))
    assert linked == set(meeple.games())
    assert {path.stem for path in (ROOT / "docs" / "games").glob("*.md")} == set(meeple.games())
    assert {path.parent.name for path in SEEDS.glob("*/rules.md")} == set(meeple.games())


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))],
    ids=lambda page: page.name,
)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^":]+)"', text):
        assert (page.parent / target).exists(), target
