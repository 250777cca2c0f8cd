"""For everyone: axe-core finds no serious problem on any page, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hatch_build
import pytest
from playwright.sync_api import expect

from tests.sweeps import IS_PROOF, sample
from tests.web.visitor import GAMES, Visitor

AXE = hatch_build.WEB / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules about colours."""
WITH_TABS = sample("games with all tabs", GAMES, ["tradewinds"])


def problems(visitor: Visitor, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe-core finds, where it is serious; by all rules, or by some."""
    page = visitor.page
    if page.evaluate("typeof axe === 'undefined'"):
        # Through the debugger, not as a script of the page: its content security policy allows only its own.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(
        "rules => axe.run(document, {resultTypes: ['violations'], ...(rules.length && {runOnly: rules})})", list(rules)
    )
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"][:3]
    ]


def problems_in_both_themes(visitor: Visitor) -> list[str]:
    """The same in light and in dark. Only the colours differ, so `make test` asks only about them the second time."""
    found = []
    for theme, rules in (("light", ()), ("dark", () if IS_PROOF else COLOURS)):
        visitor.page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        found += [f"{theme}: {problem}" for problem in problems(visitor, rules)]
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_of_a_page_is_the_one_that_was_chosen(theme: str, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.prefer(theme=theme)
    anna.go()
    expect(anna.page.locator("html")).to_have_attribute("data-theme", theme)


def test_axe_finds_nothing_serious_on_a_page(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    for number, path in enumerate(("", "#/new/four-seasons", "#/rules/weathervanes", "#/nowhere", "#/table/abc")):
        anna.go(f"?{number}{path}")
        anna.page.wait_for_selector("h1, h2")
        anna.page.wait_for_load_state("networkidle")
        assert problems_in_both_themes(anna) == [], path


def test_axe_finds_nothing_serious_before_a_game(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.go("#/new/winter-court")
    anna.seat(2, "open")
    anna.page.get_by_role("button", name="Create table").click()
    link = anna.page.get_by_label("Invite").input_value()
    assert problems_in_both_themes(anna) == []
    bo.page.goto(link)
    expect(bo.page.get_by_role("heading", name="Anna invites you")).to_be_visible()
    assert problems_in_both_themes(bo) == []


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_at_a_table(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.sit_down(game, seed=4)
    anna.play_moves(5)
    anna.wait_for_my_turn()
    anna.prefer(confirm=True)
    anna.page.reload()
    anna.wait_for_my_turn()
    assert problems_in_both_themes(anna) == []
    for tab in anna.page.get_by_role("tab").all() if game in WITH_TABS else ():
        tab.click()
        assert problems_in_both_themes(anna) == [], tab.inner_text()
    anna.open_things().first.click()
    # A card whose corner is chosen next is enlarged, not marked: only this button tells of every choice.
    expect(anna.page.get_by_role("button", name="Put back")).to_be_visible()
    assert problems_in_both_themes(anna) == [], "with something chosen"
    anna.page.set_viewport_size({"width": 390, "height": 844})
    assert problems_in_both_themes(anna) == [], "on a phone"


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_in_a_lesson(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.go(f"#/learn/{game}")
    anna.page.wait_for_selector("[data-lesson]")
    anna.page.wait_for_selector("[data-busy=false]")
    assert problems_in_both_themes(anna) == []


def test_axe_finds_nothing_serious_after_a_game(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.sit_down("tradewinds", seed=4, last_moves=8)
    anna.play_to_the_end()
    assert problems_in_both_themes(anna) == []
    anna.page.get_by_role("link", name="Replay").click()
    anna.page.wait_for_selector("input[type=range]")
    assert problems_in_both_themes(anna) == []


def test_the_prompt_is_announced_politely(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.wait_for_my_turn()
    live = anna.page.locator("[aria-live=polite][role=status]")
    assert "blow a card" in (live.first.text_content() or "")


def test_every_card_of_the_hand_is_a_button_with_a_name(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("weathervanes")
    anna.wait_for_my_turn()
    cards = anna.page.get_by_role("region", name="Your hand").get_by_role("button")
    names = cards.locator(".hidden-label").all_inner_texts()
    assert len(names) >= 10
    assert all(name and any(suit in name for suit in ("red", "yellow", "green", "blue")) for name in names)


def test_axe_finds_nothing_serious_in_links(visit: Callable[..., Visitor]) -> None:
    anna, phone = visit("Anna"), visit("Anna", width=390, height=844, touch=True)
    anna.play_now("tradewinds")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Links").click()
    anna.page.get_by_role("button", name="Make a link that moves my seat").click()
    link = anna.page.get_by_label("Move my seat to another device").input_value()
    assert problems_in_both_themes(anna) == []
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Move my seat here").wait_for()
    assert problems_in_both_themes(phone) == []
    phone.page.get_by_role("button", name="Move my seat here").click()
    anna.page.get_by_role("heading", name="Your seat was moved to another device.").wait_for()
    assert problems_in_both_themes(anna) == []
    phone.page.get_by_role("button", name="Menu").click()
    phone.page.get_by_role("button", name="Links").click()
    phone.page.get_by_role("list", name="Links that work now").wait_for()
    assert problems_in_both_themes(phone) == []
    assert not phone.scrolls_sideways()
    small = phone.page.locator("dialog button:visible, dialog input:visible")
    sizes = [small.nth(n).bounding_box() for n in range(small.count())]
    assert all(box is not None and box["height"] >= 44 for box in sizes), sizes
