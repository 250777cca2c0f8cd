"""The decks that the tests of Tweedy Tricksters play with."""

from __future__ import annotations

import pytest

from weatherdeck.games.game import Game
from weatherdeck.games.tweedy_tricksters import GAME

from .positions import TWICE, game_with

# Copies of 1, 2, 3, 5 and 9; the largest values that a card may have.
UNEVEN = ("1312",) + ("2221",) * 2 + ("9991",) * 3 + ("1114",) * 5 + ("1999",) * 9


@pytest.fixture(scope="session")
def twice(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game with a deck of ten cards, two copies each."""
    return game_with(tmp_path_factory.mktemp("twice"), TWICE * 2)


@pytest.fixture(scope="session")
def uneven(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game with a deck in which there are from one to nine copies of a card."""
    return game_with(tmp_path_factory.mktemp("uneven"), UNEVEN)


@pytest.fixture(params=["usual", "twice", "uneven"])
def any_deck(request: pytest.FixtureRequest) -> Game:
    """The game with each of the decks."""
    if request.param == "usual":
        return GAME
    game: Game = request.getfixturevalue(request.param)
    return game


@pytest.fixture(params=["usual", "uneven"])
def compiled_deck(request: pytest.FixtureRequest) -> Game:
    """The game with two decks that differ as much as they can: compiling takes some seconds for each."""
    if request.param == "usual":
        return GAME
    game: Game = request.getfixturevalue(request.param)
    return game
