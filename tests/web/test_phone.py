"""On a phone, 360 pixels wide: everything fits, and a game is played by touch."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.visitor import GAMES, Visitor

PHONE = {"width": 360, "height": 740, "touch": True}
LEAST_TOUCH = 44

SMALL_TARGETS = """least => [...document.querySelectorAll('button, a.button, input, select')]
    .filter(one => {
        if (one.closest('.hidden-label') || one.disabled || !one.checkVisibility()) return false
        const box = (one.closest('label') ?? one).getBoundingClientRect()
        const own = one.getBoundingClientRect()
        return box.width > 0 && Math.max(box.height, own.height) < least - 0.5
    })
    .map(one => `${one.outerHTML.slice(0, 120)} ${Math.round(one.getBoundingClientRect().height)}`)"""


@pytest.mark.parametrize("path", ["", "#/new/four-seasons", "#/rules/weathervanes", "#/rules/tradewinds", "#/nowhere"])
def test_no_page_scrolls_sideways(path: str, visit: Callable[..., Visitor]) -> None:
    anna = visit(**PHONE)
    anna.go(path)
    anna.page.wait_for_load_state("networkidle")
    assert not anna.scrolls_sideways()
    assert anna.page.evaluate(SMALL_TARGETS, LEAST_TOUCH) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_a_phone(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit(**PHONE)
    anna.play_now(game)
    for _ in range(6):
        anna.play_moves(1)
        assert not anna.scrolls_sideways()
    anna.wait_for_my_turn()
    assert anna.page.evaluate(SMALL_TARGETS, LEAST_TOUCH) == []


def test_a_six_player_table_fits_a_phone(visit: Callable[..., Visitor]) -> None:
    anna = visit(**PHONE)
    anna.go("#/new/four-seasons")
    anna.choose("Players", "6")
    anna.page.get_by_role("button", name="Create table").click()
    anna.page.wait_for_selector("[data-status=playing]")
    anna.play_moves(4)
    assert not anna.scrolls_sideways()


def test_a_whole_game_is_played_on_a_phone(visit: Callable[..., Visitor]) -> None:
    anna = visit(**PHONE)
    anna.play_now("four-seasons")
    anna.play_to_the_end()
    assert not anna.scrolls_sideways()
