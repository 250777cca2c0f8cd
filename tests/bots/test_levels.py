"""Levels: declared data, from a novice who errs but is sane to a master who thinks by the clock."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from weatherdeck import bots
from weatherdeck.bots import GreedyBot, LevelBot, SearchBot
from weatherdeck.bots.levels import LEVELS, Level
from weatherdeck.games import registry
from weatherdeck.match import Match

GAME = registry.load("weathervanes")
MATCH = Match(GAME, seed=4)
SEEN = GAME.redacted(MATCH.state, MATCH.to_move)
LEGAL = MATCH.legal()


def test_there_are_four_levels_weakest_first() -> None:
    assert list(LEVELS) == ["novice", "club", "expert", "master"]
    for level in LEVELS.values():
        assert (level.simulations or level.seconds) if level.policy == "search" else level.simulations is None


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_a_bot_by_its_name(name: str) -> None:
    bot = bots.load(name, 3)
    assert bot.name == name
    assert name in bots.names()


@pytest.mark.parametrize("name", ["novice", "club"])
def test_the_same_seed_chooses_the_same_and_leaves_the_state_alone(name: str) -> None:
    before = SEEN.copy()
    choices = [bots.load(name, 3).choose(GAME, SEEN, LEGAL) for _ in range(2)]
    assert choices[0] == choices[1]
    assert choices[0] in LEGAL
    assert before == SEEN


def test_club_is_greedy_without_noise() -> None:
    for seed in range(5):
        assert bots.load("club", seed).choose(GAME, SEEN, LEGAL) == GreedyBot(seed).choose(GAME, SEEN, LEGAL)


def test_a_level_by_simulations_is_the_search_with_as_many_as_the_game_is_worth() -> None:
    level = Level("some", "", "search", simulations=50)
    many = 50 * GAME.search.effort
    assert many > 50
    assert LevelBot(level, 7).choose(GAME, SEEN, LEGAL) == SearchBot(7, many).choose(GAME, SEEN, LEGAL)
    assert GAME.search.patience > 1
    assert replace(level, patient=True).as_policy(GAME).simulations == many * GAME.search.patience  # type: ignore[union-attr]
    both = SearchBot(7, 50, scaled="effort"), SearchBot(7, 50, scaled="patience")
    few, more = (sum(thought.visits for thought in bot.think(GAME, SEEN, LEGAL)) for bot in both)
    assert more > (GAME.search.patience - 0.5) * few


def prefer(state: Any, actions: Sequence[int], n: int, out: list[float]) -> None:
    """Likes each action by 1 less than the one before it."""
    for i in range(n):
        out[i] = -float(i)


JUDGED = replace(GAME, greedy=cast("ModuleType", SimpleNamespace(prefer=prefer)))


@pytest.mark.parametrize("noise", [0.0, 0.5, 1.0])
def test_noise_is_the_share_of_decisions_that_are_drawn_by_how_much_an_action_is_liked(noise: float) -> None:
    bot = LevelBot(Level("noisy", "", "greedy", noise=noise), 1)
    counts = Counter(bot.choose(JUDGED, SEEN, LEGAL) for _ in range(4000))
    weights = [math.exp(-i) for i in range(len(LEGAL))]
    for i, action in enumerate(LEGAL):
        expected = noise * weights[i] / sum(weights) + (1 - noise) * (i == 0)
        assert counts[action] / 4000 == pytest.approx(expected, abs=0.03)


def test_a_search_by_seconds_ends_and_one_by_both_ends_with_the_first_that_is_used_up() -> None:
    by_seconds = SearchBot(1, seconds=0.2).think(GAME, SEEN, LEGAL)
    assert [thought.action for thought in by_seconds] == LEGAL
    assert sum(thought.visits for thought in by_seconds) >= len(LEGAL)
    by_both = SearchBot(1, 200, seconds=60.0).think(GAME, SEEN, LEGAL)
    assert sum(thought.visits for thought in by_both) <= 400


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_also_a_record_that_chooses_alike_without_python_in_the_loop(name: str) -> None:
    level = LEVELS[name]
    policy = level.as_policy(GAME)
    assert policy is not None
    times = GAME.search.effort * (GAME.search.patience if name == "master" else 1)
    assert (policy.noise, policy.simulations) == (level.noise, (level.simulations or 0) * times)


def test_a_level_that_thinks_by_the_clock_alone_is_none() -> None:
    assert Level("slow", "", "search", seconds=2.0).as_policy(GAME) is None


def test_among_bots_a_master_thinks_by_its_simulations_and_not_by_the_clock() -> None:
    bot = bots.among_bots("master", 3).bot
    assert isinstance(bot, LevelBot)
    assert (bot.level.simulations, bot.level.seconds) == (LEVELS["master"].simulations, None)
    only_seconds = Level("slow", "", "search", seconds=1.0)
    assert only_seconds.untimed == only_seconds
