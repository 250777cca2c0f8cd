"""From the invitation to the rematch, with real browsers: what a guest is told, what all agree on, who is asked."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.test_access import problems
from tests.web.test_together import mover, sit_down
from tests.web.visitor import Visitor

SHEET = "navigator.share = async (what) => { window.shared = what }"
"""A phone's share sheet, which takes what it is given."""


def set_up(anna: Visitor, game: str, *open_seats: int) -> str:
    """Anna makes a table with open seats; the invitation that the lobby shows."""
    anna.go(f"#/new/{game}")
    for seat in open_seats:
        anna.seat(seat, "open")
    anna.page.get_by_role("button", name="Create table").click()
    return anna.page.get_by_label("Invite someone to an open seat").input_value()


def test_an_invitation_says_everything_before_one_sits_down(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("<b>Anna</b>"), visit("Bo")
    anna.go("#/new/weathervanes")
    for seat in (2, 4):
        anna.seat(seat, "open")
    anna.seat(3, "expert")
    anna.choose("Time limit", "10 minutes each, plus 5 seconds per move")
    anna.page.get_by_label("The final tableau counts negative").check()
    anna.page.get_by_role("button", name="Create table").click()
    link = anna.page.get_by_label("Invite someone to an open seat").input_value()
    bo.page.goto(link)
    expect(bo.page.get_by_role("heading", name="<b>Anna</b> invites you")).to_be_visible()
    for fact in (
        "4 players",
        "10 minutes each, plus 5 seconds per move",
        "taking back: ask",
        "hints, if everyone agrees",
        "the final tableau counts negative",
        "bot, expert",
        "is here",
    ):
        expect(bo.page.get_by_text(fact).first).to_be_visible()
    expect(bo.page.get_by_role("link", name="Read the rules")).to_have_attribute("href", "#/rules/weathervanes")
    expect(bo.page.get_by_role("img", name="QR code")).to_be_visible()
    assert problems(bo) == []
    bo.page.get_by_role("radio", name="Seat 4").check()
    bo.page.get_by_label("I agree to hints").check()
    bo.page.get_by_role("button", name="Sit down").click()
    bo.page.wait_for_selector("[data-status=waiting]")
    seats = anna.page.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(seats.nth(3)).to_contain_text("Bo")
    expect(seats.nth(1)).to_contain_text("open seat")
    expect(anna.page.get_by_text("Everyone has agreed to hints.")).to_be_visible()
    assert problems(anna) == []


def test_a_seat_that_somebody_else_takes_is_seen_to_be_taken(visit: Callable[..., Visitor]) -> None:
    anna, bo, cleo = visit("Anna"), visit("Bo"), visit("Cleo")
    link = set_up(anna, "tweedy-tricksters", 2, 3)
    for guest in (bo, cleo):
        guest.page.goto(link)
        guest.page.get_by_role("radio", name="Seat 3").check()
    bo.page.get_by_role("button", name="Sit down").click()
    bo.page.wait_for_selector("[data-status=waiting]")
    expect(cleo.page.get_by_text("Bo", exact=True)).to_be_visible()  # the page looks again by itself
    expect(cleo.page.get_by_role("radio", name="Seat 2")).to_be_checked()
    cleo.page.get_by_role("button", name="Sit down").click()
    cleo.page.wait_for_selector("[data-status=waiting]")
    late = visit("Dora")
    late.page.goto(link)
    expect(late.page.get_by_text("All seats are taken.")).to_be_visible()
    assert late.page.get_by_role("button", name="Sit down").count() == 0
    late.page.get_by_role("button", name="Only watch").click()
    late.page.wait_for_selector("[data-status=waiting]")
    assert link.rpartition("/")[2] not in late.page.url, "a spectator's address does not seat anybody"


def test_people_talk_in_the_lobby_and_share_the_link_from_a_phone(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna", width=390, height=844, touch=True), visit("Bo")
    anna.context.add_init_script(SHEET)
    link = set_up(anna, "winter-court", 2)
    anna.page.get_by_role("button", name="Send it").click()
    shared = anna.page.evaluate("window.shared")
    assert shared["url"] == link
    assert "Winter Court" in shared["text"]
    token = anna.place()[1]
    assert token not in json.dumps(shared)
    assert token not in anna.page.content()
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Sit down").click()
    for person, said in ((anna, "Hello, Bo!"), (bo, "Hello, Anna!")):
        person.page.get_by_label("Message to the table").fill(said)
        person.page.get_by_role("button", name="Send", exact=True).click()
    for person in (anna, bo):
        expect(person.page.get_by_text("Hello, Bo!")).to_be_visible()
        expect(person.page.get_by_text("Hello, Anna!")).to_be_visible()


# ---------------------------------------------------------------- the address on the network


def test_a_link_that_only_this_computer_opens_says_so(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    assert "127.0.0.1" in set_up(anna, "winter-court", 2)
    expect(anna.page.get_by_role("note")).to_contain_text("weatherdeck serve --host 0.0.0.0")


def test_the_address_on_the_network_is_offered_instead(
    visit: Callable[..., Visitor], serve: Callable[..., str]
) -> None:
    address = serve(addresses=("http://192.168.1.20:8712/",))
    anna = visit("Anna", at=address)
    set_up(anna, "winter-court", 2)
    field = anna.page.get_by_label("Invite someone to an open seat")
    expect(anna.page.get_by_role("radio", name="On my network (192.168.1.20:8712)")).to_be_checked()
    assert field.input_value().startswith("http://192.168.1.20:8712/#/join/")
    anna.choose("Who should open it", "This computer only")
    expect(anna.page.get_by_text("Only this computer can open this link")).to_be_visible()
    assert field.input_value().startswith(address)


# ---------------------------------------------------------------- at the table


def choose_once(person: Visitor) -> None:
    """One whole decision."""
    before = person.version
    while person.version == before:
        person.wait_for_my_turn()
        person.choose_something()
        person.page.wait_for_selector("[data-busy=false]")


def test_taking_back_asks_the_other_person_and_says_so(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    link = set_up(anna, "tweedy-tricksters", 2)
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Sit down").click()
    for person in (anna, bo):
        person.page.get_by_role("button", name="I am ready").click()
    for person in (anna, bo):
        person.page.wait_for_selector("[data-status=playing]")
    one = mover(anna, bo)  # in the draft nothing is hidden, so everything can be taken back
    assert one is not None
    other = bo if one is anna else anna
    choose_once(one)
    for answer in ("Decline", "Agree"):
        one.page.get_by_role("button", name="Take back").click()
        expect(one.page.get_by_text(f"Waiting for {other.name}.")).to_be_visible()
        question = other.page.get_by_role("alertdialog")
        expect(question).to_contain_text(f"{one.name} asks to take back")
        question.get_by_role("button", name=answer).click()
        if answer == "Decline":
            expect(one.page.get_by_text(f"{other.name} declined your undo.").first).to_be_visible()
    assert one.wait_for_my_turn()
    expect(one.page.locator("[data-undo-asked]")).to_have_count(0)


def test_between_people_there_are_hints_only_once_both_have_agreed(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit)
    for person in (anna, bo):
        assert hint(person.page).count() == 0
    bo.page.get_by_role("button", name="Menu").click()
    bo.page.get_by_label("I agree to hints for everyone").check()
    expect(bo.page.get_by_text("Everyone has agreed to hints.")).to_be_visible()
    bo.page.keyboard.press("Escape")
    for person in (anna, bo):
        expect(hint(person.page)).to_be_visible()


def hint(page: Page) -> Locator:
    return page.get_by_role("button", name="Hint")


def test_a_rematch_is_seen_by_the_other_and_needs_nobody_to_be_ready_again(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit, "tradewinds")
    for person in (anna, bo):  # bots finish the game quickly
        person.resign()
    for person in (anna, bo):
        expect(person.page.get_by_role("dialog", name="The game is over")).to_be_visible()
    anna.page.get_by_role("button", name="Play again").click()
    expect(bo.page.get_by_text("Anna wants to play again.")).to_be_visible()
    expect(anna.page.get_by_text("Waiting for Bo.")).to_be_visible()
    anna.page.reload()  # it is remembered
    bo.page.get_by_role("button", name="Play again").click()
    for person in (anna, bo):
        person.page.wait_for_selector("[data-status=playing]")


def test_my_tables_say_whose_turn_it_is(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit)
    one = mover(anna, bo)
    assert one is not None
    other = bo if one is anna else anna
    one.go("#/tables")
    expect(one.page.get_by_role("heading", name="My tables")).to_have_text("One table waits for you")
    expect(one.page.get_by_role("listitem")).to_contain_text(["Your turn:"])
    expect(one.page.get_by_role("link", name="Play: Winter Court")).to_be_visible()
    other.go("#/tables")
    expect(other.page.get_by_role("heading", name="Others to move")).to_be_visible()
    expect(other.page.get_by_role("listitem")).to_contain_text([f"{one.name} is thinking"])
    assert problems(other) == []
    one.page.get_by_role("link", name="Play: Winter Court").click()
    assert one.wait_for_my_turn()
