"""`make steady`: tests are run again and again, and what failed is counted."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from scripts import steady

TINY = """\
from pathlib import Path

RUNS = Path(__file__).with_name("runs")


def test_every_other_time():
    count = len(RUNS.read_text()) if RUNS.exists() else 0
    RUNS.write_text("x" * (count + 1))
    assert count % 2 == 0


def test_always():
    pass
"""


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The arguments that run a test which fails every other time."""
    monkeypatch.setattr(steady, "FOLDER", tmp_path / "steady")
    (tmp_path / "test_tiny.py").write_text(TINY, encoding="utf-8")
    return ["--workers", "0", "--loops", "1", str(tmp_path / "test_tiny.py")]


def test_it_says_which_test_failed_how_often(tiny: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert steady.main([*tiny, "--times", "1"]) == 0
    assert "1 of 1 runs were green" in capsys.readouterr().out
    assert steady.main([*tiny, "--times", "3"]) == 1, "the first run is not repeated"
    said = capsys.readouterr().out
    assert re.findall(r"run (\d) of 3: 2 tests, (.*), \d+ s", said) == [("2", "1 failed"), ("3", "all green")]
    assert "2 of 3 runs were green\n  failed 1 of 3 times: test_tiny.py::test_every_other_time\n" in said
    assert "assert (1 % 2) == 0" in (steady.FOLDER / "run-2.txt").read_text(encoding="utf-8")


def test_an_interrupt_ends_the_loops_and_the_same_command_resumes(
    tiny: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loops, loop = list[subprocess.Popen[bytes]](), steady.loop

    def interrupted(number: int, paths: list[str], workers: str) -> dict[str, Any]:
        if number == 2:
            raise KeyboardInterrupt
        return run(number, paths, workers)

    def started() -> subprocess.Popen[bytes]:
        loops.append(loop())
        return loops[-1]

    monkeypatch.setattr(steady, "loop", started)
    run = steady.run
    with monkeypatch.context() as patch:
        patch.setattr(steady, "run", interrupted)
        assert steady.main([*tiny, "--times", "2"]) == 130
    assert "run the same command to resume\n1 of 1 runs were green" in capsys.readouterr().out
    assert steady.main([*tiny, "--times", "2"]) == 1
    assert re.findall(r"run (\d) of 2", capsys.readouterr().out) == ["2"]
    assert [one.returncode for one in loops] == [-signal.SIGKILL] * 2


def test_tests_that_cannot_be_run_are_not_green(
    tiny: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert steady.main([*tiny, str(tmp_path / "nowhere.py"), "--times", "1"]) == 1
    assert "pytest itself (exit status 4)" in capsys.readouterr().out
