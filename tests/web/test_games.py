"""A person plays whole games against bots, by mouse and by keyboard alone, and checks every card of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.visitor import GAMES, Visitor


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_by_mouse(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.play_now(game)
    anna.play_to_the_end("mouse")
    anna.page.get_by_role("button", name="Check the shuffle").click()
    checked = anna.page.locator("[data-verdict]")
    expect(checked).to_have_attribute("data-verdict", "fair")
    expect(checked).to_contain_text("every card follows from it")
    checked.get_by_text("What was checked").click()
    expect(checked).to_contain_text("They are the cards that this browser saw during the game.")


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_by_keyboard_alone(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.play_now(game)
    anna.play_to_the_end("keyboard")
