"""After an upgrade: what people see of matches that were begun under older rules."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, expect

from tests.table.servers import free_port, serving_in_thread
from tests.web.newer import newer_rules
from tests.web.test_access import problems
from tests.web.test_fair import saved, verdict, verify
from tests.web.visitor import Visitor

PLAYED, RUNNING = "tradewinds", "four-seasons"
TITLE = "This match is from an older version"


@dataclass
class Upgrade:
    """A server that is replaced by one with newer rules, at the same address."""

    folder: Path
    port: int

    @contextmanager
    def before(self, **settings: Any) -> Iterator[str]:
        with serving_in_thread(self.folder / "tables.sqlite", port=self.port, **settings) as base:
            yield f"{base}/"

    @contextmanager
    def after(self, **settings: Any) -> Iterator[str]:
        with newer_rules(), self.before(**settings) as address:
            yield address

    def wait_for_archive(self, visitor: Visitor) -> None:
        """A match is archived in the background after its end."""
        with closing(sqlite3.connect(self.folder / "tables.sqlite")) as store:
            while store.execute("SELECT count(*) FROM archives").fetchone() == (0,):
                visitor.page.wait_for_timeout(50)


@pytest.fixture
def upgrade(client: Path, tmp_path: Path) -> Upgrade:
    assert client.is_dir()
    return Upgrade(tmp_path, free_port())


def listed(anna: Visitor, title: str) -> Locator:
    """A line of "My tables"."""
    anna.go("?")
    return anna.page.get_by_role("region", name="My tables").get_by_role("listitem").filter(has_text=title)


@pytest.mark.parametrize(("older", "width", "theme"), [(True, 390, "dark"), (False, 1280, "light")])
def test_a_match_in_progress_says_what_happened_and_what_can_be_done(
    browser: Browser, upgrade: Upgrade, older: bool, width: int, theme: str
) -> None:
    with upgrade.before() as address:
        anna = Visitor(browser, address, "Anna", width=width)
        anna.prefer(theme=theme)
        anna.page.clock.install()
        anna.play_now(RUNNING)
        anna.play_moves(3)
    sockets: list[WebSocket] = []
    anna.page.on("websocket", lambda found: sockets.append(found))
    with upgrade.after(older="/old/" if older else None) as address:
        page = anna.page  # it was open all the time, and comes back by itself
        expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("Nothing is lost: the match can be continued with weatherdeck")
        while not all(socket.is_closed() for socket in sockets):  # it says why, and closes then
            page.wait_for_timeout(10)
        anna.problems.clear()  # the time without a server
        del sockets[:]
        page.evaluate("window.dispatchEvent(new Event('online'))")
        page.clock.fast_forward("05:00")
        assert sockets == [], "there is nothing to wait for"
        link = page.get_by_role("link", name="Continue in the older version")
        table, _ = anna.place()
        if older:
            expect(link).to_have_attribute("href", f"/old/#/table/{table}")
        else:
            expect(page.get_by_text("ask whoever runs this server")).to_be_visible()
            expect(link).to_have_count(0)
        kept = json.loads(saved(anna, "Save what I know of this match", upgrade.folder / "kept.json").read_text())
        assert kept["table"] == table
        assert any(entry["moves"] for entry in kept["entries"])
        assert not anna.scrolls_sideways()
        assert problems(anna) == []
        page.reload()
        expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
        line = listed(anna, "4 Seasons")
        expect(line).to_contain_text("from an older version")
        line.get_by_role("link").click()
        expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    assert anna.leave() == []


def show_more(page: Page) -> None:
    """On a phone, what does not fit beside a replay is in a sheet."""
    more = page.get_by_role("button", name="Steps and more")
    if more.count():
        more.click()


@pytest.mark.parametrize(("width", "theme"), [(390, "light"), (1280, "dark")])
def test_a_finished_match_can_be_replayed_saved_and_verified(
    browser: Browser, upgrade: Upgrade, width: int, theme: str
) -> None:
    with upgrade.before() as address:
        anna = Visitor(browser, address, "Anna", width=width)
        anna.prefer(theme=theme)
        anna.play_now(PLAYED)
        anna.play_to_the_end()
        upgrade.wait_for_archive(anna)
    with upgrade.after() as address:
        page = anna.page
        expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
        anna.problems.clear()  # the time without a server
        line = listed(anna, "Tradewinds")
        expect(line).to_contain_text("from an older version")
        expect(line).to_contain_text("over")
        line.get_by_role("link").click()
        expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("You can still replay it, save it and check its shuffle.")
        expect(page.get_by_role("link", name="Replay")).to_be_visible()
        assert problems(anna) == []
        game = saved(anna, "Save the game", upgrade.folder / "game.json")
        page.get_by_role("link", name="Replay").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Tradewinds")
        page.get_by_role("button", name="End", exact=True).click()
        expect(page.get_by_text("24 of 24")).to_be_visible()
        show_more(page)
        expect(verdict(page)).to_have_attribute("data-verdict", "fair")
        assert not anna.scrolls_sideways()
        assert problems(anna) == []
        page.get_by_role("button", name="Link to this moment").click()
        shared = page.get_by_label("Link to this moment").input_value()
        receipt = saved(anna, "Save my receipt", upgrade.folder / "receipt.json")
        bo = Visitor(browser, address, "Bo", width=width)
        bo.page.goto(shared)
        expect(bo.page.get_by_text("24 of 24")).to_be_visible()
        show_more(bo.page)
        expect(verdict(bo.page)).to_have_attribute("data-verdict", "consistent")
        assert [*anna.leave(), *bo.leave()] == []
    assert verify(game, receipt) == 0
