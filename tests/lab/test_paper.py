"""Print and play: every card of the deck, nine to a page, in both paper sizes."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.lab import paper
from weatherdeck.lab.paper import four_seasons, tweedy_tricksters, weathervanes, winter_court

COURT = Path(__file__).parents[2] / "src/weatherdeck/games/winter_court/court.toml"
COUNTS = {
    "weathervanes": 48 + 4,
    "tradewinds": 36 + 27 + 20,
    "winter-court": 60 + 12 + 12,
    "tweedy-tricksters": 20 + 4 + 4 + 1,
    "four-seasons": 58 + 7 + 24,
}


@pytest.mark.parametrize("name", list(registry.OURS))
@pytest.mark.parametrize(("size", "box"), [("a4", "595.28 841.89"), ("letter", "612 792")])
def test_all_pieces_are_there_nine_to_a_page(name: str, size: paper.Paper, box: str) -> None:
    pieces = paper.pieces(registry.load(name))
    assert sum(piece.copies for piece in pieces) == COUNTS[name]
    made = paper.pdf(name, pieces, size)
    assert made.startswith(b"%PDF")
    pages = re.findall(rb"/Type /Page\b", made)
    assert len(pages) == -(-COUNTS[name] // 9)
    width, height = (float(length) for length in box.split())
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", made)
    assert found is not None
    assert (float(found[1]), float(found[2])) == pytest.approx((width, height), abs=0.1)


@pytest.mark.parametrize("suits", [four_seasons.SUITS, tweedy_tricksters.SUITS, weathervanes.SUITS, winter_court.SUITS])
def test_suits_differ_by_shape_and_by_letter(suits: tuple[paper.sheet.Suit, ...]) -> None:
    for one, other in combinations(suits, 2):
        assert one.shape != other.shape
        assert one.letters != other.letters


def test_fewer_players_need_fewer_cards() -> None:
    game = registry.load("four-seasons")
    assert sum(piece.copies for piece in paper.pieces(game, 3)) == 31 + 4 + 12


def test_a_deck_of_ones_own_is_printed(tmp_path: Path) -> None:
    shipped = COURT.read_text()
    mine = tmp_path / "court.toml"
    mine.write_text(shipped.replace('"Ruler"', '"Empress"'))
    names = [piece.name for piece in paper.pieces(registry.load("winter-court", mine))]
    assert "Empress" in names
    assert "Ruler" not in names


def test_a_game_without_drawings_is_refused() -> None:
    with pytest.raises(Problem, match="no drawings of High Card"):
        paper.pieces(registry.load("examples.high_card"))
