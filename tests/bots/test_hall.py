"""The hall: many games of a ladder at once are the games that the ladder plays one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from weatherdeck import bots, kernel
from weatherdeck.bots import ladder
from weatherdeck.bots.hall import Hall
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.game import Game

pytestmark = pytest.mark.skipif(not kernel.can_compile(), reason="the hall is compiled")

LADDERS: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    *((name, ("random", "novice", "club"), {}) for name in registry.ours()),
    ("four-seasons", ("random", "club"), {"players": 6}),
    ("four-seasons", ("random", "club"), {"players": 3, "options": {"rounds": 2}}),
    ("tweedy-tricksters", ("expert", "club"), {}),
]


@pytest.mark.parametrize(("name", "players", "settings"), LADDERS)
def test_the_hall_plays_the_games_of_the_ladder(name: str, players: tuple[str, ...], settings: dict[str, Any]) -> None:
    plan = ladder.plan(registry.load(name), players, deals=2, seed=3, **settings)
    assert list(Hall(plan, kernel.compiled, memory=1 << 21).play_all()) == list(ladder.play_all(plan))


def test_a_large_seed_deals_the_same_cards_too() -> None:
    plan = ladder.plan(registry.load("tweedy-tricksters"), ("random", "club"), deals=1, seed=(1 << 63) - 1)
    assert list(Hall(plan, kernel.compiled, memory=0).play_all()) == list(ladder.play_all(plan))


class First:
    """A bot that is no policy: the first legal action."""

    name = "other"

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:  # noqa: ARG002  # it looks at nothing
        return legal[0]


def test_bots_that_run_as_python_code_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    original = bots.load
    monkeypatch.setattr(bots, "load", lambda name, seed: First() if name == "other" else original(name, seed))
    plan = ladder.plan(registry.load("tradewinds"), ("other", "club"), deals=1, seed=1)
    with pytest.raises(Problem, match=r"plays random, greedy, network, novice, .* cannot play other"):
        Hall(plan, kernel.compiled, memory=0)
