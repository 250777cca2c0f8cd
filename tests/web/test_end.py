"""After the end: the result as everyone sees it, a review beside the replay, playing on, a rematch, and links."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable

from playwright.sync_api import Error, expect

from tests.web.test_access import problems
from tests.web.test_links import seats_of
from tests.web.test_table import A_STRONG_PLAYER
from tests.web.test_together import mover
from tests.web.visitor import Visitor

SEED = 5
LAST_MOVES = 5
ARE_WE_THERE = "[data-review=done]"


def finish(*people: Visitor) -> None:
    while (one := mover(*people)) is not None:
        one.choose_something()
    for person in people:
        dialog = person.page.get_by_role("dialog", name="The game is over")
        result = person.page.get_by_role("button", name="Result")
        expect(dialog.or_(result).first).to_be_visible()
        while not dialog.is_visible():  # still to come, or closed again by the Escape key of one who chose nothing
            with contextlib.suppress(Error):  # it came meanwhile, and lies over the button
                result.click(timeout=1000)


def link_of(person: Visitor, label: str) -> str:
    """The link that a button copies."""
    person.page.get_by_role("button", name=label).click()
    return person.page.get_by_label(label).input_value()


def test_two_people_see_the_result_look_back_share_it_and_play_again(visit: Callable[..., Visitor]) -> None:
    anna, bo, cleo = visit("Anna"), visit("Bo"), visit("Cleo")
    short = {"rounds": 2}
    made = anna.make_table("weathervanes", others=[{"kind": "open"}], seed=SEED, last_moves=LAST_MOVES, options=short)
    anna.go(f"#/table/{made['table']}/{made['token']}")
    bo.go(f"#/join/{made['table']}/{made['invite']}")
    bo.page.get_by_role("button", name="Sit down").click()
    for person in (anna, bo):
        person.page.get_by_role("button", name="I am ready").click()
    for person in (anna, bo):
        person.page.wait_for_selector("[data-status=playing], [data-status=over]")
    finish(anna, bo)

    # Both see the same places, best first, each with their own row marked.
    told = []
    for person in (anna, bo):
        result = person.page.get_by_role("dialog", name="The game is over")
        rows = result.get_by_role("region", name="Result").get_by_role("listitem")
        expect(rows).to_have_count(4)
        places = [int(row.get_attribute("data-place") or 0) for row in rows.all()]
        scores = [int(row.locator(".score").inner_text()) for row in rows.all()]
        assert places == sorted(places)
        assert scores[1:] == sorted(scores[1:], reverse=True)
        gains = [sum(map(number, row.locator(".gains b").all_inner_texts())) for row in rows.all()]
        assert gains == scores
        expect(result.locator("li.me")).to_contain_text("You")
        expect(result.get_by_role("img", name="Points of each player after each round")).to_be_visible()
        told.append((places, scores))
    assert told[0] == told[1]

    # What a strong player found is on the same page, once it is known.
    anna.page.locator(f"ul{ARE_WE_THERE}").wait_for(timeout=A_STRONG_PLAYER)
    assert [card.get_attribute("data-moment") for card in anna.page.locator("[data-moment]").all()] == [
        "best",
        "costliest",
        "turning",
        "close",
    ]
    assert problems(anna) == []

    # A link to the game shows it, and gives no seat.
    link = link_of(anna, "Copy link to this game")
    assert seats_of(anna)[0] not in link
    cleo.page.goto(link)
    expect(cleo.page.locator("[data-looking=replay]")).to_be_visible()
    assert seats_of(cleo) == []
    assert cleo.page.get_by_role("button", name="Play again").count() == 0

    look_back(anna)

    # Another match: the other person sees that it was asked for.
    anna.go(f"#/table/{made['table']}")
    anna.page.get_by_role("button", name="Play again").click()
    expect(bo.page.locator("[data-rematch]")).to_contain_text("Anna")
    bo.page.get_by_role("button", name="Play again").click()
    for person in (anna, bo):
        expect(person.page.get_by_role("dialog", name="The game is over")).to_have_count(0)


def number(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


def look_back(anna: Visitor) -> None:
    """The review beside the replay, by mouse and by keyboard."""
    page = anna.page
    page.get_by_role("link", name="Look back at my decisions").click()
    page.locator(f"main{ARE_WE_THERE}").wait_for(timeout=A_STRONG_PLAYER)
    rows = page.locator("[data-decision]")
    before = rows.count()
    assert before > 3
    expect(page.get_by_role("heading", name=f"{before} decisions")).to_be_visible()
    expect(page.get_by_role("img", name="your chance to win")).to_be_visible()
    expect(page.locator("[data-aims*=played]")).to_be_attached()

    page.get_by_label("Order").select_option("By cost")
    rows.first.click()  # the costliest: both moves are on the table
    expect(rows.first).to_have_attribute("aria-current", "step")
    expect(page.locator("[data-aims*=better]")).to_be_attached()
    expect(page.get_by_role("heading", name="Better:")).to_be_visible()
    page.get_by_label("Order").select_option("In order")

    rows.first.click()
    page.locator("h1").click()  # the keyboard is for the page, not for the list
    page.keyboard.press("ArrowRight")
    expect(rows.nth(1)).to_have_attribute("aria-current", "step")
    assert rows.count() == before, "the review is kept while steps are opened"
    page.get_by_role("button", name="All hands").click()
    expect(page.get_by_role("button", name="All hands")).to_have_attribute("aria-pressed", "true")
    for theme in ("light", "dark"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        assert problems(anna) == [], theme

    # Reloading leads back to the same moment.
    step = rows.nth(1).get_attribute("data-decision")
    assert page.url.endswith(f"/{step}")
    page.reload()
    expect(page.locator(f'[data-decision="{step}"]')).to_have_attribute("aria-current", "step", timeout=A_STRONG_PLAYER)

    # Playing on: a table of its own, at the position before this decision.
    there = page.url
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("[data-status=playing]")
    expect(page.locator(f'[data-version="{int(step or 0) - 1}"]')).to_be_attached()
    assert anna.wait_for_my_turn()
    expect(page.locator("[data-practice]").first).to_be_visible()
    page.goto(there)
    page.locator("[data-looking=review]").wait_for()


def test_looking_back_by_touch_on_a_phone(visit: Callable[..., Visitor]) -> None:
    anna = visit(width=390, height=844, touch=True)
    anna.sit_down("tradewinds", seed=SEED, last_moves=LAST_MOVES)
    finish(anna)
    page = anna.page
    dialog = page.get_by_role("dialog", name="The game is over")
    expect(dialog.get_by_role("heading", level=1)).to_have_text(re.compile("Everyone (wins|loses) with"))
    assert not anna.scrolls_sideways()
    page.get_by_role("link", name="Look back at my decisions").tap()
    page.locator(f"main{ARE_WE_THERE}").wait_for(timeout=A_STRONG_PLAYER)
    page.get_by_role("button", name="Why, and all decisions").tap()
    rows = page.locator("[data-decision]")
    expect(page.get_by_role("img", name="your expected points")).to_be_visible()
    rows.first.tap()  # the sheet closes, so that the table can be seen
    expect(rows).to_have_count(0)
    expect(page.locator("[data-aims*=played]")).to_be_attached()
    first = page.url
    page.get_by_role("button", name="Later").tap()
    expect(page).not_to_have_url(first)
    page.get_by_role("button", name="Earlier").tap()
    expect(page).to_have_url(first)
    assert problems(anna) == []
    assert not anna.scrolls_sideways()
    page.get_by_role("link", name="Close").tap()
    page.wait_for_selector("[data-status=over]")
