"""The pictures of RULES.md, drawn with the faces of the game: `python -m weatherdeck.games.tradewinds.sketches`."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..pen import ACCENT, INK, MUTED, SvgPen, box, circle
from . import faces

FOLDER = Path(__file__).parent / "pictures"
FELT, DEEP = faces.ART["felt"]["light"]
PILE, STEP = 84.0, 104.0
"""How wide a pile is drawn, and how far it is to the next."""


def setup(pen: SvgPen) -> None:
    """The board, and the three covering Completes with their True and False cards."""
    left, top = 96.0, 56.0
    pen.path(box(left - 26, top - 22, 2 * STEP + PILE + 52, 2 * STEP + PILE + 52, 22), DEEP)
    for n, letter in enumerate("CPRBSHHRC"):
        _pile(pen, left + n % 3 * STEP, top + n // 3 * STEP, letter, "xxx")
    middle_x, middle_y = left + STEP + PILE / 2, top + STEP + PILE / 2
    for side, x, y in (
        ("North", middle_x, 16),
        ("South", middle_x, top + 3 * STEP + 26),
        ("West", 34, middle_y),
        ("East", left + 3 * STEP + 42, middle_y),
    ):
        _caption(pen, x, y, side, bold=True, size=16)
    covering = (
        ("FGC", (False, True, False, True)),
        ("HRT", (False, True, False, True)),
        ("PBS", (True, True, False, False)),
    )
    for n, (letters, trues) in enumerate(covering):
        piece = faces.face("covering", {"complete": letters, "true": list(trues)})
        assert piece is not None
        piece.draw(pen.at(566, 10 + n * 132, 122 / piece.size[1]))


@dataclass(frozen=True)
class _Flight:
    """A card on its way west: its number in the text, the row, and where its arrow begins and ends."""

    number: int
    row: int
    start: float
    end: float
    height: float = 0.18


def wind(pen: SvgPen) -> None:
    """East plays Filled-Red-Triangle: the wind blows west, over gaps."""
    left, top, row = 110.0, 62.0, 122.0
    columns = (left, left + 150, left + 300)
    pen.path(box(left - 30, top - 24, 300 + PILE + 60, 2 * row + PILE + 58, 22), DEEP)
    _caption(pen, left + 150 + PILE / 2, 18, "East plays Filled-Red-Triangle: the wind blows west", bold=True, size=16)
    _caption(pen, 38, top + row + PILE / 2, "West", bold=True, size=16)
    _caption(pen, left + 300 + PILE + 72, top + row + PILE / 2, "East", bold=True, size=16)
    for number, pile in enumerate((". xF xBF", "C R RT", ". . xT")):
        for x, cards in zip(columns, pile.split(), strict=True):
            y = top + number * row
            if cards == ".":
                _gap(pen, x, y)
            else:
                _pile(pen, x, y, cards[-1], cards[:-1], leaves=cards[-1] != "C")
    for x, y, words in (
        (columns[2], 0, "face-up Blue under it"),
        (columns[2], 1, "face-up Red under it"),
        (columns[2], 2, "face-down card under it"),
    ):
        _caption(pen, x + PILE / 2, top + y * row + PILE + 21, words, size=12)
    for flight in (
        _Flight(1, 0, columns[1] + 12, left - 52),
        _Flight(2, 1, columns[1] + 12, columns[0] + PILE + 6, 0.82),
        _Flight(3, 0, columns[2] + 12, columns[1] + PILE + 6),
        _Flight(4, 1, columns[2] + 12, columns[0] + PILE + 6),
        _Flight(5, 2, columns[2] + 12, left - 52),
    ):
        y = top + flight.row * row + PILE * flight.height
        for colour, width in ((faces.ART["shade"], 7.0), (ACCENT, 3.5)):
            pen.path(f"M{flight.start:g} {y:g}H{flight.end + 8:g}", None, colour, width)
        pen.path(f"M{flight.end:g} {y:g}l12 -7v14Z", ACCENT)
        pen.path(circle(flight.start + 6, y, 11), ACCENT)
        pen.text(flight.start + 6, y, str(flight.number), 14, colour="#ffffff", bold=True)


def _pile(pen: SvgPen, x: float, y: float, top: str, under: str, *, leaves: bool = False) -> None:
    """A pile: its top card, and the edges of those under it, `x` for one that lies face down."""
    radius = faces.CORNER * PILE / faces.SIDE
    for n in range(len(under), 0, -1):
        face_down = under[len(under) - n] == "x"
        colour = faces.ART["back"]["colour"] if face_down else pen.paper
        pen.path(box(x, y + 4 * n, PILE, PILE, radius), colour, pen.paper if face_down else MUTED, 0.8)
    if leaves:
        pen.path(box(x - 3.5, y - 3.5, PILE + 7, PILE + 7, radius + 3.5), ACCENT)
    faces.square(top, pen.at(x, y, PILE / faces.SIDE))
    pen.path(box(x, y, PILE, PILE, radius), None, MUTED, 0.5)


def _gap(pen: SvgPen, x: float, y: float) -> None:
    side = PILE / 6
    for n in range(6):  # dashes: the pen draws whole lines only
        at = n * side + side * 0.2
        for path in (
            f"M{x + at:g} {y:g}h{side * 0.6:g}",
            f"M{x + at:g} {y + PILE:g}h{side * 0.6:g}",
            f"M{x:g} {y + at:g}v{side * 0.6:g}",
            f"M{x + PILE:g} {y + at:g}v{side * 0.6:g}",
        ):
            pen.path(path, None, MUTED, 1.6)
    _caption(pen, x + PILE / 2, y + PILE / 2, "gap")


def _caption(pen: SvgPen, x: float, y: float, words: str, *, bold: bool = False, size: float = 14) -> None:
    pen.text(x, y, words, size, colour=INK if bold else MUTED, bold=bold)


PICTURES: dict[str, tuple[Callable[[SvgPen], None], str, float, float]] = {
    "setup": (setup, "The board of nine piles, and three Completes with a True or a False on each side", 700, 410),
    "wind": (wind, "A wind from the east over a board with gaps, card by card", 620, 436),
}


def svg(name: str) -> str:
    """A picture."""
    draw, title, width, height = PICTURES[name]
    pen = SvgPen()
    pen.path(box(0, 0, width, height, 18), FELT)
    draw(pen)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img"><title>{html.escape(title)}</title>{pen.drawn}</svg>\n'
    )


def main() -> None:
    """Write all of them."""
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(svg(name), encoding="utf-8")


if __name__ == "__main__":
    main()
