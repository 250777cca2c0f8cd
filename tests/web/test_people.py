"""Hosts and their guests, each with a browser of their own: removing, muting, voting, coming back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.web.layout import flaws
from tests.web.test_access import problems
from tests.web.test_together import sit_down
from tests.web.visitor import Visitor
from weatherdeck.table.play import moderation


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to wait before they vote, or free a seat."""
    monkeypatch.setattr(moderation, "VOTE_AFTER", 0.0)
    monkeypatch.setattr(moderation, "FREE_AFTER", 0.0)


def invite(anna: Visitor, *guests: Visitor, game: str) -> None:
    """Anna makes a table with an open seat for each guest, who sit down."""
    anna.go(f"#/new/{game}")
    for number, _ in enumerate(guests, 2):
        anna.seat(number, "open")
    anna.page.get_by_role("button", name="Create table").click()
    link = anna.page.get_by_label("Invite").first.input_value()
    for guest in guests:
        guest.page.goto(link)
        guest.page.get_by_role("button", name="Sit down").click()
        expect(guest.page.get_by_role("button", name="I am ready")).to_be_visible()


def be_ready(*people: Visitor) -> None:
    for person in people:
        person.page.get_by_role("button", name="I am ready").click()
    for person in people:
        person.page.wait_for_selector("[data-status=playing]")


