"""docs/add-a-game.md, followed to the letter: the game that the page builds works everywhere."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from weatherdeck.cli import commands

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
MINUTES = 5


def files_of_the_page() -> dict[str, str]:
    """What a reader has who appends every block to the file named above it, as the page says."""
    files: dict[str, list[str]] = {}
    for name, block in re.findall(r"^\*\*`([\w./]+)`\*\*\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        files.setdefault(name, []).append(block)
    return {name: "\n\n".join(blocks) for name, blocks in files.items()}


def commands_of_the_page() -> list[str]:
    """The lines of all shell blocks, without those that need the repository (make)."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [line for line in "".join(blocks).splitlines() if not line.startswith("make ")]


@dataclass(frozen=True)
class Home:
    """A folder with nothing but the page's files, and where they are installed."""

    folder: Path
    site: Path

    def run(self, command: str) -> str:
        """Run a command there; what it printed. The installed packages are on the path, this repository is not."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "PYTHONPATH": str(self.site)}
        if "conformance" not in command:  # there both twins play; elsewhere compiling would only take time
            environment["WEATHERDECK_INTERPRETED"] = "1"
        return self._checked(["bash", "-o", "pipefail", "-c", command], environment, self.folder)

    def door(self, door: str) -> str:
        """Play a game at a door, with the help of this repository's tests."""
        environment = {**os.environ, "PYTHONPATH": f"{self.site}{os.pathsep}{ROOT}", "WEATHERDECK_INTERPRETED": "1"}
        return self._checked([sys.executable, "-m", "tests.doors", door, "high_card"], environment, self.folder)

    @staticmethod
    def _checked(command: list[str], environment: dict[str, str], folder: Path) -> str:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60 * MINUTES
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The page's game, built and installed. Into a folder of its own, and without a download."""
    folder, site = tmp_path_factory.mktemp("my-game"), tmp_path_factory.mktemp("site")
    for name, text in files_of_the_page().items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    made = Home(folder, site)
    assert "pip install --editable ." in commands_of_the_page()
    options = f"--quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --target '{site}'"
    made.run(f"'{sys.executable}' -m pip install {options} .")
    return made


def test_the_page_builds_the_example_and_nothing_else() -> None:
    files = files_of_the_page()
    kept = {
        str(path.relative_to(EXAMPLES)): path.read_text(encoding="utf-8")
        for path in (EXAMPLES / "pyproject.toml", *(EXAMPLES / "high_card").iterdir())
        if path.is_file()
    }
    assert set(files) == set(kept)
    for name, text in files.items():
        if name.endswith(".py"):  # the page may have the parts of a module in another order
            assert parts(text) == parts(kept[name]), name
        else:
            assert text == kept[name], name


def parts(source: str) -> list[str]:
    """The statements of a module, sorted."""
    return sorted(ast.unparse(node) for node in ast.parse(source).body)


NEEDS_A_SCREEN = {"weatherdeck play high_card": "terminal", "weatherdeck serve": "server"}


@pytest.mark.parametrize("command", [line for line in commands_of_the_page() if not line.startswith("pip ")])
def test_every_command_of_the_page_works(home: Home, command: str) -> None:
    if command in NEEDS_A_SCREEN:
        commands.parser().parse_args(command.split()[1:])
        home.door(NEEDS_A_SCREEN[command])
        return
    said = home.run(command)
    if command == "weatherdeck games":
        assert "high_card: High Card" in said
    elif "verify" in command:
        assert said == "1 transcript, 15 decisions checked: no difference\n"
    elif "ladder" in command:
        assert re.search(r"greedy", said)
    elif "lab" in command:
        assert (home.folder / "lab" / "high_card" / "report.html").stat().st_size > 10_000
    elif "print" in command:
        assert (home.folder / "high_card.pdf").read_bytes().startswith(b"%PDF")


def test_the_page_plays_at_every_door() -> None:
    doors = {"conformance", "play", "serve", "transcript", "ladder", "lab", "print"}
    assert doors <= {line.split()[1] for line in commands_of_the_page()}


def test_the_targets_of_the_page_are_those_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"^make (\w+)$", PAGE, re.MULTILINE)
    assert named
    assert all(f"\n{target}:" in makefile for target in named)
