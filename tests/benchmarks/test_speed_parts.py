"""Each part of `make bench` runs, on a tiny game and for a moment. Nothing here asserts a time."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from benchmarks.beside import cases, set_up, turns
from benchmarks.beside.worker import Bench
from benchmarks.limit.build import compiler, in_c
from benchmarks.speed import document, growth, page, parts, start
from benchmarks.speed.document import Effort

from benchmarks import __main__ as command
from benchmarks import decks
from benchmarks import first_seconds as to_first_card
from weatherdeck import kernel
from weatherdeck.errors import Problem
from weatherdeck.games import playout, registry

TINY = Effort(quick=True, named=("examples.high_card",))

needs_others = pytest.mark.skipif(
    not all(map(find_spec, ("pyspiel", "rlcard", "pettingzoo"))), reason="OpenSpiel, RLCard and PettingZoo are missing"
)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other projects as the tests have them: nothing is installed."""
    monkeypatch.setattr(set_up, "python", lambda: Path(sys.executable))


@needs_others
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("measure", [parts.play, parts.calls, parts.steps])
def test_a_part_measures_us_and_the_others(measure: Callable[[Effort], dict[str, Any]]) -> None:
    found = measure(TINY)
    measured = {case["project"] for case in found["cases"] if case.get("best", 0) > 0}
    assert {cases.WEATHERDECK, cases.OPENSPIEL} <= measured, found["cases"]
    assert found["projects"]["open-spiel"]


@needs_others
@pytest.mark.usefixtures("here")
def test_searches_of_the_others_are_measured() -> None:
    found = [case for case in cases.searches([], cases.NATIVE[:1]) if case.side == turns.THEIRS]
    turns.take_turns(found, 1, 0.01)
    assert found[0].best > 0, found[0].problem


def test_a_network_is_measured_with_random_weights_where_a_game_has_none() -> None:
    found = parts.networks(TINY)
    assert [case["what"] for case in found["cases"] if case["best"] > 0] == list(cases.LOOKS)
    assert not found["networks"][TINY.named[0]]["learned"]


@pytest.mark.parametrize("measure", [parts.cores, parts.api])
def test_a_part_measures_us(measure: Callable[[Effort], dict[str, Any]]) -> None:
    assert [game["game"] for game in measure(TINY)["games"]] == list(TINY.named)


@pytest.mark.parametrize("name", ["games", "rows"])
def test_a_curve_has_growing_sizes_and_costs_above_zero(name: str) -> None:
    points = growth.CURVES[name](TINY)["points"]
    assert [x for x, _ in points] == sorted({x for x, _ in points})
    assert all(y > 0 for _, y in points)


def test_a_curve_that_fails_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "CURVES", {"games": growth.games, "deck": growth.deck})
    found = growth.measure(TINY)
    assert found["games"]["points"]
    assert "how many cards are dealt" in found["deck"]["problem"]


def test_start_up_is_timed_and_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "_others", lambda: {"theirs": []})
    found = start.measure(Effort(quick=True, named=("examples.high_card",)))
    assert all(one["best"] > 0 for one in found["ours"]), found["ours"]
    assert found["games"][0]["game, warm"]["best"] > 0


