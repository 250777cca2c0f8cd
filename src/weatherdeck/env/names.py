"""The names of environments: a game and a version, `two_words_v1` and `TwoWords-v1`."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import Problem
from ..games import registry
from ..games.game import Game

NAMESPACE = "weatherdeck"
"""Of our environments in the registries of other projects."""

REVISION = 0
"""Grows when the environments themselves change what a learning program sees or gets, in all games."""


def version(game: Game) -> int:
    """The number in a name. It grows with every change of behaviour, so results of equal names can be compared."""
    return game.rules.RULESET + REVISION


def snake_case(game: Game) -> str:
    """As PettingZoo names environments."""
    return f"{_snake(game.ref.name)}_v{version(game)}"


def camel_case(game: Game) -> str:
    """As Gymnasium names environments."""
    return f"{''.join(word.capitalize() for word in _snake(game.ref.name).split('_'))}-v{version(game)}"


def loadable_games() -> Iterator[tuple[str, Game]]:
    """All games by name, except broken ones of other packages: those say what is wrong when one asks for them."""
    for name in registry.names():
        try:
            yield name, registry.load(name)
        except Problem:
            continue


def known_games() -> dict[str, str]:
    """The names of all games, ours and those of other packages, by their names with underscores."""
    return {_snake(name): name for name in registry.names()}


def _snake(name: str) -> str:
    return name.rpartition(".")[2].replace("-", "_")
