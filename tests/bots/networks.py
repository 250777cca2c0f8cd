"""Networks with random weights, for tests of bots: they play legally and oddly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from weatherdeck.bots import arena
from weatherdeck.games import network
from weatherdeck.games.game import Game
from weatherdeck.games.network import Network


def random_network(game: Game, **about: Any) -> Network:
    """A small network of a game with random weights, which likes several moves about as well."""
    found = network.untrained(game, 16, 8, seed=5, trust=128)
    scales = np.array([6, 1 << 18, 1 << 18], np.int32)
    return network.make(game, {**found.arrays, "scales": scales}, {**found.about, **about})


def give(monkeypatch: pytest.MonkeyPatch, game: Game, found: Network | None) -> None:
    """Let a game have a network for the time of a test."""
    monkeypatch.setitem(game.__dict__, "network", found)
    monkeypatch.setattr(arena, "_made", {})
