"""What there is to print of each game: all pieces of its box, and no more."""

from __future__ import annotations

import pytest

from weatherdeck.games import registry
from weatherdeck.lab.printing import paper


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("weathervanes", 48 + 4 + 3),
        ("tradewinds", 36 + 27 + 20),
        ("winter-court", 60 + 8 + 2 + 12),
        ("tweedy-tricksters", 20 + 4 + 4 + 1 + 8),
        ("four-seasons", 58 + 7 + 24 + 6 + 1),
    ],
)
def test_every_piece_of_the_box_is_printed(name: str, pieces: int) -> None:
    assert sum(piece.copies for piece in paper.pieces(registry.load(name))) == pieces
