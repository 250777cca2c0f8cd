"""The rules of Weathervanes as people read them: every clause can be looked up, and every ruling is listed as one."""

from __future__ import annotations

import re
from pathlib import Path

from tests.games.weathervanes.positions import GAME
from tests.rulebook import clauses_of
from weatherdeck.games.weathervanes import rules

RULINGS = {"WV-3", "WV-19", "WV-21", "WV-23", "WV-25", "WV-27"}
"""What the rulebook leaves open (WV-19 only with `partial_misere`, WV-23 only in one word)."""
PICTURES = Path(rules.__file__).parent / "pictures"


def section(title: str) -> str:
    """The text below a heading."""
    return GAME.rulebook.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_every_clause_can_be_looked_up() -> None:
    examples = {"WV-E1", "WV-E2", "WV-E3", "WV-E4"}
    assert set(re.findall(r"WV-\w+", GAME.rulebook)) == clauses_of("weathervanes") - examples


def test_rulings_are_listed_with_their_reasons() -> None:
    rows = re.findall(r"^\| (WV-\d+) \| ([^|]+) \| ([^|]+) \|$", section("Rulings"), re.M)
    assert {clause for clause, _, _ in rows} == RULINGS
    assert all(ruled.endswith(".") and reason.endswith(".") for _, ruled, reason in rows)


def test_the_table_of_cards_is_the_deck() -> None:
    shown = re.findall(r"\| (\d+) \| ((?:[RYGB] ?){4})", section("What was reconstructed"))
    assert {int(number): tuple("RYGB".index(suit) for suit in suits.split()) for number, suits in shown} == {
        number: tuple(suits) for number, suits in enumerate(rules.SUIT.tolist(), 1)
    }


def test_a_terminal_shows_every_picture_and_every_card_in_it_as_it_is_printed() -> None:
    named = re.findall(r"\]\(pictures/([\w-]+)\.svg\)", GAME.rulebook)
    assert sorted(named) == sorted(path.stem for path in PICTURES.glob("*.txt"))
    for name in named:
        drawn = (PICTURES / f"{name}.txt").read_text(encoding="utf-8")
        assert max(map(len, drawn.splitlines())) <= 78
        assert drawn.rstrip() in GAME.rulebook_for_terminals
        for number, suits in upright_cards(drawn):
            assert tuple("RYGB".index(suit) for suit in suits) == tuple(rules.SUIT[number - 1])


def upright_cards(drawn: str) -> list[tuple[int, str]]:
    """The cards in a picture made of letters, with their corners clockwise from the top left."""
    lines, found = drawn.splitlines(), []
    for row, line in enumerate(lines[:-2]):
        for top in re.finditer(r"│ ([RYGB]) +\^ +([RYGB]) │", line):
            middle, bottom = (lines[row + down][top.start() : top.end()] for down in (1, 2))
            left, right = re.findall("[RYGB]", bottom)
            found.append((int(middle.strip("│ ")), top[1] + top[2] + right + left))
    assert found or "╱" in drawn
    return found
