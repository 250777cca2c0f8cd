"""The lesson of each game, to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.visitor import GAMES, Visitor

MOST_STEPS = 120


def follow(reader: Visitor) -> None:
    """Do what the coach says, to the end of the lesson."""
    coach = reader.page.locator("[data-lesson]")
    for _ in range(MOST_STEPS):
        kind = coach.get_attribute("data-lesson")
        if kind == "done":
            return
        if kind == "told":
            reader.page.get_by_role("button", name="Continue").click()
            continue
        reader.page.wait_for_selector("[data-busy=false] .thing.hinted, [data-lesson=done]")
        marked = reader.page.locator(".thing.hinted:not(.picked)")
        if marked.count():
            marked.first.click()
            reader.page.wait_for_selector("[data-busy=false]")
    raise AssertionError(f"the lesson does not end: {coach.inner_text()}")


@pytest.mark.parametrize("game", GAMES)
def test_a_reader_who_follows_the_lesson_comes_to_its_end(game: str, visit: Callable[..., Visitor]) -> None:
    reader = visit("Anna")
    reader.go(f"#/learn/{game}")
    follow(reader)
    expect(reader.page.get_by_role("button", name="Play a real game")).to_be_visible()
