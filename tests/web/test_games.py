"""A person plays whole games against bots, by mouse and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.visitor import GAMES, Visitor


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_by_mouse(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.play_now(game)
    anna.play_to_the_end("mouse")


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_by_keyboard_alone(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.play_now(game)
    anna.play_to_the_end("keyboard")
