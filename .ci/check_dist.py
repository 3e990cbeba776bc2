"""Looks into an sdist and a wheel built from it, installs the wheel in a clean environment and plays every game there.

python .ci/check_dist.py FOLDER
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

LICENCES = {"LICENSE", "LICENSE-MIT", "LICENSE-APACHE"}

PLAY = """
import meeple
assert "site-packages" in meeple.__file__, meeple.__file__
for name in meeple.games():
    game = meeple.load(name)
    record = meeple.play(game, [meeple.RandomAgent()] * game.seats, seed=7)
    assert record.replay()[-1].is_terminal
    assert record.replay()[-1].svg().startswith("<svg")
    print(f"played {name}: {record.scores}")
"""


def only(folder: Path, pattern: str) -> Path:
    """The one file of a folder that matches."""
    found = list(folder.glob(pattern))
    if len(found) != 1:
        sys.exit(f"{folder}: {len(found)} files match {pattern}, not one")
    return found[0]


def check(what: str, names: list[str], needed: set[str]) -> None:
    """Lists an archive and refuses it if something is missing, or is there that belongs to no release."""
    print(f"\n{what}")
    for name in sorted(names):
        print(f"  {name}")
    missing = {need for need in needed if not any(name.endswith(f"/{need}") for name in names)}
    strangers = [name for name in names if "__pycache__" in name or "/target/" in name or "/.venv/" in name]
    if missing or strangers:
        sys.exit(f"{what}: missing {sorted(missing)}, not wanted {strangers}")


def main() -> None:
    folder = Path(sys.argv[1])
    source, wheel = only(folder, "*.tar.gz"), only(folder, "*.whl")
    with tarfile.open(source) as archive:
        check(source.name, archive.getnames(), LICENCES | {"README.md", "Cargo.lock", "python/meeple/py.typed"})
    with zipfile.ZipFile(wheel) as archive:
        typing = {"meeple/py.typed", "meeple/_core.pyi"}
        check(wheel.name, [f"/{name}" for name in archive.namelist()], LICENCES | typing)
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        python = next(path for path in Path(place).glob("*/python*") if path.stem == "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", wheel.resolve()], check=True)
        print("\nin a clean environment", flush=True)
        subprocess.run([python, "-c", PLAY], cwd=place, check=True)


if __name__ == "__main__":
    main()
