"""A deck of the host's own: offered where a table is set up, played by two people, saved, replayed and verified."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.test_together import mover
from tests.web.visitor import MOST_MOVES, Visitor, serving
from weatherdeck.games import registry

GAME, TITLE, NAME = "winter-court", "night-court", "Moon Regent"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A court of one's own: one member has another name and more status."""
    game = registry.load(GAME)
    assert game.data_file is not None
    shipped = (Path(str(game.package.__path__[0])) / game.data_file).read_text(encoding="utf-8")
    changed = shipped.replace('name = "Ruler"', f'name = "{NAME}"').replace("status = 5", "status = 6")
    path = tmp_path / f"{TITLE}.toml"
    path.write_text(changed, encoding="utf-8")
    return path


@contextmanager
def hosting(browser: Browser, folder: Path, deck: Path) -> Iterator[tuple[Visitor, Visitor]]:
    """Two people in front of a server that offers the deck."""
    with serving(folder, "--data", str(deck)) as address:
        people = Visitor(browser, address, "Anna"), Visitor(browser, address, "Bo")
        yield people
        assert [problem for person in people for problem in person.leave()] == []


def test_two_people_play_a_deck_of_the_hosts_own(browser: Browser, client: Path, tmp_path: Path, deck: Path) -> None:
    assert client.is_dir()
    with hosting(browser, tmp_path, deck) as (anna, bo):
        sit_down(anna, bo)
        for person in (anna, bo):
            expect(person.page.get_by_text(f"Deck: {TITLE}")).to_be_visible()
            expect(person.page.locator(".court").get_by_text(NAME).first).to_be_visible()
        play_to_the_end(anna, bo)

        anna.page.get_by_role("button", name="Check the shuffle").click()
        expect(anna.page.locator("[data-verdict=fair]")).to_be_visible()
        with anna.page.expect_download() as download:
            anna.page.get_by_role("button", name="Save the game").click()
        saved = tmp_path / "saved.json"
        download.value.save_as(saved)

        bo.page.get_by_role("link", name="Replay").click()
        expect(bo.page.get_by_text(f"Deck: {TITLE}")).to_be_visible()
        bo.page.get_by_role("button", name="End", exact=True).click()
        expect(bo.page.locator(".court").get_by_text(NAME).first).to_be_visible()
    verified = subprocess.run(
        [sys.executable, "-m", "weatherdeck", "verify", str(saved)], capture_output=True, text=True, check=False
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert TITLE in verified.stdout


def sit_down(anna: Visitor, bo: Visitor) -> None:
    """Anna sets up a table with the deck, Bo comes by her link, and both are ready."""
    anna.go(f"#/new/{GAME}")
    anna.choose("Deck", TITLE)
    anna.seat(2, "open")
    anna.page.get_by_role("button", name="Create table").click()
    expect(anna.page.get_by_text(f"Deck: {TITLE}")).to_be_visible()
    bo.page.goto(anna.page.get_by_label("Invite").input_value())
    expect(bo.page.get_by_text(f"Deck: {TITLE}")).to_be_visible()
    bo.page.get_by_role("button", name="Sit down").click()
    for person in (anna, bo):
        person.page.get_by_role("button", name="ready").click()
    for person in (anna, bo):
        person.page.wait_for_selector("[data-status=playing]")


def play_to_the_end(anna: Visitor, bo: Visitor) -> None:
    """Both make every move themselves."""
    for _ in range(MOST_MOVES):
        one = mover(anna, bo)
        if one is None:
            break
        one.choose_something()
        one.page.wait_for_selector("[data-busy=false]")
    for person in (anna, bo):
        expect(person.page.get_by_role("dialog", name="The game is over")).to_be_visible()


def test_without_a_deck_of_the_hosts_own_none_is_offered(browser: Browser, client: Path, tmp_path: Path) -> None:
    assert client.is_dir()
    with serving(tmp_path) as address:
        anna = Visitor(browser, address, "Anna")
        anna.go(f"#/new/{GAME}")
        expect(anna.page.get_by_role("group", name="Seat 2", exact=True)).to_be_visible()
        assert anna.page.get_by_role("group", name="Deck").count() == 0
        assert anna.leave() == []
