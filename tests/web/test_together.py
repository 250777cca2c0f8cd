"""Several people at one table, each with a browser of their own."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import PATIENCE, READY, Visitor

PAUSE = 50
"""Milliseconds between two looks at the tables."""


def sit_down(visit: Callable[..., Visitor], game: str = "winter-court") -> tuple[Visitor, Visitor]:
    """Anna makes a table with an open seat, Bo comes by her link, and both are ready."""
    anna, bo = visit("Anna"), visit("Bo")
    anna.go(f"#/new/{game}")
    anna.seat(2, "open")
    anna.page.get_by_role("button", name="Create table").click()
    link = anna.page.get_by_label("Invite someone to an open seat").input_value()
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Sit down").click()
    for person in (anna, bo):
        person.page.get_by_role("button", name="I am ready").click()
    for person in (anna, bo):
        person.page.wait_for_selector("[data-status=playing]")
    return anna, bo


def mover(*people: Visitor) -> Visitor | None:
    """Whose turn it is; None when the game is over."""
    for _ in range(PATIENCE // PAUSE):
        for person in people:
            is_ready = person.page.locator(READY).count() > 0
            if person.is_over:
                return None
            if is_ready:
                return person
        people[0].page.wait_for_timeout(PAUSE)
    raise AssertionError("it is nobody's turn")


def test_two_browsers_at_one_table_see_each_others_moves(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit)
    for _ in range(6):
        one = mover(anna, bo)
        assert one is not None
        other = bo if one is anna else anna
        before = one.version
        while one.version == before:
            one.wait_for_my_turn()
            one.choose_something()
            one.page.wait_for_selector("[data-busy=false]")
        expect(other.page.locator(f'[data-version="{one.version}"]')).to_be_attached()
    told = [
        person.page.get_by_role("region", name="Log").get_by_role("listitem").all_inner_texts() for person in (anna, bo)
    ]
    assert told[0]
    assert len(told[0]) == len(told[1])


def test_others_see_what_is_played_and_not_what_is_chosen(visit: Callable[..., Visitor]) -> None:
    """Anna plays by touch on a phone, Bo watches her from his own browser."""
    anna, bo = visit("Anna", width=390, height=844, touch=True), visit("Bo")
    anna.prefer(confirm=True)
    bo.page.goto(anna.invite("winter-court"))
    bo.page.get_by_role("button", name="Sit down").click()
    for person in (anna, bo):
        person.page.get_by_role("button", name="I am ready").click()
    for person in (anna, bo):
        person.page.wait_for_selector("[data-status=playing]")
    while mover(anna, bo) is bo:
        bo.choose_something()
    seen, version = bo.page.locator("#table").inner_text(), bo.version
    anna.page.locator(".hand .thing.open").first.tap()
    anna.random.choice(anna.uncovered(anna.page.locator(".court .thing.open"))).tap()
    main = anna.page.locator("[data-confirm]")
    expect(main).to_be_enabled()
    assert (bo.version, bo.page.locator("#table").inner_text()) == (version, seen)
    while anna.version == version:
        main.or_(anna.open_things().last).first.tap()
        anna.page.wait_for_selector("[data-busy=false]")
    expect(bo.page.locator(f'[data-version="{version}"]')).to_have_count(0)
    assert anna.version >= bo.version > version


def test_a_reload_in_the_middle_loses_nothing(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.play_now("weathervanes")
    anna.play_moves(9)
    anna.wait_for_my_turn()
    log = anna.page.get_by_role("region", name="Log").get_by_role("listitem")
    before = (anna.version, anna.prompt, log.all_inner_texts())
    anna.page.reload()
    anna.wait_for_my_turn()
    assert (anna.version, anna.prompt, log.all_inner_texts()) == before
    anna.play_moves(3)
    assert anna.version > before[0]


def test_a_spectator_sees_the_game_and_no_hand(visit: Callable[..., Visitor]) -> None:
    anna, _ = sit_down(visit)
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Links").click()
    link = anna.page.get_by_label("Let someone watch").input_value()
    cleo = visit("Cleo")
    cleo.page.goto(link)
    expect(cleo.page.get_by_text("You are watching.")).to_be_visible()
    assert cleo.page.locator(".hand").count() == 0
    assert cleo.open_things().count() == 0


def test_what_is_said_is_read_by_the_others(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit)
    for person in (anna, bo):
        person.page.get_by_role("tab", name="Chat").click()
    anna.page.get_by_label("Message to the table").fill("Hello, Bo!")
    anna.page.get_by_role("button", name="Send").click()
    expect(bo.page.get_by_text("Hello, Bo!")).to_be_visible()
    bo.page.get_by_role("button", name="Well played").click()
    expect(anna.page.get_by_role("status").filter(has_text="Well played")).to_be_visible()


def test_a_bot_takes_the_seat_of_whoever_wishes_and_gives_it_back(visit: Callable[..., Visitor]) -> None:
    anna, bo = sit_down(visit)
    anna.resign()
    expect(bo.page.get_by_text("bot playing (club)")).to_be_visible()
    anna.page.get_by_role("button", name="Take my seat back").click()
    expect(bo.page.get_by_text("bot playing (club)")).to_have_count(0)


def test_a_broken_connection_comes_back_by_itself(visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna")
    anna.play_now("tradewinds")
    anna.wait_for_my_turn()
    anna.context.set_offline(True)
    anna.page.evaluate("window.dispatchEvent(new Event('offline'))")
    anna.context.set_offline(False)
    anna.play_moves(2)
    assert anna.version > 0
