"""The numbers of the rulebook, where a table is set up: designers change them, and everyone sees it before they join.

A copy of the example stands for a game with parameters, so that this page knows no number of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import sixth
from tests.web.test_access import problems
from tests.web.visitor import Visitor, serving

GAME = "short_hands"
REASON = "hands of 2 cards are too small for 4 players (HC-3)"
PARAMETERS = """options=(
        Option("cards", "cards in a hand (HC-3)", "number", 5, low=1, high=5, is_parameter=True),
        Option("pace", "how long a turn takes", "number", 1, low=1, high=9, is_parameter=True),
        Option("""
UNPLAYABLE = f"""    package=sys.modules[__name__],
    unplayable=lambda s: "{REASON}" if s.cards < s.players - 1 else None,
"""
CHANGES = {
    "__init__.py": (
        ("options=(Option(", PARAMETERS),
        ('title="High Card"', 'title="Short Hands"'),
        ("    package=sys.modules[__name__],\n", UNPLAYABLE),
    ),
    "rules.py": (
        ("    free_play: int", '    cards: int = field("i1")\n    pace: int = field("i1")\n    free_play: int'),
        ("some_of(left, HAND, rng)", "some_of(left, s.cards, rng)"),
        ("s.hand_size[seat] = HAND", "s.hand_size[seat] = s.cards"),
        ("note(DEALT, s.to_move, HAND,", "note(DEALT, s.to_move, s.cards,"),
    ),
    "words.py": (("of {rules.HAND}", "of {s.cards}"),),
    "view.py": (("rules.HAND * s.players", "s.cards * s.players"),),
}


@pytest.fixture(scope="module")
def elsewhere(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on which a game with parameters is installed."""
    assert client.is_dir()
    installed = tmp_path_factory.mktemp("installed")
    sixth.build(installed, GAME, CHANGES)
    sixth.install(installed, GAME)
    with serving(tmp_path_factory.mktemp("numbers"), installed=installed) as address:
        yield address


def numbers(page: Page) -> None:
    """Unfold the section."""
    page.get_by_text("For designers: change the numbers").click()


def test_changed_numbers_are_refused_with_a_reason_then_shown_before_anyone_joins_and_played(
    browser: Browser, elsewhere: str
) -> None:
    anna, bo = Visitor(browser, elsewhere, "Anna"), Visitor(browser, elsewhere, "Bo", width=390, height=844)
    page = anna.page
    anna.go(f"#/new/{GAME}")
    field = page.get_by_role("spinbutton", name="Cards in a hand")
    expect(field).to_be_hidden()
    numbers(page)
    expect(field).to_have_value("5")
    expect(page.get_by_text("1 to 5 · rulebook: 5")).to_be_visible()
    assert page.get_by_role("button", name="Back to the rulebook").count() == 0
    anna.seat(2, "open")
    field.fill("99")
    field.blur()
    expect(field).to_have_value("5")
    field.fill("2")
    page.get_by_role("spinbutton", name="How long a turn takes").fill("3")
    page.get_by_label("Your name").fill("Anna B.")
    expect(page.get_by_text("2 numbers changed")).to_be_visible()
    page.get_by_role("button", name="Back to the rulebook: How long").click()
    expect(page.get_by_role("spinbutton", name="How long a turn takes")).to_have_value("1")
    assert problems(anna) == []

    page.get_by_role("button", name="Create table").click()
    section = page.locator("[data-section=numbers]")
    expect(section.get_by_role("alert")).to_contain_text(REASON)
    expect(section.get_by_role("alert")).to_be_in_viewport()
    expect(field).to_have_value("2")
    expect(page.get_by_label("Your name")).to_have_value("Anna B.")
    anna.problems.clear()  # the browser's own line about the refused request

    field.fill("3")
    page.get_by_role("button", name="Create table").click()
    agreed = "cards in a hand: 3 (rulebook: 5)"
    expect(page.get_by_text(agreed)).to_be_visible()
    bo.page.goto(page.get_by_label("Invite").input_value())
    expect(bo.page.get_by_text(agreed)).to_be_visible()
    assert bo.page.get_by_text("how long a turn takes").count() == 0
    assert not bo.scrolls_sideways()
    bo.page.get_by_role("button", name="Sit down").click()
    for person in (anna, bo):
        person.page.get_by_role("button", name="ready").click()
    anna.page.wait_for_selector("[data-status=playing]")
    expect(page.get_by_text("of 3")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_text(agreed)).to_be_visible()
    assert [problem for person in (anna, bo) for problem in person.leave()] == []
