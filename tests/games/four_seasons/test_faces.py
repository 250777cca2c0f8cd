"""The look of 4 Seasons: the pictures of the rules page, and a terminal without colours."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.playouts import played
from weatherdeck.games.four_seasons import GAME, sketches
from weatherdeck.games.four_seasons.terminal import ARTIST, CODES, SUITS
from weatherdeck.games.four_seasons.words import SUIT_CODES
from weatherdeck.games.terminal import Scene
from weatherdeck.games.terminal.colours import LIGHT


@pytest.mark.parametrize("name", sketches.PICTURES)
def test_the_pictures_of_the_rules_are_drawn_from_the_faces(name: str) -> None:
    drawn = (sketches.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == sketches.svg(name), "run python -m weatherdeck.games.four_seasons.sketches"
    assert f"pictures/{name}.svg" in GAME.rulebook
    assert (sketches.FOLDER / f"{name}.txt").read_text(encoding="utf-8").rstrip() in GAME.rulebook_for_terminals


def test_the_letters_of_art_and_notation_agree() -> None:
    assert tuple(CODES[suit] for suit in SUITS) == SUIT_CODES


def test_without_colours_the_columns_of_what_was_won_have_letters() -> None:
    match = played(GAME, 3, players=4)
    view = cast("dict[str, Any]", GAME.view.view(match.state, 0))
    standings = [GAME.words.standing(match.state, seat) for seat in range(4)]
    sheet = ARTIST.table(Scene(view, standings, 0, ["Ann", "Bob", "Cid", "Dee"], LIGHT), 80, 24)
    lines = sheet.text().splitlines()
    titles = next(line for line in lines if "won:" in line)
    for seat, name in enumerate(("Ann", "Bob", "Cid", "Dee")):
        row = next(line for line in lines if name in line)
        for suit in SUITS:
            at = titles.index(CODES[suit])
            assert int(row[at : at + 2]) == view["seats"][seat]["won"][suit]
