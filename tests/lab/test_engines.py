"""Engines: the same result on one core, on several, and on a cluster that loses a machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from tests.lab import losing_a_node
from weatherdeck import kernel
from weatherdeck.errors import Problem
from weatherdeck.games.registry import UnknownGame
from weatherdeck.lab.playing.engines import Here, Processes, Ray, in_order
from weatherdeck.lab.playing.gpu import Gpu
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.playing.run import Run, pack
from weatherdeck.lab.playing.simulation import Playing, check, fill

T = TypeVar("T")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_two_processes_write_the_same_files_as_one(tmp_path: Path) -> None:
    planned = replace(plan("tradewinds", "random", games=1000), batch=150)
    for engine, name in ((Here(), "one"), (Processes(2), "two")):
        fill(Run.begin(tmp_path / name, planned), engine)
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.skipif(not kernel.can_compile(), reason="a GPU's code is compiled")
@pytest.mark.parametrize(
    ("name", "bots", "games", "size"),
    [("tradewinds", "random", 1000, 150), ("tweedy-tricksters", ("expert", "greedy", "greedy", "random"), 12, 2)],
)
def test_batches_played_at_once_write_the_same_files(
    name: str, bots: str, games: int, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a GPU does, on a processor: several batches are one launch, and searches share a few desks."""
    monkeypatch.setattr("weatherdeck.lab.playing.gpu.AT_ONCE", 400)
    planned = replace(plan(name, bots, games=games, decisions=games < 100), batch=size)
    for engine, folder in ((Here(), "one"), (Gpu(kernel.compiled, memory=1 << 21), "gpu")):
        fill(Run.begin(tmp_path / folder, planned), engine)
    assert files(tmp_path / "one") == files(tmp_path / "gpu")


def test_work_that_is_not_play_is_done_by_processes() -> None:
    assert sorted(Gpu(kernel.compiled, memory=0).map(halved, [5, 2])) == [(2, 1.0), (5, 2.5)]


def test_bots_that_run_as_python_code_do_not_play_on_a_gpu() -> None:
    planned = replace(plan("tradewinds", "random", games=10), bots=("other",) * 4)
    with pytest.raises(Problem, match="cannot play other"):
        check(Gpu(kernel.compiled, memory=0), planned)
    check(Here(), planned)


class Backwards:
    """An engine that is always done with the last first."""

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        yield from ((number, work(number)) for number in reversed(numbers))


def halved(number: int) -> float:
    return number / 2


def test_results_come_in_order_where_order_matters() -> None:
    assert list(in_order(Backwards(), halved, [1, 3, 8])) == [0.5, 1.5, 4.0]
    assert list(in_order(Processes(2), halved, [5, 2])) == [2.5, 1.0]


def test_work_that_fails_ends_all(tmp_path: Path) -> None:
    broken = replace(plan("tradewinds", "random", games=1000), batch=150, game="no-such-game")
    with pytest.raises(UnknownGame, match="no-such-game"):
        list(Processes(2).map(Playing(broken, pack), range(broken.batches)))


def test_a_cluster_that_loses_a_node_writes_the_same_files(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    fill(Run.begin(tmp_path / "here", losing_a_node.planned()), Here())
    on_loopback = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # what Ray does on desktops: nobody else can reach it
    environment = os.environ | on_loopback | {"PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-m", losing_a_node.__name__, str(tmp_path / "cluster")],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=600,  # it waits for the cluster to notice, which takes minutes on a busy machine
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "killed after" in done.stdout
    assert files(tmp_path / "cluster") == files(tmp_path / "here")


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Problem, match=r"weatherdeck\[ray\]"):
        Ray()