def open_people(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Menu").click()
    expect(visitor.page.get_by_role("list", name="People")).to_be_visible()


def close_menu(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")


def wait_for(visitor: Visitor, button: str, time: str) -> Locator:
    """A button that appears after some time, which passes at once in this browser. News may set the time back."""
    found = visitor.page.get_by_role("button", name=button)
    for _ in range(200):
        visitor.page.clock.fast_forward(time)
        if found.is_visible():
            return found
        visitor.page.wait_for_timeout(100)
    raise AssertionError(f"there is no button {button!r}")


def test_the_host_removes_somebody_before_the_game(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    invite(anna, bo, game="winter-court")
    anna.page.get_by_role("button", name="I am ready").click()
    expect(anna.page.get_by_text("Waiting until Bo is ready.")).to_be_visible()
    anna.page.get_by_role("button", name="Remove Bo from the table").click()
    anna.page.get_by_role("group", name="Remove Bo").get_by_role("button", name="Cancel").click()
    anna.page.get_by_role("button", name="Remove Bo from the table").press("Enter")
    anna.page.get_by_role("group", name="Remove Bo").get_by_role("button", name="Remove").press("Enter")
    expect(bo.page.get_by_role("paragraph").filter(has_text="you were removed")).to_be_visible()
    expect(anna.page.get_by_text("open seat", exact=True)).to_be_visible()
    anna.page.get_by_role("button", name="invitation").click()  # the old one no longer works
    bo.page.goto(anna.page.get_by_label("Invite").first.input_value())
    bo.page.get_by_role("button", name="Sit down").click()
    expect(bo.page.get_by_role("button", name="I am ready")).to_be_visible()


def test_the_host_mutes_a_player_who_reads_why(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit)
    for person in (anna, bo):
        person.page.get_by_role("tab", name="Chat").click()
    open_people(anna)
    anna.page.get_by_role("button", name="Mute for everyone: Bo").click()
    expect(bo.page.get_by_text("The host has muted you.")).to_be_visible()
    expect(bo.page.get_by_label("Message to the table")).to_have_count(0)
    anna.page.get_by_role("button", name="Unmute: Bo").click()
    expect(bo.page.get_by_label("Message to the table")).to_be_visible()


def test_one_mutes_somebody_for_oneself_and_that_lasts(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit)
    for person in (anna, bo):
        person.page.get_by_role("tab", name="Chat").click()
    bo.page.get_by_label("Message to the table").fill("blah blah")
    bo.page.get_by_role("button", name="Send").click()
    anna.page.get_by_role("button", name="Bo: mute?").click()
    anna.page.get_by_role("button", name="Mute Bo for me only").click()
    expect(anna.page.get_by_text("blah blah")).to_have_count(0)
    anna.page.reload()
    anna.page.get_by_role("tab", name="Chat").click()
    expect(anna.page.get_by_text("1 message from people whom you muted.")).to_be_visible()
    anna.page.get_by_role("button", name="Show", exact=True).click()
    expect(anna.page.get_by_text("blah blah")).to_be_visible()
    expect(bo.page.get_by_text("blah blah")).to_be_visible()


def test_the_host_hands_over_and_closes_nothing_by_accident(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit)
    open_people(anna)
    anna.page.get_by_role("button", name="Make host: Bo").click()
    anna.page.get_by_role("group", name="Make host: Bo").get_by_role("button", name="Make host").click()
    expect(anna.page.get_by_role("button", name="Close this table")).to_have_count(0)
    open_people(bo)
    bo.page.get_by_role("button", name="Close this table").click()
    bo.page.get_by_role("group", name="Close this table").get_by_role("button", name="Close this table").click()
    for person in (anna, bo):
        expect(person.page.get_by_role("paragraph").filter(has_text="closed this table")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_people_fit_a_phone_and_everyone(theme: str, visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna", width=360, height=740, touch=True), visit("Bo")
    anna.prefer(theme=theme)
    invite(anna, bo, game="winter-court")
    anna.page.get_by_role("button", name="Remove Bo from the table").click()
    assert problems(anna) == []
    assert flaws(anna) == []
    anna.page.get_by_role("button", name="Cancel").click()
    be_ready(anna, bo)
    open_people(anna)
    anna.page.get_by_role("button", name="Remove Bo from the table").click()
    assert problems(anna) == []
    assert flaws(anna) == []


@pytest.mark.usefixtures("hasty")
def test_a_ready_player_frees_the_seat_of_one_who_is_away(visit: Callable[..., Visitor]) -> None:
    anna, bo, cleo = visit("Anna"), visit("Bo"), visit("Cleo")
    bo.page.clock.install()
    invite(anna, bo, cleo, game="tweedy-tricksters")
    bo.page.get_by_role("button", name="I am ready").click()
    cleo.leave()
    wait_for(bo, "Free the seat of Cleo", "02:05").click()
    bo.page.get_by_role("group", name="Free the seat").get_by_role("button", name="Free the seat").click()
    expect(bo.page.get_by_text("open seat", exact=True)).to_be_visible()


@pytest.mark.usefixtures("hasty")
def test_the_others_vote_for_a_bot_and_the_absent_player_takes_the_seat_back(visit: Callable[..., Visitor]) -> None:
    people = [visit(name) for name in ("Anna", "Bo", "Cleo")]
    for person in people:
        person.page.clock.install()
    invite(*people, game="tweedy-tricksters")
    be_ready(*people)
    away = next(person for person in people if _is_to_move(people, person))
    link = away.page.url
    one, other = [person for person in people if person is not away]
    away.go()
    wait_for(one, "Let a bot play for them", "01:05").click()
    expect(one.page.get_by_text(f"A bot will play for {away.name} if {other.name} agrees.")).to_be_visible()
    other.page.get_by_role("alertdialog").get_by_role("button", name="Agree").click()
    expect(one.page.get_by_text("bot playing (club)").first).to_be_visible()
    away.page.goto(link)
    expect(away.page.get_by_text("While you were away, a bot played for you.")).to_be_visible()
    away.page.get_by_role("button", name="Take my seat back").click()
    expect(one.page.get_by_text("bot playing (club)")).to_have_count(0)


def _is_to_move(people: list[Visitor], person: Visitor) -> bool:
    """Whether it is this person's turn, once it is somebody's."""
    for _ in range(600):
        if person.open_things().count():
            return True
        if any(one.open_things().count() for one in people):
            return False
        person.page.wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")
