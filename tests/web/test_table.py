"""What every table has: hints, refusals with their clause, undo, the log to look back, the result, the replay."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor

A_STRONG_PLAYER = 300_000
"""Milliseconds for one who thinks ahead, on a machine where the search has to be compiled first."""


def test_a_hint_marks_what_a_strong_player_would_choose(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.wait_for_my_turn()
    anna.page.get_by_role("button", name="Hint").click()
    expect(anna.page.locator("[data-banner=hint]")).to_contain_text("Hint: ", timeout=A_STRONG_PLAYER)
    assert anna.page.locator(".thing.hinted").count() == 1


def test_a_card_that_may_not_be_played_says_why_with_the_clause(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.sit_down("weathervanes", seed=3)
    for _ in range(40):
        anna.wait_for_my_turn()
        closed = anna.page.locator(".hand .thing.closed.fades")
        if closed.count():
            break
        anna.choose_something()
    closed.first.click(force=True)  # it says that it is disabled, and still answers
    expect(anna.page.get_by_role("button", name="See WV-10")).to_be_visible()
    anna.page.get_by_role("button", name="See WV-10").click()
    expect(anna.page.locator("[data-clause='WV-10'].asked").first).to_be_visible()


def test_what_was_picked_is_taken_back_with_escape(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("winter-court")
    anna.wait_for_my_turn()
    anna.page.locator(".hand .thing.open").first.click()
    expect(anna.page.locator(".thing.picked")).to_have_count(1)
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".thing.picked")).to_have_count(0)


def test_a_play_is_put_together_and_taken_back_before_anyone_sees_it(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.sit_down("winter-court", seed=3)
    anna.wait_for_my_turn()
    version = anna.version
    anna.page.locator(".hand .thing.open").first.click()
    anna.page.locator(".court .thing.open").first.click()
    sheet = anna.page.get_by_role("region", name=re.compile(r"^\w+ \d+ on the \w+$"))
    expect(sheet).to_contain_text("The pawn comes to you.")
    expect(anna.page.locator("[data-confirm]")).to_have_text(re.compile(r"^Play \d+ on the "))
    anna.page.get_by_role("button", name="Put back").click()
    expect(sheet).to_have_count(0)
    assert anna.version == version


def test_with_the_preference_a_move_is_confirmed_first(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.wait_for_my_turn()
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_label("Choose first, then play").check()
    anna.page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
    version = anna.version
    anna.open_things().first.click()
    expect(anna.page.locator("[data-confirm]")).to_have_text(re.compile("^Blow [FPH][RGB][CST] "))
    assert anna.version == version
    anna.page.locator("[data-confirm]").click()
    expect(anna.page.locator(f'[data-version="{version}"]')).to_have_count(0)


def test_the_list_of_moves_plays_too(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.wait_for_my_turn()
    version = anna.version
    anna.page.keyboard.press("m")
    anna.page.get_by_role("dialog", name="What can I play?").locator("[data-move]").first.click()
    expect(anna.page.locator(f'[data-version="{version}"]')).to_have_count(0)


def test_a_line_of_the_log_shows_how_the_table_looked_then(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.play_moves(3)
    anna.wait_for_my_turn()
    anna.page.reload()  # what happened before is asked from the server
    anna.wait_for_my_turn()
    anna.page.get_by_role("region", name="Log").get_by_role("button").first.click()
    expect(anna.page.get_by_text("Looking back")).to_be_visible()
    expect(anna.page.locator("[data-score]")).to_have_text("0")
    anna.page.get_by_role("button", name="Back to the game").click()
    expect(anna.page.get_by_text("Looking back")).to_have_count(0)


def test_after_the_game_the_shuffle_is_checked_in_one_click(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.play_to_the_end()
    anna.page.get_by_role("button", name="Check the shuffle").click()
    expect(anna.page.locator("[data-verdict=fair]")).to_contain_text("The shuffle is fair")


def test_a_game_is_replayed_step_by_step_from_any_seat(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.play_to_the_end()
    anna.page.get_by_role("link", name="Replay").click()
    slider = anna.page.locator("input[type=range]")
    expect(slider).to_have_attribute("max", "24")
    anna.page.get_by_role("button", name="Forward", exact=True).click()
    expect(slider).to_have_value("1")
    anna.page.get_by_role("button", name="End", exact=True).click()
    expect(slider).to_have_value("24")
    anna.page.get_by_label("View as").select_option("all")
    expect(anna.page.get_by_text("24 of 24")).to_be_visible()

    cleo = visit("Cleo")
    anna.page.get_by_role("button", name="Link to this moment").click()
    cleo.page.goto(anna.page.get_by_label("Link to this moment").input_value())
    expect(cleo.page.locator("input[type=range]")).to_have_value("24")


def test_after_the_game_the_same_people_play_again(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.play_to_the_end()
    anna.page.get_by_role("button", name="Play again").click()
    anna.page.wait_for_selector("[data-status=playing]")
    assert anna.wait_for_my_turn()
