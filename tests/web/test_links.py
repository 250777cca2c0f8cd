"""Links: whatever can be copied from a page only lets others watch; seats move by links of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.visitor import Visitor

CHANGES = (
    ("#/watch/", "#/table/"),
    ("#/watch/", "#/replay/"),
    ("#/watch/", "#/join/"),
    ("#/watch/", "#/move/"),
    ("#/replay/", "#/table/"),
)
"""What somebody may try with a link to a replay."""


def seats_of(visitor: Visitor) -> list[str]:
    """The tokens of the seats that a browser remembers."""
    kept: list[dict[str, Any]] = json.loads(visitor.page.evaluate("localStorage.getItem('weatherdeck:tables')") or "[]")
    return [one["token"] for one in kept if one["kind"] == "table"]


def shown(visitor: Visitor) -> str:
    """Everything that can be copied from a page: its address, its text, its links and its fields."""
    page = visitor.page
    fields: list[str] = page.evaluate("[...document.querySelectorAll('input, textarea')].map((one) => one.value)")
    state: str = page.evaluate("JSON.stringify(history.state)")
    return "\n".join([page.url, page.content(), page.title(), *fields, state])


def finish(visitor: Visitor, game: str = "tradewinds") -> None:
    """A whole game in a few moments: bots play it."""
    visitor.play_now(game)
    visitor.resign()
    visitor.page.wait_for_selector("[data-status=over]")


def leave_the_client(visitor: Visitor) -> None:
    """Another page of the same server, so that the client starts anew afterwards."""
    visitor.page.route("**/favicon.ico", lambda route: route.fulfill(status=204))  # browsers ask for it there
    visitor.page.goto(f"{visitor.address}api/games")


def forgive(visitor: Visitor, status: str) -> None:
    """The browser notes each refused request in its console: here they are expected."""
    visitor.problems = [one for one in visitor.problems if f"status of {status}" not in one]


def test_a_shared_replay_gives_away_no_seat(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    finish(anna)
    tokens = seats_of(anna)
    assert len(tokens) == 1
    assert tokens[0] not in shown(anna), "the table's page"
    anna.page.get_by_role("link", name="Replay").click()
    anna.page.get_by_role("button", name="Start", exact=True).click()
    assert tokens[0] not in shown(anna), "the replay"
    anna.page.get_by_role("button", name="Link to this moment").click()
    link = anna.page.get_by_label("Link to this moment").input_value()
    assert tokens[0] not in link
    bo = visit("Bo")
    for old, new in CHANGES:
        for changed in {link.replace(old, new), re.sub("/replay/.*", "", link.replace(old, new))}:
            leave_the_client(bo)
            bo.page.goto(changed)
            bo.page.wait_for_load_state("networkidle")
            for button in ("Sit down", "Move my seat here"):
                if bo.page.get_by_role("button", name=button).count():
                    bo.page.get_by_role("button", name=button).click()
                    expect(bo.page.get_by_role("alert")).to_be_visible()
            assert bo.open_things().count() == 0
            assert bo.page.get_by_role("button", name="Play again").count() == 0, changed
            assert seats_of(bo) == [], changed
    leave_the_client(bo)
    bo.page.goto(link)
    expect(bo.page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    forgive(bo, "403")


def test_the_address_of_a_seat_opens_it_here_and_helps_everybody_else(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.play_now("tradewinds")
    address = anna.page.url
    assert re.fullmatch(r".*#/table/\w+", address)
    anna.page.reload()
    anna.wait_for_my_turn()
    bo.page.goto(address)
    expect(bo.page.get_by_role("heading", name="You have no seat here")).to_be_visible()
    expect(bo.page.get_by_text("ask the host for an invitation")).to_be_visible()
    anna.go()
    anna.page.get_by_role("link", name=re.compile("Tradewinds.*Your turn")).click()
    anna.wait_for_my_turn()
    assert anna.page.url == address
    assert seats_of(anna)[0] not in shown(anna)


def test_an_old_link_to_a_seat_is_kept_here_and_leaves_the_address_at_once(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.play_now("tradewinds")
    table, token = anna.place()
    anna.page.evaluate("localStorage.removeItem('weatherdeck:tables')")
    leave_the_client(anna)
    anna.go(f"#/table/{table}/{token}")
    anna.wait_for_my_turn()
    assert token not in shown(anna)
    assert seats_of(anna) == [token]
    anna.page.go_back()
    assert anna.page.url.endswith("api/games"), "the history has no address with the token either"
    bo.go(f"#/replay/{table}/{token}/1/0/0")
    expect(bo.page.get_by_role("heading", name="This link comes from an earlier version")).to_be_visible()
    assert token not in shown(bo)
    assert seats_of(bo) == []


def test_an_old_link_from_somebody_else_does_not_replace_my_own_seat(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.play_now("tradewinds")
    table, token = anna.place()
    leave_the_client(anna)
    anna.go(f"#/table/{table}/{'x' * 32}")
    anna.wait_for_my_turn()
    assert seats_of(anna) == [token]


def open_links(visitor: Visitor) -> None:
    """The dialog about links, from the menu."""
    visitor.page.get_by_role("button", name="Menu").click()
    visitor.page.get_by_role("button", name="Links").click()
    expect(visitor.page.get_by_role("dialog", name="Links")).to_be_visible()


def test_a_seat_moves_to_another_device_and_back(visit: Callable[..., Visitor]) -> None:
    laptop, phone = visit("Anna"), visit("Anna", width=390, height=844, touch=True)
    laptop.play_now("tradewinds")
    laptop.wait_for_my_turn()
    open_links(laptop)
    laptop.page.get_by_role("button", name="Make a link that moves my seat").click()
    link = laptop.page.get_by_label("Move my seat to another device").input_value()
    assert seats_of(laptop)[0] not in shown(laptop)
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Move my seat here").click()
    phone.wait_for_my_turn()
    expect(laptop.page.get_by_role("heading", name="Your seat was moved to another device.")).to_be_visible()
    assert laptop.page.get_by_role("dialog").count() == 0
    assert seats_of(laptop) == []
    assert link not in phone.page.url
    laptop.page.reload()
    expect(laptop.page.get_by_role("heading", name="You have no seat here")).to_be_visible()
    laptop.page.goto(link)
    expect(laptop.page.get_by_text("This link was used already")).to_be_visible()
    forgive(laptop, "409")
    open_links(phone)
    phone.page.get_by_role("button", name="Make a link that moves my seat").click()
    back = phone.page.get_by_label("Move my seat to another device").input_value()
    phone.page.goto(back)
    expect(phone.page.get_by_text("This browser already has a seat at this table.")).to_be_visible()
    laptop.page.goto(back)
    laptop.page.get_by_role("button", name="Move my seat here").press("Enter")
    laptop.play_moves(1)


def test_links_are_listed_and_revoked_by_the_keyboard(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.play_now("winter-court")
    open_links(anna)
    dialog = anna.page.get_by_role("dialog", name="Links")
    link = dialog.get_by_label("Let someone watch").input_value()
    bo.page.goto(link)
    expect(bo.page.get_by_text("You are watching.")).to_be_visible()
    rows = dialog.get_by_role("list", name="Links that work now").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("made by you")
    dialog.get_by_role("button", name=re.compile("Revoke: Watch link")).press("Enter")
    expect(rows).to_have_count(1)
    expect(bo.page.get_by_role("heading", name="You can no longer see this table.")).to_be_visible()
    expect(bo.page.get_by_text("The link that you were watching with was revoked.", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Make a watch link").press("Enter")
    expect(rows).to_have_count(2)
    fresh = dialog.get_by_label("Let someone watch").input_value()
    assert fresh != link
    bo.page.goto(fresh)
    expect(bo.page.get_by_text("You are watching.")).to_be_visible()


def test_a_revoked_invitation_says_so_and_a_seated_guest_goes_straight_to_the_seat(
    visit: Callable[..., Visitor],
) -> None:
    anna, bo, cleo = visit("Anna"), visit("Bo"), visit("Cleo")
    anna.go("#/new/winter-court")
    anna.seat(2, "open")
    anna.page.get_by_role("button", name="Create table").click()
    link = anna.page.get_by_label("Invite someone to an open seat").input_value()
    assert seats_of(anna)[0] not in shown(anna), "the lobby"
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Sit down").click()
    bo.page.wait_for_selector("[data-status=waiting]")
    assert seats_of(bo)[0] not in shown(bo)
    leave_the_client(bo)
    bo.page.goto(link)
    bo.page.wait_for_selector("[data-status=waiting]")
    assert len(seats_of(bo)) == 1
    anna.page.get_by_role("button", name="Manage links").click()
    anna.page.get_by_role("button", name=re.compile("Revoke: Invitation")).click()
    expect(anna.page.get_by_role("button", name=re.compile("Revoke: Invitation"))).to_have_count(0)
    cleo.page.goto(link)
    expect(cleo.page.get_by_text("This invitation was revoked: ask for a new one")).to_be_visible()
    forgive(cleo, "403")


def test_a_lesson_shows_no_seat_and_is_not_listed(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.go("#/learn/tradewinds")
    anna.page.wait_for_selector("[data-status=playing]")
    assert seats_of(anna)[0] not in shown(anna)
    anna.go()
    expect(anna.page.get_by_text("Your tables will be listed here.")).to_be_visible()


def test_the_replay_of_a_practice_table_is_opened_from_its_seat(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.sit_down("tradewinds", seed=3)
    assert seats_of(anna)[0] not in shown(anna)
    anna.resign()
    anna.page.wait_for_selector("[data-status=over]")
    anna.page.get_by_role("link", name="Replay").click()
    anna.page.get_by_role("button", name="Start", exact=True).click()
    assert seats_of(anna)[0] not in shown(anna)


def test_a_second_tab_does_not_lose_the_seats_of_the_first(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.go()
    other = anna.context.new_page()
    other.goto(anna.address)
    anna.play_now("tradewinds")
    other.locator('[data-play="winter-court"]').click()
    other.wait_for_selector("[data-status=playing]")
    assert len(seats_of(anna)) == 2
