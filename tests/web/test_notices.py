"""What the browser shows when a server is taken out of service, and when an administrator closes a table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.visitor import Visitor, serving


def admin(store: str, *words: str) -> None:
    """Run `weatherdeck admin`."""
    subprocess.run([sys.executable, "-m", "weatherdeck", "admin", *words, "--store", store], check=True)


def test_a_calm_banner_while_the_server_drains_and_a_page_when_the_table_is_closed(
    browser: Browser, client: Path, tmp_path: Path
) -> None:
    assert client.is_dir()
    store = str(tmp_path / "tables.sqlite")
    with serving(tmp_path) as address:
        anna = Visitor(browser, address, "Anna")
        anna.play_now("tradewinds")
        admin(store, "drain", "--all")
        banner = anna.page.locator("[data-notice]")
        expect(banner).to_contain_text("This server will restart soon")
        anna.play_moves(2)
        admin(store, "drain", "--all", "--off")
        expect(banner).to_have_count(0)
        table = anna.page.url.split("#/table/")[1].split("/")[0]
        admin(store, "close", table)
        expect(anna.page.get_by_text("closed this table")).to_be_visible()
        assert anna.leave() == []
