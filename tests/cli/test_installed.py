"""The installed program runs every command, and does what the command line does in the process of a test."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from weatherdeck.cli import commands
from weatherdeck.environment import CACHE
from weatherdeck.games import registry
from weatherdeck.match import Match, save

from .conftest import Done, Run

SHORT: dict[str, list[str]] = {
    "games": ["--names"],
    "rules": ["tradewinds"],
    "play": ["tradewinds"],
    "serve": ["--store", "sqlite://"],
    "admin": ["tables", "--store", "game.json"],
    "review": ["game.json", "--seat", "Zoe"],
    "transcript": ["tradewinds", "--games", "2", "--seed", "7"],
    "verify": ["game.json"],
    "conformance": ["chess"],
    "ladder": ["chess", "random", "greedy"],
    "exploit": ["chess", "random"],
    "learn": ["chess"],
    "lab": ["chess"],
    "tune": ["weathervanes", "--measures"],
    "print": ["tradewinds", "--out", "."],
    "cache": [],
    "doctor": ["--help"],
    "completion": ["bash"],
}
"""A short use of each command. Some are refused."""


@pytest.mark.parametrize("command", commands.COMMANDS)
def test_the_installed_program_runs_every_command(
    command: str, weatherdeck: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(CACHE.name, str(tmp_path / "cache"))  # nobody else writes into this one meanwhile
    save.write(tmp_path / "game.json", Match(registry.load("tradewinds"), seed=1))
    program = shutil.which("weatherdeck", path=str(Path(sys.executable).parent))
    assert program is not None
    arguments = [command, *SHORT[command]]
    done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert Done(done.returncode, done.stdout, done.stderr) == weatherdeck(*arguments)
