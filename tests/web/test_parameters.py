"""Games with other numbers than the rulebook's: the tables show the numbers that are played with."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor


def test_weathervanes_has_fewer_rounds_and_cards(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna", width=390, height=844)
    anna.sit_down("weathervanes", seed=7, options={"rounds": 1, "cards_dealt": 4})
    anna.wait_for_my_turn()
    expect(anna.page.locator("header")).to_contain_text("Round 1 of 1 · trick 1 of 4")
    expect(anna.page.locator('.mine [data-thing^="card:"]')).to_have_count(4)


def test_winter_court_says_how_many_cards_are_drawn_and_how_many_royals_win(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.prefer(confirm=True)
    changed = {"first": 0, "left_out": 20, "play_draws": 3, "steward_draws": 4, "royals_to_win": 2}
    anna.sit_down("winter-court", seed=3, options=changed)
    anna.wait_for_my_turn()
    page = anna.page
    expect(page.locator("header")).to_contain_text("29 to draw")
    expect(page.locator('[data-thing="member:F"]')).to_contain_text("draw 4 cards")
    page.locator('[data-thing="member:A"]').click()
    expect(page.get_by_text("Any 2 of them win at once.")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator('[data-thing="card:Kn7"]').click()
    page.locator('[data-thing="member:E"]').click()
    main = page.locator("nav button.main")
    main.click()
    expect(page.locator('[data-thing="power:draw1"]')).to_contain_text("3")
    expect(main).to_have_text("Draw 3 and end")
