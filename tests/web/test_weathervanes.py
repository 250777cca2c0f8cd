"""Weathervanes in the browser: the corner is chosen on the enlarged card, and the table shows it as it would lie."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor

LEADING = 7
"""The seed of a deal in which the first seat has the red token, and a 23 that is blue at the top left."""


def test_the_corner_is_chosen_on_the_card_and_another_one_instead(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna", width=390, height=844, touch=True)
    anna.prefer(confirm=True)
    anna.sit_down("weathervanes", seed=LEADING)
    anna.wait_for_my_turn()
    page, version = anna.page, anna.version
    stage, main = page.locator(".stage"), page.locator("nav button.main")
    before = stage.bounding_box()
    page.locator('[data-thing="card:23"]').first.tap()
    expect(main).to_have_text("Choose its corner")
    corners = page.locator('[data-thing^="corner:"]')
    expect(corners).to_have_count(4)
    for corner in corners.all():
        box = corner.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 60
    corners.first.tap()
    expect(main).to_have_text("Lead 23, blue")
    expect(stage.get_by_role("img", name="Anna: 23, blue at the centre, winning")).to_be_visible()
    expect(stage.get_by_text("comes to you")).to_have_count(1)
    page.locator('[data-thing="corner:g"]').tap()
    expect(main).to_have_text("Lead 23, green")
    assert stage.bounding_box() == before, "the table must not jump"
    assert anna.version == version
    page.locator('[data-thing="corner:g"]').tap()
    page.wait_for_function("before => document.querySelector('[data-version]').dataset.version > before", arg=version)
