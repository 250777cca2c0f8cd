"""The guard: a bot that crashes, cheats or sleeps is reported and replaced by a sane move."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest

from weatherdeck import bots
from weatherdeck.bots import GreedyBot, Guarded, RandomBot
from weatherdeck.games import registry
from weatherdeck.games.game import Game, NoJudgement
from weatherdeck.match import Match

GAME = registry.load("weathervanes")
MATCH = Match(GAME, seed=4)
SEEN = GAME.redacted(MATCH.state, MATCH.to_move)
LEGAL = MATCH.legal()
BEST = GreedyBot(0).choose(GAME, SEEN, LEGAL)


class Answering:
    """A bot that answers what it is told to."""

    name = "answering"

    def __init__(self, answer: Callable[[Game, Any, Sequence[int]], Any]) -> None:
        self.answer = answer

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        return self.answer(game, state, legal)  # type: ignore[no-any-return]  # whatever it is


def crash(*_: object) -> int:
    raise RuntimeError("out of ideas")


def test_a_sound_bot_is_left_alone() -> None:
    guarded = Guarded(RandomBot(3))
    assert guarded.name == "random"
    assert guarded.choose(GAME, SEEN, LEGAL) == RandomBot(3).choose(GAME, SEEN, LEGAL)
    assert guarded.reports == []


@pytest.mark.parametrize("limit", [5.0, None])
def test_a_crash_is_reported_and_greedy_plays_instead(limit: float | None) -> None:
    guarded = Guarded(Answering(crash), limit=limit)
    assert guarded.choose(GAME, SEEN, LEGAL) == BEST
    (report,) = guarded.reports
    assert report.what == "crashed"
    assert str(report) == (
        f"bot answering crashed (RuntimeError: out of ideas); {GAME.words.text(BEST)} was played instead"
    )


@pytest.mark.parametrize("answer", [-1, 10**9, None, "5", 1.0, True, [3], float("nan"), np.array([1, 2])])
def test_an_illegal_answer_is_reported_and_greedy_plays_instead(answer: object) -> None:
    guarded = Guarded(Answering(lambda *_: answer))
    assert guarded.choose(GAME, SEEN, LEGAL) == BEST
    assert [report.what for report in guarded.reports] == ["illegal"]
    assert "is not a legal action" in str(guarded.reports[0])


def test_an_integer_of_numpy_is_an_answer() -> None:
    guarded = Guarded(Answering(lambda *_: np.int64(LEGAL[0])))
    assert guarded.choose(GAME, SEEN, LEGAL) == LEGAL[0]
    assert guarded.reports == []


def test_a_late_answer_is_reported_and_never_used() -> None:
    def dawdle(game: Game, state: Any, legal: Sequence[int]) -> int:
        time.sleep(0.5)
        return legal[0]

    guarded = Guarded(Answering(dawdle), limit=0.05)
    assert guarded.choose(GAME, SEEN, LEGAL) == BEST
    assert guarded.choose(GAME, SEEN, LEGAL) == BEST
    assert [report.what for report in guarded.reports] == ["late", "late"]
    assert "took longer than 0.05 seconds" in str(guarded.reports[0])
    assert "still thinking about an earlier move" in str(guarded.reports[1])
    time.sleep(0.7)
    guarded.limit = 5.0
    assert guarded.choose(GAME, SEEN, LEGAL) == LEGAL[0], "it may come back"


def test_a_bot_cannot_spoil_what_it_is_shown() -> None:
    def spoil(game: Game, state: Any, legal: Any) -> int:
        state.to_move = 99
        legal.append(12345)
        return 12345

    seen, legal = SEEN.copy(), list(LEGAL)
    guarded = Guarded(Answering(spoil))
    assert guarded.choose(GAME, seen, legal) == BEST
    assert (seen, legal) == (SEEN, LEGAL)


def test_without_judgement_random_plays_instead() -> None:
    plain = replace(GAME, greedy=None)
    assert Guarded(Answering(crash)).choose(plain, SEEN, LEGAL) in LEGAL
    with pytest.raises(NoJudgement):  # not the bot's fault, and told as it is
        Guarded(GreedyBot(1)).choose(plain, SEEN, LEGAL)


# ---------------------------------------------------------------- bots of other packages
def offered(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    point = EntryPoint("clever", value, bots.ENTRY_POINTS)
    monkeypatch.setattr(bots, "entry_points", lambda group: [point] if group == bots.ENTRY_POINTS else [])


def crashing(seed: int) -> Answering:
    return Answering(crash)


def test_a_bot_of_another_package_is_found_by_entry_point_and_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    offered(monkeypatch, "tests.bots.test_guard:crashing")
    assert bots.names()[-1] == "clever"
    bot = bots.load("clever", 1)
    assert isinstance(bot, Guarded)
    assert bot.name == "clever", "by which a saved game finds it again"
    assert bot.choose(GAME, SEEN, LEGAL) in LEGAL
    assert len(bot.reports) == 1


@pytest.mark.parametrize(
    "value", ["no.such.package:bot", "tests.bots.test_guard:nothing", "tests.bots.test_guard:BEST"]
)
def test_a_bot_that_cannot_be_made_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    offered(monkeypatch, value)
    with pytest.raises(bots.BrokenBot, match=r"the bot 'clever' \(.*\) cannot be made: \w+Error: .*"):
        bots.load("clever", 1)
