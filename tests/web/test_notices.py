"""What the browser shows when a server is taken out of service, and when an administrator closes a table."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import expect

from tests.web.visitor import Visitor
from weatherdeck.cli import main


def admin(store: str, *words: str) -> None:
    """Run `weatherdeck admin`. In this thread Playwright's loop runs, so it has another."""
    with ThreadPoolExecutor(1) as other:
        assert other.submit(main, ["admin", *words, "--store", store]).result() == 0


def test_a_calm_banner_while_the_server_drains_and_a_page_when_the_table_is_closed(
    visit: Callable[..., Visitor], serve: Callable[..., str], tmp_path: Path
) -> None:
    store = str(tmp_path / "tables.sqlite")
    anna = visit("Anna", at=serve(place="here"))
    anna.play_now("tradewinds")
    admin(store, "drain", "--all")
    banner = anna.page.locator("[data-notice]")
    expect(banner).to_contain_text("This server will restart soon")
    anna.play_moves(2)
    admin(store, "drain", "--all", "--off")
    expect(banner).to_have_count(0)
    table, _ = anna.place()
    admin(store, "close", table)
    expect(anna.page.get_by_text("closed this table")).to_be_visible()
