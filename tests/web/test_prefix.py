"""Behind a path prefix, as a proxy would show it: nothing is asked from outside the prefix."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.visitor import Visitor, serving


def test_a_game_is_played_behind_a_path_prefix(browser: Browser, client: Path, tmp_path: Path) -> None:
    assert client.is_dir()
    with serving(tmp_path, "--prefix", "/cards") as address:
        assert address.endswith("/cards/")
        anna = Visitor(browser, address, "Anna")
        anna.play_now("tradewinds")
        anna.play_moves(2)
        anna.page.get_by_role("tab", name="Rules").click()
        picture = anna.page.locator("[aria-label=Rules] img").first
        picture.wait_for(state="attached")
        picture.evaluate("one => one.scrollIntoView()")  # it loads when it comes into sight
        anna.page.wait_for_function("one => one.complete && one.naturalWidth > 0", arg=picture.element_handle())
        assert anna.leave() == []
