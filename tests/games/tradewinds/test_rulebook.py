"""Tradewinds: the rules page says everything that the game refers to."""

from __future__ import annotations

import re
from importlib.resources import files

from tests.rulebook import clauses_of
from weatherdeck.games.tradewinds import GAME, faces, sketches

TERMINAL_WIDTH = 78


def test_every_clause_can_be_looked_up() -> None:
    rules = {clause for clause in clauses_of("tradewinds") if re.fullmatch(r"TW-\d+", clause)}  # not the examples
    assert set(re.findall(r"TW-\d+", GAME.rulebook)) == rules


def test_what_the_picture_says_about_trues_is_what_the_table_says() -> None:
    """The table under the picture follows from the Trues drawn in it."""
    covering = {"FGC": "EW", "HRT": "EW", "PBS": "NE"}
    for side in ("North", "East", "South", "West"):
        beside = [complete for complete, trues in covering.items() if side[0] in trues]
        row = re.search(rf"\| {side} \| ([^|]*) \| ([^|]*) \|", GAME.rulebook)
        assert row
        assert re.findall("`([A-Z]{3})`", row[1]) == beside
        letters = {"everything": 9, "nothing": 0}.get(row[2], len(row[2].split(", ")))
        assert letters == 3 * len(beside)


def test_pictures_are_drawn_from_the_faces_and_have_a_twin_for_terminals() -> None:
    pictures = re.findall(r"\]\(pictures/([\w-]+)\.svg\)", GAME.rulebook)
    assert pictures == list(sketches.PICTURES)
    for picture in pictures:
        folder = files("weatherdeck.games.tradewinds") / "pictures"
        drawn = (folder / f"{picture}.svg").read_text(encoding="utf-8")
        assert drawn == sketches.svg(picture), "run python -m weatherdeck.games.tradewinds.sketches"
        lines = (folder / f"{picture}.txt").read_text(encoding="utf-8").splitlines()
        assert max(map(len, lines)) <= TERMINAL_WIDTH
        assert lines[0] in GAME.rulebook_for_terminals


def test_all_characteristics_are_in_the_rules() -> None:
    assert all(name[1:] in GAME.rulebook for name in faces.NAMES.values())
