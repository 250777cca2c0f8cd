"""The twin on a GPU. Without a device, kernels are compiled as far as they can be: to PTX."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

from tests.games.test_network import answers, asked, positions
from tests.sweeps import sample
from weatherdeck import conformance, extras
from weatherdeck.env import stepping
from weatherdeck.games import lockstep, lockstep_greedy, lockstep_learned, network, playout, registry
from weatherdeck.kernel import Flags, FloatRows, Floats, IntRows, Ints, cuda

pytestmark = pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
with_device = pytest.mark.skipif(cuda.why_not() is not None, reason=f"{cuda.why_not()}")


@pytest.mark.parametrize("name", sample("games compiled for a device", registry.names()))
def test_every_verb_compiles_for_a_device_and_fuses_nothing(name: str) -> None:
    game = registry.load(name)
    worlds = cuda.planned(lockstep, game.module)
    kernels = [worlds.ptx("judge", lockstep.Worlds, int), worlds.ptx("move", lockstep.Worlds)]
    liking = cuda.planned(lockstep_greedy, *game.modules)
    kernels.append(liking.ptx("like", list[game.rules.State], IntRows, FloatRows, FloatRows))  # type: ignore[name-defined]
    for ptx in kernels:
        assert ".entry" in ptx
        assert "fma." not in ptx  # it would round a preference otherwise than the CPU does


def test_the_batch_compiles_for_a_device() -> None:
    game = registry.load("tweedy-tricksters")
    twin = cuda.planned(stepping, game.module)
    room = stepping.Room, {"results": 4}
    assert ".entry" in twin.ptx("step", stepping.Tables, Ints, bool, room=room)
    assert ".entry" in twin.ptx("imagine", stepping.Tables, Flags, Ints)


def test_a_network_compiles_for_a_device_and_fuses_nothing() -> None:
    game = registry.load("tradewinds")
    twin = cuda.planned(lockstep_learned, *network.untrained(game, 9, 3, seed=1).modules)
    states: Any = list[game.rules.State]  # type: ignore[name-defined]
    for ptx in (twin.ptx("expect", states, Floats), twin.ptx("counsel", states, IntRows, FloatRows)):
        assert ".entry" in ptx
        assert "fma." not in ptx


def test_numba_alone_would_fuse() -> None:
    numba_cuda: Any = importlib.import_module("numba.cuda")
    nb: Any = importlib.import_module("numba.cuda.types")

    def kernel(row: Any) -> None:
        row[0] = row[1] * row[2] + row[3]

    signature = (nb.float64[::1],)
    assert "fma." in numba_cuda.compile_ptx(kernel, signature, cc=(9, 0))[0]
    with cuda._numba_for_rules((9, 0)):
        assert "fma." not in numba_cuda.compile_ptx(kernel, signature, cc=(9, 0))[0]
    assert "fma." in numba_cuda.compile_ptx(kernel, signature, cc=(9, 0))[0]  # and it does again


def test_the_linker_optimises_only_what_it_cannot_round_otherwise() -> None:
    """It fuses, whatever was compiled: on an H200, half of all preferences differed in their last bits."""
    game = registry.load("tweedy-tricksters")
    playing = cuda._namespace(cuda.planned(playout, game.module)._source)
    assert playing["random_games_each"].only_whole_numbers
    assert not cuda._namespace(cuda.planned(lockstep_greedy, *game.modules)._source)["like"].only_whole_numbers
    assert not cuda._namespace(cuda.planned(lockstep, game.module)._source)["judge"].only_whole_numbers  # observe
    kernel = cuda.planned(lockstep_greedy, *game.modules)._kernel("like", 4, None)
    assert kernel._jitted(keep=False).targetoptions["lto"] is False


def test_a_large_table_is_in_memory_once_and_a_small_one_is_a_constant() -> None:
    game = registry.load("weathervanes")  # WAYS has 19 kB, and constant memory 64 kB for everything
    ptx = cuda.planned(lockstep, game.module).ptx("judge", lockstep.Worlds, int)
    defined = [line for line in ptx.splitlines() if "weatherdeck_table_" in line and "] = {" in line]
    assert defined
    names = [line.split("weatherdeck_table_")[1].split("[")[0] for line in defined]
    assert len(names) == len(set(names))
    constants = [line for line in ptx.splitlines() if line.lstrip().startswith(".const")]
    assert all(int(line.split("[")[1].split("]")[0]) <= cuda.LARGE_TABLE for line in constants if "[" in line)


def test_kernels_of_two_rules_with_equal_arguments_are_kept_apart() -> None:
    """On an H200, the kernel of `begin` once ran for `judge`, which takes the same arguments."""
    twin = cuda.planned(lockstep, registry.load("tweedy-tricksters").module)
    assert twin._kernel("begin", 2, None)._folder() != twin._kernel("judge", 2, None)._folder()


def test_kernels_with_rooms_of_two_sizes_are_kept_apart() -> None:
    twin = cuda.planned(playout, registry.load("tweedy-tricksters").module)
    folders = {
        twin._kernel("random_games_each", 4, (playout.Room, {"actions": actions, "rng": 4}))._folder()
        for actions in (8, 16)
    }
    assert len(folders) == 2


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert cuda.why_not() == f"numba-cuda is not installed: {extras.install('gpu')}"
    with pytest.raises(cuda.NoGpu, match="this needs a GPU, and numba-cuda is not installed"):
        cuda.twin(playout)


def test_without_a_device_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "_numba", lambda *_: type("Cuda", (), {"is_available": staticmethod(lambda: False)}))
    with pytest.raises(cuda.NoGpu, match="no CUDA device was found"):
        cuda.twin(playout)


def test_nothing_is_compiled_where_that_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")
    assert "WEATHERDECK_INTERPRETED" in (cuda.why_not() or "")


@with_device
@pytest.mark.parametrize("name", registry.names())
def test_a_device_gives_the_same_bytes(name: str) -> None:
    assert list(conformance.device(registry.load(name), conformance.Plan(games=1))) == []


@with_device
@pytest.mark.parametrize("name", registry.names())
def test_a_device_gives_the_same_answers_of_a_network(name: str) -> None:
    game = registry.load(name)
    states = positions(game, 200)
    for seed in (1, 2):
        one = network.untrained(game, 37, 11, seed)
        assert asked(cuda.twin(lockstep_learned, *one.modules), game, states) == answers(one, states, "compiled")
