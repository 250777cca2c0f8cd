"""For everyone: axe-core finds no serious problem on any page, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hatch_build
import pytest
from playwright.sync_api import expect

from tests.web.visitor import GAMES, Visitor

AXE = hatch_build.WEB / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


def problems(visitor: Visitor) -> list[str]:
    """What axe-core finds, where it is serious."""
    # Through the debugger, not as a script of the page: its content security policy allows only its own.
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = visitor.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "#/new/four-seasons", "#/rules/weathervanes", "#/nowhere", "#/table/abc"])
def test_axe_finds_nothing_serious_on_a_page(path: str, theme: str, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.prefer(theme=theme)
    anna.go(path)
    anna.page.wait_for_selector("h1, h2")
    anna.page.wait_for_load_state("networkidle")
    assert problems(anna) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_before_a_game(theme: str, visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    for person in (anna, bo):
        person.prefer(theme=theme)
    anna.go("#/new/winter-court")
    anna.seat(2, "open")
    anna.page.get_by_role("button", name="Create table").click()
    link = anna.page.get_by_label("Invite").input_value()
    assert problems(anna) == []
    bo.page.goto(link)
    expect(bo.page.get_by_role("heading", name="Anna invites you")).to_be_visible()
    assert problems(bo) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_at_a_table(game: str, theme: str, visit: Callable[..., Visitor]) -> None:
    anna, again = visit(), visit()
    anna.play_now(game)
    anna.play_moves(5)
    anna.wait_for_my_turn()
    again.prefer(theme=theme, confirm=True)
    table, token = anna.place()
    again.go(f"#/table/{table}/{token}")
    again.wait_for_my_turn()
    assert problems(again) == []
    for tab in again.page.get_by_role("tab").all():
        tab.click()
        assert problems(again) == [], tab.inner_text()
    again.open_things().first.click()
    again.page.wait_for_selector(".thing.picked, [data-confirm]")
    assert problems(again) == [], "with something chosen"
    again.page.set_viewport_size({"width": 390, "height": 844})
    assert problems(again) == [], "on a phone"


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_in_a_lesson(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.go(f"#/learn/{game}")
    anna.page.wait_for_selector("[data-lesson]")
    anna.page.wait_for_selector("[data-busy=false]")
    for theme in ("light", "dark"):
        anna.page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        assert problems(anna) == [], theme


def test_axe_finds_nothing_serious_after_a_game(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.play_now("tradewinds")
    anna.play_to_the_end()
    assert problems(anna) == []
    anna.page.get_by_role("link", name="Replay").click()
    anna.page.wait_for_selector("input[type=range]")
    assert problems(anna) == []


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_links(theme: str, visit: Callable[..., Visitor]) -> None:
    anna, phone = visit("Anna"), visit("Anna", width=390, height=844, touch=True)
    for device in (anna, phone):
        device.prefer(theme=theme)
    anna.play_now("tradewinds")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Links").click()
    anna.page.get_by_role("button", name="Make a link that moves my seat").click()
    link = anna.page.get_by_label("Move my seat to another device").input_value()
    assert problems(anna) == []
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Move my seat here").wait_for()
    assert problems(phone) == []
    phone.page.get_by_role("button", name="Move my seat here").click()
    anna.page.get_by_role("heading", name="Your seat was moved to another device.").wait_for()
    assert problems(anna) == []
    phone.page.get_by_role("button", name="Menu").click()
    phone.page.get_by_role("button", name="Links").click()
    phone.page.get_by_role("list", name="Links that work now").wait_for()
    assert problems(phone) == []
    assert not phone.scrolls_sideways()
    small = phone.page.locator("dialog button:visible, dialog input:visible")
    sizes = [small.nth(n).bounding_box() for n in range(small.count())]
    assert all(box is not None and box["height"] >= 44 for box in sizes), sizes
