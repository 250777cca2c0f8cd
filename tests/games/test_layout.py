"""Observations stay within the bounds of their layout."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.decks import WITH_DECKS, with_another_deck
from tests.sweeps import size
from weatherdeck import conformance
from weatherdeck.bots.greedy_bot import GreedyBot
from weatherdeck.env.batch import Batch
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.layout import Layout, Part
from weatherdeck.games.options import Value
from weatherdeck.match import Match

GAMES = [
    *(pytest.param(registry.load(name), id=name) for name in registry.ours()),
    *(pytest.param(with_another_deck(name), id=f"{name} with another deck") for name in WITH_DECKS),
]
VARIANTS = [
    pytest.param(registry.load(name), players, options, id=f"{name}-{players}-{options}")
    for name in registry.ours()
    for players, options in conformance.variants(registry.load(name))
]


def outside(layout: Layout, seen: Any) -> list[str]:
    """The parts that have a number out of bounds in one of many observations."""
    wrong = ~((layout.low <= seen) & (seen <= layout.high))
    if not wrong.any():
        return []
    return [part.name for part in layout.parts if wrong[..., part.offset : part.offset + part.size].any()]


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_random_games_are_seen_within_the_bounds(game: Game, players: int, options: dict[str, Value]) -> None:
    batch = Batch(game, size("tables seen"), players=players, options=options, seed=1)
    ended = 0
    for _ in range(300):
        assert outside(game.rules.OBSERVATION, batch.observations) == []
        batch.step(batch.random_actions())
        ended += batch.done.sum()
    assert ended > 0 or options.get("rounds")


@pytest.mark.parametrize("game", GAMES)
def test_greedy_games_are_seen_within_the_bounds_by_every_seat(game: Game) -> None:
    layout = game.rules.OBSERVATION
    seen = np.empty(layout.size, np.float32)
    for seed in range(2):
        match = Match(game, seed=seed)
        bot = GreedyBot(seed)
        while True:
            for seat in range(match.players):
                seen[:] = np.nan
                game.rules.observe(match.state, seat, seen)
                assert outside(layout, seen) == []
            if match.is_over:
                break
            known = game.redacted(match.state, match.to_move)
            match.play(bot.choose(game, known, match.legal()))


def test_a_part_has_bounds_of_its_own_or_0_to_1() -> None:
    layout = Layout(("cards", 2, "one for each"), ("score", 1, "points / 4", -0.5, 2.25))
    assert layout["score"] == Part("score", 2, 1, "points / 4", -0.5, 2.25)
    assert layout.low.tolist() == [0, 0, -0.5]
    assert layout.high.tolist() == [1, 1, 2.25]
    assert layout.low.dtype == layout.high.dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        layout.low[0] = 3


def test_bounds_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(ValueError, match="score has bounds 2 and 1: the first must be lower"):
        Layout(("score", 1, "points", 2, 1))
