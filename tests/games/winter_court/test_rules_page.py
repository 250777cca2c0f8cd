"""The rules page of Winter Court: it says what the court says, and every clause that a refusal cites can be found."""

from __future__ import annotations

import inspect
import re

import pytest

from tests.games.winter_court.positions import GAME, position
from tests.rulebook import clauses_of, rule
from weatherdeck.games.winter_court import court, illustrations, notation, refusals, rules
from weatherdeck.games.winter_court.view import tile

PAGE = GAME.rulebook


def rows(head: str) -> list[list[str]]:
    """The rows of the table with this head, cell by cell and without emphasis."""
    lines = PAGE[PAGE.index(head) :].splitlines()[2:]
    table = lines[: next(n for n, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip().replace("*", "") for cell in line.split("|")[1:-1]] for line in table]


def section(title: str) -> str:
    return re.split(r"\n#+ ", PAGE[PAGE.index(f"# {title}\n") :], maxsplit=1)[0]


@rule("WC-2", "WC-3")
def test_the_table_of_the_court_is_the_court() -> None:
    expected = []
    for member in range(rules.MEMBERS):
        who = tile(member)
        suits = ", ".join(notation.SUIT_NAMES[notation.SUIT_LETTERS.index(suit)] for suit in who["suits"])
        power = who["power_text"] or "royal"
        expected.append([who["letter"], who["name"], suits, str(who["status"]), power])
    assert rows("| | member | suits | status | power |") == expected


@rule("WC-1", "WC-2")
def test_the_table_of_the_suits_is_the_same_court() -> None:
    expected = []
    for suit, name in enumerate(court.SUITS):
        swayed = [who.name for who in rules.COURT if suit in who.suits]
        expected.append([name, notation.SUIT_LETTERS[suit], ", ".join(swayed)])
    assert rows("| suit | in short | sways |") == expected


def test_every_clause_can_be_looked_up() -> None:
    numbered = {clause for clause in clauses_of("winter-court") if re.fullmatch(r"WC-\d+", clause)}
    found = set(re.findall(r"WC-\d+", PAGE))
    assert found == numbered
    assert set(re.findall(r"WC-\d+", inspect.getsource(refusals))) <= found


@rule("WC-10", "WC-14")
def test_rulings_are_listed_as_rulings() -> None:
    listed = set(re.findall(r"WC-\d+", section("Rulings")))
    assert {"WC-3", "WC-8", "WC-10", "WC-14", "WC-16", "WC-17", "WC-18"} <= listed


@rule("WC-15", "WC-17")
def test_the_page_does_not_promise_the_wizard_without_a_play() -> None:
    s = position("La4", influence={"E": "0 Kn3"})
    assert "wizard" not in [notation.text(action) for action in GAME.legal(s)]
    alone, _, rest = section("Powers").partition("One power needs a play before it")
    assert "in a turn without a play" in alone
    assert "Wizard" not in alone
    assert "Wizard" in rest


def test_nothing_refers_to_a_table_that_is_not_there() -> None:
    assert "table above" not in PAGE
    for anchor in re.findall(r"\(#([a-z-]+)\)", PAGE):
        assert anchor in {title.lower().replace(" ", "-") for title in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)}


@pytest.mark.parametrize(("name", "content"), illustrations.drawn().items())
def test_the_pictures_show_the_court_and_the_art_as_they_are(name: str, content: str) -> None:
    written = (illustrations.FOLDER / name).read_text(encoding="utf-8")
    assert written == content, "run `python -m weatherdeck.games.winter_court.illustrations`"
