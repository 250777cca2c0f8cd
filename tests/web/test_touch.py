"""A whole game by touch on a phone: tap to see what a card would do, tap again or use the main button to play it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.sweeps import sample
from tests.web.layout import flaws
from tests.web.visitor import ALWAYS_WHOLE, GAMES, MOST_MOVES, READY, SHORT, Visitor

LOOKS = 6
"""How often the layout is checked during a game."""


@pytest.mark.parametrize("game", sample("whole games by touch", GAMES, ALWAYS_WHOLE))
def test_a_whole_game_is_played_by_touch(game: str, visit: Callable[..., Visitor]) -> None:
    play_by_touch(visit("Anna", width=390, height=844, touch=True), game, {})


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_short_game_is_played_by_touch(game: str, visit: Callable[..., Visitor]) -> None:
    play_by_touch(visit("Anna", width=390, height=844, touch=True), game, SHORT[game])


def play_by_touch(anna: Visitor, game: str, options: dict[str, int]) -> None:
    """Play a whole game, and look at the layout on the way."""
    anna.prefer(confirm=True)
    anna.sit_down(game, seed=11, options=options)
    looks = 0
    for move in range(MOST_MOVES):
        anna.page.wait_for_selector(READY)
        if anna.is_over:
            break
        if looks < LOOKS and move % 5 == 0:
            looks += 1
            assert flaws(anna) == []
        tap_something(anna, by_main_button=move % 2 == 0)
    expect(anna.page.get_by_role("dialog", name="The game is over")).to_be_visible()


def tap_something(anna: Visitor, *, by_main_button: bool) -> None:
    """One tap; where it completes a move, a second one that plays it."""
    main = anna.page.locator("[data-confirm]:enabled")
    if main.count():
        picked = anna.page.locator(".thing.picked")
        (main if by_main_button or not picked.count() else picked.last).tap()
        anna.page.wait_for_selector("[data-busy=false]")
        return
    things = anna.open_things()
    if things.count() == 0:
        anna.page.get_by_role("button", name="Put back").tap()
        return
    in_sheet = anna.page.locator("[data-over] [data-move]")
    anna.random.choice(anna.uncovered(things) + anna.uncovered(in_sheet) or things.all()).tap()
    anna.page.wait_for_selector("[data-busy=false]")


def test_a_card_tapped_once_is_shown_and_not_played(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna", width=390, height=844, touch=True)
    anna.prefer(confirm=True)
    anna.sit_down("tradewinds", seed=11)
    anna.wait_for_my_turn()
    version = anna.version
    height = anna.page.locator(".stage").bounding_box()
    anna.open_things().first.tap()
    expect(anna.page.locator(".thing.picked")).to_have_count(1)
    expect(anna.page.locator("[data-confirm]")).to_be_enabled()
    assert anna.page.locator(".stage").bounding_box() == height, "the table must not jump"
    assert anna.version == version
    anna.page.locator(".thing.picked").tap()
    expect(anna.page.locator(f'[data-version="{version}"]')).to_have_count(0)
