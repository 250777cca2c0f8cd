"""The pictures of the rules page, drawn from the court and `art.json`, so that they show what the table shows.

`python -m weatherdeck.games.winter_court.illustrations` writes them anew. A test compares them with the files.
"""

from __future__ import annotations

from pathlib import Path

from ..pen import ACCENT, HEIGHT, INK, MUTED, WHITE, WIDTH, Pen, Piece, box, circle, svg
from . import court
from .faces import draw_card, draw_pawn, draw_tile
from .notation import card_of
from .rules import MEMBERS
from .view import card, tile

FOLDER = Path(__file__).with_name("pictures")
SCALE = 2.5
"""Pixels per millimetre."""
FELT = "#e5e2f0"
GAP, EDGE = 4.0, 8.0
TILE = 72.0
SMALL = 0.42
"""Scale of the cards in figures."""
COLUMNS = 4
CARD_WIDTH, CARD_HEIGHT = SMALL * WIDTH, SMALL * HEIGHT
FULL = 2 * EDGE + COLUMNS * WIDTH + (COLUMNS - 1) * GAP


def drawn() -> dict[str, str]:
    """The files of the rules page: name and content."""
    pieces = {
        "court.svg": Piece("The court", _court, (FULL, 2 * EDGE + 3 * TILE + 2 * GAP)),
        "boost.svg": Piece("A boosted play", _boost, (FULL, 174)),
        "combined.svg": Piece("A combined card", _combined, (FULL, 148)),
    }
    return {**{name: svg(_on_felt(piece), SCALE) for name, piece in pieces.items()}, "court.txt": court_in_text()}


def _on_felt(piece: Piece) -> Piece:
    def draw(pen: Pen) -> None:
        pen.path(box(0, 0, *piece.size, 5), FELT)
        piece.draw(pen)

    return Piece(piece.name, draw, piece.size)


# ---------------------------------------------------------------- the court
def _court(pen: Pen) -> None:
    for member in range(MEMBERS):
        row, column = divmod(member, COLUMNS)
        draw_tile(tile(member), pen.at(EDGE + column * (WIDTH + GAP), EDGE + row * (TILE + GAP)), TILE)


def court_in_text() -> str:
    """The court for a terminal of 80 columns."""
    inside = 16
    lines = []
    for first in range(0, MEMBERS, COLUMNS):
        row = [tile(member) for member in range(first, first + COLUMNS)]
        lines.append(" ".join(f"┌ {one['letter']} {'─' * (inside - 6)} {one['status']} ┐" for one in row))
        for words in (
            [one["name"] for one in row],
            [" ".join(one["suits"]) for one in row],
            [one["power_short"] or "royal" for one in row],
        ):
            lines.append(" ".join(f"│{word:^{inside}}│" for word in words))
        lines.append(" ".join(f"└{'─' * inside}┘" for _ in row))
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- plays
def _cards(pen: Pen, cards: str, x: float, y: float) -> None:
    for place, name in enumerate(cards.split()):
        draw_card(card(card_of(name)), pen.at(x + place * (CARD_WIDTH + 2), y, SMALL), named=False)


def _member(pen: Pen, letter: court.Letter, x: float, y: float) -> None:
    draw_tile(tile(court.LETTERS.index(letter)), pen.at(x, y), TILE)


def _boost(pen: Pen) -> None:
    """Before on the left, after on the right: their side above, mine below."""
    top, middle, low = 20.0, 20.0 + CARD_HEIGHT + 2, 20.0 + CARD_HEIGHT + TILE + 4
    steward = tile(court.LETTERS.index("F"))
    for left, title in ((EDGE, "Wealth 5 with the boosts 1 and 2"), (FULL / 2 + 14, "5 + 1 + 2 = 8 beats 7")):
        tile_at = left + 26
        pen.text(left, 11, title, 6.4, bold=True, anchor="start")
        pen.text(left, top + CARD_HEIGHT / 2, "Bob's side", 5, colour=MUTED, anchor="start")
        pen.text(left, low + CARD_HEIGHT / 2, "Anne's side", 5, colour=MUTED, anchor="start")
        _member(pen, "F", tile_at, middle)
        if left == EDGE:
            draw_pawn(steward, pen, tile_at + 10, top + CARD_HEIGHT / 2, 17)
            _cards(pen, "La7", tile_at + WIDTH / 2 - CARD_WIDTH / 2, top)
            _cards(pen, "We5 We1 We2", tile_at + 4, low)
        else:
            draw_pawn(steward, pen, tile_at + WIDTH / 2, middle + 12, 15)
            pen.text(
                tile_at + 2, top + CARD_HEIGHT / 2 - 3.5, "Lands 7 and both boosts", 5, colour=MUTED, anchor="start"
            )
            pen.text(tile_at + 2, top + CARD_HEIGHT / 2 + 3.5, "are discarded", 5, colour=MUTED, anchor="start")
            _cards(pen, "We5", tile_at + WIDTH / 2 - CARD_WIDTH / 2, low)
    pen.path(f"M{FULL / 2 - 6} {middle + TILE / 2}h14m-5 -4.5l5 4.5l-5 4.5", None, ACCENT, 1.4)


def _combined(pen: Pen) -> None:
    """What was played makes the sum above; what stays lies below."""
    y = 20.0
    pen.text(EDGE, 11, "Anne plays Knowledge 4 and returns the Matchmaker to add Wit 4", 6.4, bold=True, anchor="start")
    for place, (name, role) in enumerate((("Kn4", "played"), ("Kn1", "boost"), ("Wi4", "added"), ("Wi2", "boost"))):
        x = EDGE + place * (CARD_WIDTH + 5)
        _cards(pen, name, x, y)
        pen.text(x + CARD_WIDTH / 2, y + CARD_HEIGHT + 5, role, 5, colour=MUTED)
    pen.text(140, y + CARD_HEIGHT / 2, "=", 11, bold=True, serif=True)
    pen.text(158, y + CARD_HEIGHT / 2, "11", 15, colour=ACCENT, bold=True, serif=True)
    pen.text(182, y + CARD_HEIGHT / 2, "beats", 6, colour=MUTED)
    _cards(pen, "Wi10", 198, y)
    pen.text(198 + CARD_WIDTH / 2, y + CARD_HEIGHT + 5, "Bob's influence", 5, colour=MUTED)
    _member(pen, "B", EDGE, 68)
    draw_pawn(tile(1), pen, EDGE + WIDTH / 2, 80, 14)
    for line, words in enumerate(
        (
            "The pawn goes back to its tile. Wit 10",
            "and both boosts are discarded.",
            "Knowledge 4 and Wit 4 stay",
            "as one card of rank 8.",
        )
    ):
        pen.text(EDGE + WIDTH + 6, 92 + 8 * line, words, 5.8, colour=INK, anchor="start")
    _cards(pen, "Kn4", 198, 84)
    _cards(pen, "Wi4", 211, 89)
    pen.path(circle(240, 88, 7.5), ACCENT)
    pen.text(240, 88, "8", 9, colour=WHITE, bold=True, serif=True)


def main() -> None:
    """Write the pictures."""
    for name, content in drawn().items():
        (FOLDER / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
