"""Players always know what happens: the banner, the motion, the log and its history, and a connection that is lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect

from tests.table.proxies import Proxy
from tests.web.visitor import GAMES, PATIENCE, Visitor

WATCHED = """
window.seen = { banners: [], gains: [], rings: [], swept: [] }
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, timing) {
  const spot = this.dataset?.spot
  const last = frames.at(-1)
  if (spot && last.filter) window.seen.rings.push(spot)
  if (spot && last.opacity === 0) window.seen.swept.push(spot)
  return animate.call(this, frames, timing)
}
new MutationObserver(() => {
  const banner = document.querySelector('[data-banner]')?.innerText
  if (banner && banner !== window.seen.banners.at(-1)) window.seen.banners.push(banner)
  const gain = document.querySelector('.rising-gain')?.textContent
  if (gain) window.seen.gains.push(gain)
}).observe(document, { subtree: true, childList: true, characterData: true })
"""
"""Keeps what is seen only for a moment."""
BOTS = ("Alberta", "Bernie", "Cecil", "Donna")


@pytest.mark.parametrize("game", GAMES)
def test_what_others_do_is_told_and_shown_while_it_happens(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.prefer(pace="quick")
    anna.page.emulate_media(reduced_motion="no-preference")
    anna.context.add_init_script(WATCHED)
    anna.sit_down(game, seed=3)
    for _ in range(40):
        assert anna.wait_for_my_turn()
        seen = anna.page.evaluate("window.seen")
        told = [banner for banner in seen["banners"] if banner.startswith(BOTS)]
        if told and (seen["gains"] or (seen["rings"] and seen["swept"])):
            break
        anna.choose_something()
    assert told, seen["banners"]
    assert seen["gains"] or (seen["rings"] and seen["swept"]), seen
    assert "Your turn" in anna.prompt
    assert all(spot.startswith("played:") for spot in seen["rings"])


def test_the_log_and_the_history_can_be_read_and_lead_back(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.sit_down("four-seasons", seed=3)
    anna.play_moves(12)
    anna.wait_for_my_turn()
    log = anna.page.get_by_role("region", name="Log")
    expect(log.get_by_role("heading", name="Trick 1", exact=True)).to_be_visible()
    rows = log.get_by_role("listitem").all_inner_texts()
    assert all(row.strip() for row in rows), "no blank rows"
    assert any(row.startswith("You") for row in rows)
    anna.page.get_by_role("tab", name="Moves").click()
    moves = anna.page.get_by_role("region", name="Moves").get_by_role("button")
    assert moves.count() > 4
    moves.first.click()
    expect(anna.page.locator("[data-banner=past]")).to_contain_text("Looking back")
    anna.page.get_by_role("button", name="Back to the game").click()
    expect(anna.page.locator("[data-banner=turn]")).to_be_visible()
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="What can I play?").click()
    version = anna.version
    sheet = anna.page.get_by_role("dialog", name="What can I play?")
    sheet.locator("[data-move]").first.click()
    expect(sheet).to_have_count(0)
    expect(anna.page.locator(f'[data-version="{version}"]')).to_have_count(0)


# ---------------------------------------------------------------- a lost connection
@contextmanager
def between(target: str) -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
    """A network in front of a server: its address, and what makes it swallow everything and deliver again.

    It has a loop of its own: the browser's loop is not for others.
    """
    loop, proxy = asyncio.new_event_loop(), Proxy(target.rstrip("/"))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    asyncio.run_coroutine_threadsafe(proxy.start(), loop).result(10)
    try:
        yield (
            f"{proxy.address}/",
            lambda: asyncio.run_coroutine_threadsafe(_call(proxy.be_silent), loop).result(10),
            lambda: asyncio.run_coroutine_threadsafe(_call(proxy.speak), loop).result(10),
        )
    finally:
        asyncio.run_coroutine_threadsafe(_end(proxy), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _call(action: Callable[[], None]) -> None:
    action()


async def _end(proxy: Proxy) -> None:
    proxy.speak()
    await proxy.close()


def test_a_network_that_swallows_everything_shows_and_so_does_its_return(browser: Browser, address: str) -> None:
    with between(address) as (through, swallow, deliver):
        anna = Visitor(browser, through, "Anna")
        anna.sit_down("tradewinds", seed=2)
        anna.wait_for_my_turn()
        swallow()
        expect(anna.page.locator("[data-banner=lost]")).to_contain_text("Connection lost", timeout=PATIENCE)
        deliver()
        expect(anna.page.locator("[data-banner=turn]")).to_be_visible(timeout=PATIENCE)
        version = anna.version
        anna.choose_something()
        expect(anna.page.locator(f'[data-version="{version}"]')).to_have_count(0)
        anna.leave()
