"""Fair shuffles, as people check them: in the browser, with their own receipt. Forged ones are reported.

And practice tables, which say what they are to everyone, all the time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.forger import SWAPPED
from tests.web.test_access import problems
from tests.web.visitor import Visitor, serving

GAME = "tradewinds"
"""Always 24 moves, so that a whole match of two people and two bots is short."""


@contextmanager
def two_people(browser: Browser, folder: Path, *program: str) -> Iterator[tuple[Visitor, Visitor]]:
    """Anna and Bo in front of a server of their own, honest or not."""
    with serving(folder, program=program or ("-m", "weatherdeck")) as address:
        people = Visitor(browser, address, "Anna"), Visitor(browser, address, "Bo")
        people[1].prefer(theme="dark")
        yield people
        assert [problem for person in people for problem in person.leave()] == []


def play_a_match(anna: Visitor, bo: Visitor) -> None:
    """Two people and two bots, from the invitation to the end."""
    anna.go(f"#/new/{GAME}")
    anna.seat(2, "open")
    for seat in (3, 4):
        anna.seat(seat, "novice")
    anna.page.get_by_role("button", name="Create table").click()
    bo.page.goto(anna.page.get_by_label("Invite someone to an open seat").input_value())
    bo.page.get_by_role("button", name="Sit down").click()
    play_to_the_end(anna, bo)


def play_to_the_end(*people: Visitor, is_rematch: bool = False) -> None:
    """All are ready (for a rematch by themselves), and each plays when it is their turn."""
    for person in () if is_rematch else people:
        person.page.get_by_role("button", name="I am ready").click()
    for person in people:
        person.page.wait_for_selector("[data-status=playing]")
    while not people[0].is_over:
        for person in people:
            if person.open_things().count():
                person.choose_something()
                person.page.wait_for_selector("[data-busy=false]")
        people[0].page.wait_for_timeout(20)


def verdict(page: Page) -> Locator:
    """What the browser finds when it checks the shuffle."""
    page.get_by_role("button", name="Check the shuffle").click()
    return page.locator("[data-verdict]")


def saved(person: Visitor, button: str, path: Path) -> Path:
    """A file that the page lets people save."""
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name=button).click()
    download.value.save_as(path)
    return path


def verify(game: Path, receipt: Path) -> subprocess.CompletedProcess[str]:
    """The same check on the command line."""
    command = [sys.executable, "-m", "weatherdeck", "verify", str(game), "--receipt", str(receipt)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_two_browsers_verify_the_complete_shuffle_each_with_their_own_entropy(
    browser: Browser, client: Path, tmp_path: Path
) -> None:
    assert client.is_dir()
    with two_people(browser, tmp_path) as (anna, bo):
        play_a_match(anna, bo)
        receipts = []
        for person in (anna, bo):
            found = verdict(person.page)
            expect(found).to_have_attribute("data-verdict", "fair")
            expect(found).to_contain_text("your own random number is part of it, and every card follows from it")
            found.get_by_text("What was checked").click()
            for sentence in (
                "the one that this browser saw before the first card",
                "Each of the 2 people revealed exactly what they had pledged, and no bot added anything",
                "all cards in all 25 steps follow from the seed",
                "the cards that this browser saw during the game",
            ):
                expect(found).to_contain_text(sentence)
            assert problems(person) == []
            receipts.append(saved(person, "Save my receipt", tmp_path / f"{person.name}.json"))
        game = saved(anna, "Save the game", tmp_path / "game.json")
        anna.page.reload()  # what it kept survives
        expect(verdict(anna.page)).to_have_attribute("data-verdict", "fair")
        for person in (anna, bo):
            person.page.get_by_role("button", name="Play again").click()
        play_to_the_end(anna, bo, is_rematch=True)
        for person in (anna, bo):  # the next match has a shuffle of its own
            expect(verdict(person.page)).to_have_attribute("data-verdict", "fair")
        bo.page.get_by_role("link", name="Replay").click()
        expect(verdict(bo.page)).to_have_attribute("data-verdict", "fair")
    mine, theirs = (json.loads(path.read_text(encoding="utf-8")) for path in receipts)
    assert (mine["seat"], theirs["seat"]) == (0, 1)
    assert mine["entropy"] != theirs["entropy"]
    for receipt in receipts:
        checked = verify(game, receipt)
        assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("kind", "anna_reads", "bo_reads"),
    [
        ("ground-bot", "a bot: the server can choose it", "a bot: the server can choose it"),
        ("one-too-many", "4 seats, but the record has entropy for 5", "4 seats, but the record has entropy for 5"),
        ("replaced", "Your random number was REPLACED", "The pledges are NOT the ones that this browser saw"),
    ],
)
def test_a_forged_shuffle_is_reported_to_everyone(
    browser: Browser, client: Path, tmp_path: Path, kind: str, anna_reads: str, bo_reads: str
) -> None:
    assert client.is_dir()
    with two_people(browser, tmp_path, "-m", "tests.web.forger", kind) as (anna, bo):
        play_a_match(anna, bo)
        game = saved(anna, "Save the game", tmp_path / "game.json")
        for person, sentence in ((anna, anna_reads), (bo, bo_reads)):
            found = verdict(person.page)
            expect(found).to_have_attribute("data-verdict", "forged")
            expect(found).to_contain_text("This shuffle is FORGED")
            expect(found).to_contain_text(sentence)
            assert problems(person) == []
            checked = verify(game, saved(person, "Save my receipt", tmp_path / f"{person.name}.json"))
            assert checked.returncode == 1, checked.stdout + checked.stderr
        anna.page.get_by_role("link", name="Replay").click()
        expect(verdict(anna.page)).to_contain_text(anna_reads)


def test_cards_that_were_swapped_in_the_replay_are_reported(browser: Browser, client: Path, tmp_path: Path) -> None:
    assert client.is_dir()
    with two_people(browser, tmp_path, "-m", "tests.web.forger", SWAPPED) as (anna, bo):
        play_a_match(anna, bo)
        found = verdict(anna.page)
        expect(found).to_have_attribute("data-verdict", "forged")
        expect(found).to_contain_text("Step 0: the replay shows other cards than were dealt. The seed gives Bo’s hand")


def test_a_spectator_is_told_what_only_players_can_prove(visit: Callable[..., Visitor]) -> None:
    anna, cleo = visit("Anna"), visit("Cleo")
    anna.play_now(GAME)
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Links").click()
    cleo.page.goto(anna.page.get_by_label("Let someone watch").input_value())
    anna.page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
    anna.play_to_the_end()
    found = verdict(cleo.page)
    expect(found).to_have_attribute("data-verdict", "consistent")
    expect(found).to_contain_text("Only the browser that a player was ready in has their receipt")
    expect(cleo.page.get_by_role("button", name="Save my receipt")).to_have_count(0)


# ---------------------------------------------------------------- practice tables
def practice_table(anna: Visitor) -> dict[str, str]:
    """A practice table with an open seat, and its links."""
    bots = [{"kind": "bot", "level": "novice"}] * 2
    wish = {"game": GAME, "name": "Anna", "seed": 1, "seats": [{"kind": "me"}, {"kind": "open"}, *bots]}
    answer = anna.context.request.post(
        f"{anna.address}api/tables", data=json.dumps(wish), headers={"content-type": "application/json"}
    )
    made: dict[str, str] = answer.json()
    return made


def says_so(page: Page) -> None:
    """The badge is there, once, and explains itself."""
    badge = page.locator("[data-practice]:visible").first
    expect(badge).to_have_text("Practice")
    badge.click()
    note = page.locator("[popover]:popover-open")
    expect(note).to_contain_text("Whoever created it chose its cards, and may know all of them")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)


def test_a_practice_table_says_so_to_everyone_all_the_time(visit: Callable[..., Visitor]) -> None:
    anna, bo, cleo = visit("Anna"), visit("Bo"), visit("Cleo", width=390, height=800)
    made = practice_table(anna)
    table = made["table"]
    anna.go(f"#/table/{table}/{made['token']}")
    bo.go(f"#/join/{table}/{made['invite']}")
    bo.page.get_by_role("button", name="Sit down").click()
    cleo.go(f"#/watch/{table}/{made['watch']}")
    for person in (anna, bo, cleo):
        says_so(person.page)  # in the lobby
    play_to_the_end(anna, bo)
    for person in (anna, bo, cleo):
        dialog = person.page.get_by_role("dialog", name="The game is over")
        expect(dialog.locator("[data-practice]")).to_be_visible()
        expect(dialog.get_by_role("button", name="Check the shuffle")).to_have_count(0)
        dialog.get_by_role("button", name="Look at the table").click()
        says_so(person.page)  # in the bar
        person.page.get_by_role("button", name="Result").click()
    anna.page.get_by_role("link", name="Replay").click()
    says_so(anna.page)