def test_a_start_that_fails_says_why() -> None:
    found = start.timed("nothing", [sys.executable, "-c", "raise SystemExit('no such thing')"], 1)
    assert found["problem"] == ["no such thing"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_the_first_card_is_waited_for_cold_and_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    caches: list[Path | None] = []

    def to_card(_: str, cache: Path | None) -> dict[str, float]:  # a real browser is for the benchmark itself
        caches.append(cache)
        return {"server": 1.0, "first card": 2.0 if cache else 1.5}

    monkeypatch.setattr(to_first_card, "_to_card", to_card)
    (found,) = parts.first_seconds(TINY)["games"]
    assert [cache is None for cache in caches] == [False, *[True] * TINY.rounds(3)]
    assert (found["serve, cold"]["first card"], found["serve, warm"]["first card"]) == (2.0, 1.5)
    assert found["play, cold"]["first screen"] > 0
    assert found["play, warm"]["first screen"] > 0


@pytest.mark.skipif(compiler() is None, reason="no C compiler is installed")
def test_c_is_measured_for_the_games_that_are_written_in_c() -> None:
    measured = [case for case in cases.random_play(in_c(), ()) if case.project == cases.C]
    assert [case.game for case in measured] == in_c() != []


@pytest.mark.skipif(not kernel.can_compile(), reason="Numba is not available")
def test_decks_as_constants_and_handed_over_play_the_same_games() -> None:
    game = registry.load("tweedy-tricksters")
    constants, handed = (decks.runner(game, playout, "random_games", way) for way in (False, True))
    assert constants(3) == handed(3) > 0


# ---------------------------------------------------------------- the command
def test_a_part_that_fails_keeps_its_earlier_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(_: Effort) -> dict[str, Any]:
        raise Problem("broken")

    monkeypatch.setattr(command, "PARTS", {"play": fails, "api": lambda _: {"games": []}})
    document.write({"play": document.stamped({"earlier": 1}, TINY)}, tmp_path / "speed.json")
    assert command.run(["play", "api"], TINY, tmp_path) == ["play"]
    kept = document.read(tmp_path / "speed.json")
    assert kept["play"]["figures"] == {"earlier": 1}
    assert kept["api"]["quick"]


def test_the_page_is_written_without_measuring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    document.write(document.read(), tmp_path / "speed.json")
    monkeypatch.setattr(command, "TRIED_OUT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--quick", "--page"])
    command.main()
    assert (tmp_path / page.NAME).read_text(encoding="utf-8").startswith("# How fast it is")


# ---------------------------------------------------------------- taking turns
def test_a_worker_counts_what_it_did() -> None:
    asked: list[int] = []

    def work(units: int) -> int:
        asked.append(units)
        return sum(range(units * 1000)) * 0 + units * 7

    counted, took = Bench({"sum": lambda _: work}).run("sum", "any", 0.01)
    assert counted == asked[-1] * 7
    assert took > 0
    assert asked[0] == 1  # the first unit compiles and is not timed


def test_a_case_that_cannot_be_done_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    broken, fine = (turns.Case(cases.WEATHERDECK, "api", "x", turns.OURS) for _ in range(2))
    fine.what, fine.game = "random", TINY.named[0]
    turns.take_turns([broken, fine], 1, 0.001)
    assert broken.problem is not None
    assert "problem" in broken.document()
    assert fine.best > 0
    assert "left out" in capsys.readouterr().err


def test_a_process_that_ends_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, fine = (turns.Case(cases.WEATHERDECK, what, "any", turns.OURS) for what in ("ends", "works"))
    made: list[str] = []

    class Worker(turns.Worker):
        def __init__(self, *_: object) -> None:
            made.append("worker")

        def run(self, case: turns.Case, _: float) -> bool:
            case.rates.append(1.0)
            case.problem = "ended" if case.what == "ends" else None
            return case.problem is None

        def __exit__(self, *_: object) -> None:
            made.append("closed")

    monkeypatch.setattr(turns, "Worker", Worker)
    turns.take_turns([ended, fine], 2, 0.1)
    assert made == ["worker", "closed", "worker", "closed"]
    assert (ended.rates, fine.rates) == ([1.0], [1.0, 1.0])


def test_the_lock_of_the_others_has_hashes_and_the_wanted_versions() -> None:
    lock = set_up.LOCK.read_text(encoding="utf-8")
    for wanted in set_up.LOCK.with_suffix(".in").read_text(encoding="utf-8").split():
        assert wanted.replace("[classic]", "") in lock.replace("[classic]", "")
    assert lock.count("--hash=sha256:") > lock.count("==")


def test_a_case_as_a_document_is_plain_data() -> None:
    case = turns.Case(cases.OPENSPIEL, "ismcts", "hearts", rates=[1.0, 3.0, 2.0])
    assert json.loads(json.dumps(case.document())) == {
        "project": "OpenSpiel",
        "what": "ismcts",
        "game": "hearts",
        "best": 3.0,
        "median": 2.0,
        "least": 1.0,
        "rounds": 3,
    }
