"""Networks with random weights, for tests of bots: they play legally and oddly."""

from __future__ import annotations

from typing import Any

import pytest

from weatherdeck.bots import arena
from weatherdeck.games import network
from weatherdeck.games.game import Game
from weatherdeck.games.network import Network


def random_network(game: Game, **about: Any) -> Network:
    """A small network of a game with random weights."""
    found = network.untrained(game, 16, 8, seed=5, trust=128)
    return network.make(game, found.arrays, {**found.about, **about})


def give(monkeypatch: pytest.MonkeyPatch, game: Game, found: Network | None) -> None:
    """Let a game have a network for the time of a test."""
    monkeypatch.setitem(game.__dict__, "network", found)
    monkeypatch.setattr(arena, "_made", {})
