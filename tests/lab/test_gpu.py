"""What the lab and the ladder run on a GPU: it compiles to PTX here, and gives the same files where a device is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.lab.test_engines import files
from tests.sweeps import sample
from weatherdeck.bots import ladder, search_contests
from weatherdeck.bots.contests import Contests
from weatherdeck.bots.desks import Desks
from weatherdeck.bots.hall import Hall
from weatherdeck.bots.thinking import room_for
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.kernel import cuda
from weatherdeck.lab import Here
from weatherdeck.lab.playing import quick_games, search_games
from weatherdeck.lab.playing.columns import figures_of
from weatherdeck.lab.playing.gpu import Gpu
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.playing.recorder import Games, Records
from weatherdeck.lab.playing.run import Run
from weatherdeck.lab.playing.simulation import fill, prepare
from weatherdeck.lab.playing.studio import roles

GAME, SMALL = registry.load("tweedy-tricksters"), registry.load("examples.high_card")
Engine = tuple[Any, Any, str, tuple[Any, ...], Any]
SEATS = GAME.check_players(None)
QUICK: Engine = (
    quick_games, roles(GAME), "record_quick_games", (Games, Records),
    room_for(quick_games.QuickRoom, GAME, SEATS, figures=figures_of(GAME).size(SEATS)),
)  # fmt: skip


def searching(game: Game) -> Engine:
    room = room_for(search_contests.SearchSeats, game, game.check_players(None))
    return search_contests, game.modules, "search_contests", (Contests, Desks), room


ENGINES = sample("engines for a device", [QUICK, searching(SMALL), searching(GAME)], always=[QUICK, searching(SMALL)])
"""The rules of the game and the engine that searches are each compiled; both together in `make proof`."""
without_numba_cuda = "numba-cuda" in (cuda.why_not() or "")
no_device = pytest.mark.skipif(cuda.why_not() is not None, reason=cuda.why_not() or "")


@pytest.mark.skipif(without_numba_cuda, reason="numba-cuda is not installed")
@pytest.mark.parametrize(("module", "joined", "rule", "bundles", "room"), ENGINES)
def test_engines_compile_for_a_device(module: Any, joined: Any, rule: str, bundles: tuple[Any, ...], room: Any) -> None:
    text = cuda.planned(module, *joined).ptx(rule, *bundles, room=room)
    assert ".entry" in text


def test_the_room_of_a_thread_is_small() -> None:
    """What is long, such as trees, lies at desks."""
    assert not set(search_games.SearchRoom._fields) & set(Desks._fields)
    assert sum(searching(GAME)[4][1].values()) < 100


@no_device
@pytest.mark.parametrize("bot", ["random", "greedy", "novice", "expert"])
@pytest.mark.parametrize("name", registry.ours())
def test_a_gpu_writes_the_files_of_the_cpu(name: str, bot: str, tmp_path: Path) -> None:
    planned = replace(plan(name, bot, games=20 if bot == "expert" else 300, decisions=True), batch=10)
    for engine, folder in ((Here(), "cpu"), (Gpu(), "gpu")):
        prepare(engine, planned)
        fill(Run.begin(tmp_path / folder, planned), engine)
    assert files(tmp_path / "cpu") == files(tmp_path / "gpu")


@no_device
@pytest.mark.parametrize("players", [("random", "novice", "club"), ("expert", "club")])
@pytest.mark.parametrize("name", registry.ours())
def test_a_gpu_plays_the_games_of_the_ladder(name: str, players: tuple[str, ...]) -> None:
    planned = ladder.plan(registry.load(name), players, deals=2, seed=3)
    assert list(Hall(planned).play_all()) == list(ladder.play_all(planned))
