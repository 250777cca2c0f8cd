"""Keys, pastes, sizes and signals at random leave one sentence, the right exit status and a complete save."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sweeps import seeds

if sys.platform == "win32":
    pytest.skip("there are no such signals and terminals", allow_module_level=True)

from . import fuzz

ROOT = Path(__file__).parents[3]


def test_a_table_that_is_disturbed_ends_in_order() -> None:
    rounds = seeds("tables in a terminal")
    command = [sys.executable, "-m", fuzz.__name__, "--quiet", "--first", str(rounds[0]), "--rounds", str(len(rounds))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ})
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{len(rounds):,} tables in a terminal: 0 problems\n"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (b"\x1b[?1049hthe table\x1b[?1049lThe game is saved.\r\n", "The game is saved."),
        (b"before\x1b[?1049h1\x1b[?1049l\x1b[?1049h2\x1b[?1049l\x1b[31mafter", "beforeafter"),
        (b"\x1b[?1049hstill there", ""),
        (b"\x1b[?1049h\x1b[?1049l\x1b]22;default\x07Traceback", "Traceback"),
    ],
)
def test_what_is_left_on_the_terminal_is_what_is_outside_the_table(said: bytes, left: str) -> None:
    assert fuzz.outside(said) == left
