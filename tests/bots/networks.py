"""Networks with random weights, for tests: they play legally and oddly, and every twin must play them alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from weatherdeck.bots import arena
from weatherdeck.games import network
from weatherdeck.games.game import Game
from weatherdeck.games.network import Network


def random_network(game: Game, seed: int = 5, units: int = 16, last: int = 8, **about: Any) -> Network:
    """A network of a game with random weights."""
    rng = np.random.default_rng(seed)
    features, actions = game.rules.OBSERVATION.size, game.rules.ACTIONS

    def some(kind: Any, *shape: int) -> Any:
        return rng.integers(-60, 61, shape).astype(kind)

    arrays = {
        "first": some(np.int8, features, units),
        "first_bias": some(np.int16, units),
        "second": some(np.int8, units, last),
        "second_bias": some(np.int32, last),
        "actions": some(np.int8, actions, last),
        "actions_bias": some(np.int32, actions),
        "value": some(np.int8, last),
        "value_bias": np.array(17, np.int32),
    }
    return network.make(game, arrays, {"players": list(game.players), "options": {}, "trust": 128, **about})


def give(monkeypatch: pytest.MonkeyPatch, game: Game, found: Network | None) -> None:
    """Let a game have a network for the time of a test."""
    monkeypatch.setitem(game.__dict__, "network", found)
    monkeypatch.setattr(arena, "_made", {})
