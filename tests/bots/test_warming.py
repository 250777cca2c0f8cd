"""Compiling in the background: nobody waits for it, it ends with whoever started it, and a failure is told."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from weatherdeck import kernel
from weatherdeck.bots import warming
from weatherdeck.games.reference import GameRef

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not kernel.can_compile(), reason="Numba is not available: nothing is compiled")

STARTING = """
import os, signal, sys
from weatherdeck import kernel
from weatherdeck.bots import warming
from weatherdeck.games import registry
from weatherdeck.match import Match

game = registry.load("tweedy-tricksters")
warming.begin_all([game.name])
(child,) = warming._begun.values()
match = Match(game, seed=3)  # dealt by interpreted rules
hand = game.view.view(match.state, 0)
assert child.poll() is None and not warming.is_warm(game), "the cards are there before the code is"
print(child.pid, flush=True)
"""


def _is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended may still be listed until somebody asks for its status."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def _start(code: str, cache: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", STARTING + code],
        env={**os.environ, "WEATHERDECK_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("how", ["returns", "interrupted", "killed"])
def test_cards_are_dealt_before_the_compiler_ends_and_no_process_stays_behind(tmp_path: Path, how: str) -> None:
    ends = {"returns": "", "interrupted": "signal.raise_signal(signal.SIGINT)", "killed": "os.kill(os.getpid(), 9)"}
    with _start(ends[how], tmp_path) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
    assert parent.returncode == {"returns": 0, "interrupted": -signal.SIGINT, "killed": -signal.SIGKILL}[how]
    for _ in range(200):
        if not _is_alive(child):
            break
        time.sleep(0.1)
    assert not _is_alive(child)


def test_a_background_compile_that_fails_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "_begun", {})
    assert warming.failures() == []
    monkeypatch.setattr(sys, "executable", "/bin/false")
    warming.begin_all(["tweedy-tricksters"])
    warming._begun[""].wait()
    (sentence,) = warming.failures()
    assert sentence.startswith("The search could not be compiled in the background (exit status 1): bots think")


def test_a_game_that_only_this_process_finds_is_compiled_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a game in the current folder."""
    shutil.copytree(ROOT / "examples" / "high_card", tmp_path / "found_here")
    package = tmp_path / "found_here" / "__init__.py"
    package.write_text(package.read_text().replace("greedy=greedy", "greedy=None"))  # nothing is compiled for it
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert warming._start([GameRef("found_here")]).wait() == 0
