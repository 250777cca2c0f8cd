"""Behind a path prefix, as a proxy would show it: nothing is asked from outside the prefix."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.visitor import Visitor


def test_a_game_is_played_behind_a_path_prefix(visit: Callable[..., Visitor], serve: Callable[..., str]) -> None:
    address = serve(prefix="/cards")
    assert address.endswith("/cards/")
    anna = visit("Anna", at=address)
    anna.play_now("tradewinds")
    anna.play_moves(2)
    anna.page.get_by_role("tab", name="Rules").click()
    picture = anna.page.locator("[aria-label=Rules] img").first
    picture.wait_for(state="attached")
    picture.evaluate("one => one.scrollIntoView()")  # it loads when it comes into sight
    anna.page.wait_for_function("one => one.complete && one.naturalWidth > 0", arg=picture.element_handle())
