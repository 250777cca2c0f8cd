"""A deck of the host's own: offered where a table is set up, played by two people, saved, replayed and verified."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.test_access import problems
from tests.web.test_together import mover
from tests.web.visitor import MOST_MOVES, Visitor
from weatherdeck.cli import main
from weatherdeck.games import registry
from weatherdeck.table.play.decks import OfferedDecks

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


def test_two_people_play_a_deck_of_the_hosts_own(
    visit: Callable[..., Visitor],
    serve: Callable[..., str],
    tmp_path: Path,
    deck: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = serve(decks=OfferedDecks.read([deck]))
    anna, bo = visit("Anna", at=address), visit("Bo", at=address)
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
    assert main(["verify", str(saved)]) == 0
    assert TITLE in capsys.readouterr().out


def sit_down(anna: Visitor, bo: Visitor) -> None:
    """Anna sets up a table with the deck, Bo comes by her link, and both are ready."""
    anna.go(f"#/new/{GAME}")
    anna.choose("Deck", TITLE)
    anna.seat(2, "open")
    anna.page.get_by_text("For designers: change the numbers").click()  # for a short game
    for number, value in (("cards left out", "20"), ("royals that win", "2")):
        field = anna.page.get_by_role("spinbutton", name=re.compile(number, re.IGNORECASE))
        field.fill(value)
        field.blur()  # what it changes moves the button below
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


def test_a_person_uploads_a_deck_and_a_friend_sees_it_before_joining(
    visit: Callable[..., Visitor], tmp_path: Path, deck: Path
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(deck.read_text(encoding="utf-8").replace("status = 6", "status = 60"), encoding="utf-8")
    noise = tmp_path / "noise.toml"
    noise.write_bytes(b"\xff\xfe\x00")
    anna, bo = visit("Anna"), visit("Bo", width=390, height=844, touch=True)
    anna.go(f"#/new/{GAME}")
    upload = anna.page.locator("input[type=file]")
    for file, reason in ((wrong, "line 21"), (noise, "UTF-8")):
        upload.set_input_files(file)
        expect(anna.page.get_by_role("alert")).to_contain_text(file.name)
        expect(anna.page.get_by_role("alert")).to_contain_text(reason)
    anna.problems.clear()  # the browser's own line about the refused request
    upload.set_input_files(deck)
    expect(anna.page.get_by_role("img", name=NAME).first).to_be_visible()
    expect(anna.page.get_by_role("radio", name=TITLE)).to_be_checked()
    assert anna.page.get_by_role("alert").count() == 0
    assert problems(anna) == []
    anna.seat(2, "open")
    anna.page.get_by_role("button", name="Create table").click()
    bo.page.goto(anna.page.get_by_label("Invite").input_value())
    told = bo.page.get_by_role("region", name="Not as in the rulebook")
    expect(told.get_by_role("img", name=NAME).first).to_be_visible()
    expect(told).to_contain_text("uploaded this deck")
    told.get_by_text("2 differences from the deck as shipped").click()
    expect(told.get_by_role("row").filter(has_text="court A status")).to_contain_text("6")
    assert not bo.scrolls_sideways()
    assert problems(bo) == []
    bo.page.get_by_role("button", name="Sit down").click()
    for person in (anna, bo):
        person.page.get_by_role("button", name="ready").click()
    for person in (anna, bo):
        person.page.wait_for_selector("[data-status=playing]")
    for _ in range(6):
        one = mover(anna, bo)
        assert one is not None
        one.choose_something()
        one.page.wait_for_selector("[data-busy=false]")
    expect(anna.page.locator(".court").get_by_text(NAME).first).to_be_visible()
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_text("See the deck").click()
    expect(anna.page.get_by_role("dialog").get_by_role("img", name=NAME).first).to_be_visible()


def test_where_uploads_are_switched_off_and_the_host_has_no_deck_none_is_offered(
    visit: Callable[..., Visitor], serve: Callable[..., str]
) -> None:
    anna = visit("Anna", at=serve(uploads=False))
    anna.go(f"#/new/{GAME}")
    expect(anna.page.get_by_role("group", name="Seat 2", exact=True)).to_be_visible()
    assert anna.page.get_by_role("group", name="Deck").count() == 0
