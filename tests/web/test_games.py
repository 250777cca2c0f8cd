"""A person plays whole games against bots, by mouse and by keyboard alone, and checks every card of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.sweeps import sample
from tests.web.visitor import ALWAYS_WHOLE, GAMES, SHORT, By, Visitor

BY: tuple[By, ...] = ("mouse", "keyboard")
WHOLE = sample("whole games in the browser", list(product(GAMES, BY)), list(product(ALWAYS_WHOLE, BY)))


@pytest.mark.parametrize(("game", "by"), WHOLE)
def test_a_person_plays_a_whole_game(game: str, by: By, visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.play_now(game)
    play_and_check(anna, by)


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("game", SHORT)
def test_a_person_plays_a_whole_short_game(game: str, by: By, visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.sit_down(game, options=SHORT[game])
    play_and_check(anna, by)


def play_and_check(anna: Visitor, by: By) -> None:
    """Play to the end, and let the browser check the shuffle."""
    anna.play_to_the_end(by)
    anna.page.get_by_role("button", name="Check the shuffle").click()
    checked = anna.page.locator("[data-verdict]")
    expect(checked).to_have_attribute("data-verdict", "fair")
    expect(checked).to_contain_text("every card follows from it")
    checked.get_by_text("What was checked").click()
    expect(checked).to_contain_text("They are the cards that this browser saw during the game.")
