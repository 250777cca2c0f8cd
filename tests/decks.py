"""Deck files of one's own for tests: another deck of every game that has a deck file."""

from __future__ import annotations

from pathlib import Path

from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.reference import Deck

WITH_DECKS = [name for name in registry.ours() if registry.load(name).data_file is not None]
WITHOUT_DECKS = [name for name in registry.ours() if name not in WITH_DECKS]


def shipped(name: str) -> str:
    """The text of a game's own deck file."""
    game = registry.load(name)
    assert game.data_file is not None
    return (Path(game.package.__path__[0]) / game.data_file).read_text(encoding="utf-8")


def another_deck(name: str, title: str = "mine") -> Deck:
    """A deck with which the game is another one: two rows exchanged and, where rows have no order, one changed."""
    lines = shipped(name).splitlines()
    rows = [number for number, line in enumerate(lines) if "=" in line and not line.startswith("#")][:2]
    (key, first), (other_key, second) = (lines[number].split("=", 1) for number in rows)
    lines[rows[0]], lines[rows[1]] = f"{key}={second}", f"{other_key}={first}"
    return Deck(title, "\n".join(lines).replace('"1 1 1 4"', '"4 2 2 4"'))


def with_another_deck(name: str, title: str = "mine") -> Game:
    """A game with that deck."""
    return registry.load(name, another_deck(name, title))
