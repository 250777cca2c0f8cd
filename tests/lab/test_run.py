"""Runs on disk: resumed where they were stopped, refused where they are others, kept where the disk is full."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from weatherdeck.errors import Problem
from weatherdeck.lab.playing.engines import Here
from weatherdeck.lab.playing.plan import RunPlan, plan
from weatherdeck.lab.playing.run import Run, pack
from weatherdeck.lab.playing.setup import Setup
from weatherdeck.lab.playing.simulation import Playing, fill


def planned(games: int = 100, *, open_hands: bool = False, **settings: Any) -> RunPlan:
    setup = Setup("tradewinds", options={"open_hands": open_hands})
    return replace(plan(setup, "random", games=games, **settings), batch=20)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, planned())
    run.keep(1, Playing(run.plan, pack)(1))
    run.keep(4, Playing(run.plan, pack)(4))
    before = run.path("games", 1).stat().st_mtime_ns
    again = Run.begin(tmp_path, planned())
    assert again.missing() == [0, 2, 3]
    told: list[tuple[int, int]] = []
    fill(again, Here(), lambda done, total: told.append((done, total)))
    assert told == [(40, 100), (60, 100), (80, 100), (100, 100)]
    assert run.path("games", 1).stat().st_mtime_ns == before
    fill(Run.begin(tmp_path / "whole", planned()), Here())
    whole = files(tmp_path / "whole")
    assert whole == {name: content for name, content in files(tmp_path).items() if not name.startswith("whole")}


def test_a_run_can_be_made_longer(tmp_path: Path) -> None:
    fill(Run.begin(tmp_path / "grown", planned(50)), Here())
    grown = Run.begin(tmp_path / "grown", planned(100))
    assert grown.missing() == [2, 3, 4]  # the third batch was cut short
    fill(grown, Here())
    fill(Run.begin(tmp_path / "whole", planned(100)), Here())
    assert files(tmp_path / "grown") == files(tmp_path / "whole")


def test_a_shorter_plan_leaves_what_is_there(tmp_path: Path) -> None:
    fill(Run.begin(tmp_path, planned(100)), Here())
    assert Run.begin(tmp_path, planned(40)).games == 100
    assert Run.open(tmp_path).games == 100


def test_a_long_run_that_was_stopped_and_begun_again_shorter_plays_no_further(tmp_path: Path) -> None:
    Run.begin(tmp_path / "none", planned(2000))  # stopped before its first batch
    short = Run.begin(tmp_path / "none", planned(50))
    told: list[tuple[int, int]] = []
    fill(short, Here(), lambda done, total: told.append((done, total)))
    assert told[-1] == (50, 50)
    assert short.games == Run.open(tmp_path / "none").games == 50
    fill(Run.begin(tmp_path / "whole", planned(50)), Here())
    assert files(tmp_path / "none") == files(tmp_path / "whole"), "as if the long run had never been begun"


def test_games_beyond_a_shorter_plan_are_kept_and_gaps_there_stay(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, planned(2000))
    for number in (1, 4):  # others were under way when it was stopped
        run.keep(number, Playing(run.plan, pack)(number))
    short = Run.begin(tmp_path, planned(50))
    assert short.missing() == [0, 2]
    assert short.outstanding == 40
    fill(short, Here())
    assert short.done() == [0, 1, 2, 4]
    assert short.games == 80
    longer = Run.begin(tmp_path, planned(200))
    assert longer.missing() == [3, *range(5, 10)]
    fill(longer, Here())
    fill(Run.begin(tmp_path / "whole", planned(200)), Here())
    grown = {name: content for name, content in files(tmp_path).items() if not name.startswith("whole")}
    assert grown == files(tmp_path / "whole")


def test_another_plan_is_refused(tmp_path: Path) -> None:
    Run.begin(tmp_path, planned())
    with pytest.raises(Problem, match=r"holds another run .*seed 1 there, 2 here"):
        Run.begin(tmp_path, planned(seed=2))
    with pytest.raises(Problem, match="options"):
        Run.begin(tmp_path, planned(open_hands=True))


@pytest.mark.parametrize("text", ["", "{}", '{"format": "weatherdeck lab 1"}', "[1]"])
def test_a_damaged_plan_is_a_problem(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(Problem, match=r"plan\.json"):
        Run.open(tmp_path)


def test_a_damaged_table_is_a_problem(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, planned(20))
    fill(run, Here())
    run.path("seats", 0).write_bytes(b"nothing")
    with pytest.raises(Problem, match="delete it"):
        run.read("seats", 0)


def test_a_folder_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Problem, match="cannot be written"):
        Run.begin(tmp_path / "file" / "run", planned())


def small_files_only() -> None:
    """Let the operating system refuse to write more than 6,000 bytes into a file, as it would on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, 6_000))


def test_where_nothing_more_can_be_written_what_there_is_is_kept(tmp_path: Path) -> None:
    run = Run.begin(tmp_path / "run", planned(100))
    run.keep(0, Playing(run.plan, pack)(0))
    arguments = ["lab", "tradewinds", "--play", "random:100", "--out", str(tmp_path), "--processes", "1"]
    Run.begin(tmp_path / "random", plan("tradewinds", "random", games=100))
    done = subprocess.run(
        [sys.executable, "-m", "weatherdeck", *arguments],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=small_files_only,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot be written (File too large); the 0 finished games are kept" in done.stderr
    assert not list(tmp_path.rglob("*.part"))
    assert Run.open(tmp_path / "run").games == 20
