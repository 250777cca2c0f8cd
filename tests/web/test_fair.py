"""Fair shuffles, as people check them: in the browser, with their own receipt. Forged ones are reported.

And practice tables, which say what they are to everyone, all the time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.forger import SWAPPED, forging
from tests.web.test_access import problems
from tests.web.visitor import Visitor
from weatherdeck.cli import main

GAME = "tradewinds"
"""Always 24 moves, so that a whole match of two people and two bots is short."""


FEW = {"cards_dealt": 2}
"""Options for a match of 8 moves."""


def two_people(visit: Callable[..., Visitor]) -> tuple[Visitor, Visitor]:
    """Anna in a light window, and Bo in a dark one."""
    people = visit("Anna"), visit("Bo")
    people[1].prefer(theme="dark")
    return people


def play_a_match(anna: Visitor, bo: Visitor, **wish: Any) -> None:
    """Two people and two bots, from the invitation to the end."""
    bo.page.goto(anna.invite(GAME, level="novice", **wish))
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


def verify(game: Path, receipt: Path) -> int:
    """The same check on the command line; its exit status."""
    return main(["verify", str(game), "--receipt", str(receipt)])


def test_two_browsers_verify_the_complete_shuffle_each_with_their_own_entropy(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    anna, bo = two_people(visit)
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
        assert verify(game, receipt) == 0


@pytest.mark.parametrize(
    ("kind", "anna_reads", "bo_reads"),
    [
        ("ground-bot", "a bot: the server can choose it", "a bot: the server can choose it"),
        ("one-too-many", "4 seats, but the record has entropy for 5", "4 seats, but the record has entropy for 5"),
        ("replaced", "Your random number was REPLACED", "The pledges are NOT the ones that this browser saw"),
    ],
)
def test_a_forged_shuffle_is_reported_to_everyone(
    visit: Callable[..., Visitor], tmp_path: Path, kind: str, anna_reads: str, bo_reads: str
) -> None:
    anna, bo = two_people(visit)
    with forging(kind):
        play_a_match(anna, bo, options=FEW)
        game = saved(anna, "Save the game", tmp_path / "game.json")
        for person, sentence in ((anna, anna_reads), (bo, bo_reads)):
            found = verdict(person.page)
            expect(found).to_have_attribute("data-verdict", "forged")
            expect(found).to_contain_text("This shuffle is FORGED")
            expect(found).to_contain_text(sentence)
            assert problems(person) == []
            assert verify(game, saved(person, "Save my receipt", tmp_path / f"{person.name}.json")) == 1
        anna.page.get_by_role("link", name="Replay").click()
        expect(verdict(anna.page)).to_contain_text(anna_reads)


def test_cards_that_were_swapped_in_the_replay_are_reported(visit: Callable[..., Visitor]) -> None:
    anna, bo = two_people(visit)
    with forging(SWAPPED):
        play_a_match(anna, bo, options=FEW)
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
    made = anna.make_table(GAME, others=[{"kind": "open"}], seed=1, options=FEW)
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
