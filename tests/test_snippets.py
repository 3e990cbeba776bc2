"""Every Python snippet of the documentation and of docstrings runs, and every example script.

The ``python`` and ``pycon`` blocks of a file run in order, in one namespace and in an empty directory; what ``pycon``
blocks show must be what Python answers. Blocks of other languages are only looked at for their names.
"""

from __future__ import annotations

import doctest
import re
import runpy
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

from tests.support import ROOT

MODULES = [path for path in sorted(ROOT.glob("python/**/*.py")) if "```" in path.read_text(encoding="utf-8")]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md")), *MODULES]
EXAMPLES = sorted(ROOT.glob("examples/*.py"))
# A misspelt name would leave a snippet out without a word.
OTHER_LANGUAGES = {"console", "json", "rust", "text", "toml"}
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[^\n`]*)\n(?P<code>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    line: int
    language: str
    code: str


def blocks_of(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [
        Block(text.count("\n", 0, found.start()) + 1, found["language"].strip(), dedent(found["code"]))
        for found in FENCE.finditer(text)
    ]


def run(blocks: list[Block], name: str) -> None:
    """Runs blocks in order in one namespace."""
    namespace: dict[str, Any] = {"__name__": "snippet"}
    for block in blocks:
        if block.language == "python":
            # The blank lines make the numbers in a traceback those of the page.
            exec(compile("\n" * block.line + block.code, name, "exec"), namespace)
        elif block.language == "pycon":
            session = doctest.DocTestParser().get_doctest(block.code, namespace, name, name, block.line)
            problems: list[str] = []
            doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=problems.append, clear_globs=False)
            assert not problems, "".join(problems)
            namespace.update(session.globs)
        else:
            assert block.language in OTHER_LANGUAGES, f"{name}:{block.line}: unknown language {block.language!r}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_snippets_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = blocks_of(text)
    assert len(blocks) * 2 == len(re.findall(r"^ *```", text, re.MULTILINE)), "a fence is not closed"
    monkeypatch.chdir(tmp_path)
    run(blocks, str(page))


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.name)
def test_an_example_runs(script: Path, tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.strip()


def test_there_are_snippets_and_examples() -> None:
    readme = blocks_of((ROOT / "README.md").read_text(encoding="utf-8"))
    assert [block.language for block in readme].count("python") >= 1
    assert EXAMPLES


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("```python\nassert 1 == 2\n```\n", AssertionError),
        ("```pycon\n>>> 1 + 1\n3\n```\n", AssertionError),
        ("```pyhton\n1\n```\n", AssertionError),
        ("```python\nx = 1\n```\n\n```pycon\n>>> y\n1\n```\n", AssertionError),
    ],
)
def test_a_wrong_snippet_is_noticed(page: str, problem: type[Exception]) -> None:
    with pytest.raises(problem):
        run(blocks_of(page), "page")


def test_blocks_share_their_names() -> None:
    run(
        blocks_of("```python\nx = 1\n```\n\n```pycon\n>>> x\n1\n>>> y = 2\n```\n\n```python\nassert y == 2\n```\n"),
        "page",
    )


def test_the_pictures_are_fresh() -> None:
    folder = ROOT / "docs" / "images"
    drawings = runpy.run_path(str(folder / "draw.py"))["PICTURES"]
    assert {path.name for path in folder.glob("*.svg")} == set(drawings)
    for name, draw in drawings.items():
        assert (folder / name).read_text(encoding="utf-8") == draw(), (
            f"{name} is not what the library draws: make images"
        )
