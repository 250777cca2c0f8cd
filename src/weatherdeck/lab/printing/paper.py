"""Print and play: the cards, tiles and tokens of a game as a PDF with cut marks, and its rules. Lengths are in mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fpdf import FPDF
from fpdf.drawing import Transform  # type: ignore[attr-defined]  # where it is defined depends on the version
from fpdf.svg import svg_path_converter

from ...errors import Problem
from ...games.game import Game
from ...games.options import Value
from ...games.pen import HEIGHT, INK, MUTED, WHITE, WIDTH, Anchor, Pen, Piece
from ...games.pen import back as draw_back
from . import rules_sheet
from .sheets import MOST_BLEED, SIZES, Grid, Paper, Sheet, sheets

__all__ = ["Paper", "Printed", "back", "other_side", "pdf", "pieces", "write"]

MARK = 4.0
"""Length of a cut mark,"""
GAP = 1.0
"""and its distance from the pieces."""
SCALE_BAR = 50.0
POINT = 25.4 / 72
BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a text is left of its point."""


def pieces(game: Game, players: int | None = None, options: Mapping[str, Value] | None = None) -> list[Piece]:
    """Everything needed to play with this number of players, by default the largest possible, and these options."""
    blank = game.new_state(game.players[-1] if players is None else players, options)
    if game.faces is not None:
        return game.faces.pieces(blank)
    from . import plain_faces  # reads views like a table that knows no game; most games have faces of their own

    return plain_faces.pieces(game, blank)


def back(game: Game) -> Piece | None:
    """The back of the game's cards, if its art has one."""
    if game.art is None or "back" not in game.art:
        return None
    return Piece(f"{game.title}, back", partial(draw_back, art=game.art["back"]))


def other_side(piece: Piece, back: Piece | None) -> Callable[[Pen], None] | None:
    """How the other side of a piece is drawn: its own, or the back of the cards if it is one."""
    if piece.other is None and back is not None and piece.size == (WIDTH, HEIGHT):
        return back.draw
    return piece.other


@dataclass(frozen=True)
class Printed:
    """A PDF that was written: how many pieces are on how many sheets."""

    path: Path
    pieces: int
    sheets: int


def write(
    game: Game,
    path: Path | None = None,
    *,
    players: int | None = None,
    options: Mapping[str, Value] | None = None,
    paper: Paper = "a4",
    backs: bool = False,
    bleed: float = 0,
    rules: bool = False,
) -> Printed:
    """Write everything needed to play a game as a PDF, by default `GAME.pdf` in the current folder.

    With `backs`, a page with the other sides of its pieces follows each sheet, for printing on both sides. `bleed` is
    how far the colours reach beyond the lines to cut along. With `rules`, the rules follow.
    """
    target = Path(f"{game.name}.pdf") if path is None else path
    needed = pieces(game, players, options)
    behind = back(game)
    if backs and behind is None and not any(piece.other for piece in needed):
        raise Problem(f"{game.title} has no card back: its art.json has no `back`")
    content = pdf(game.title, needed, paper, behind, backs=backs, bleed=bleed, rules=game if rules else None)
    try:
        target.write_bytes(content)
    except OSError as problem:
        raise Problem(f"{target}: cannot be written ({problem.strerror})") from None
    return Printed(target, sum(piece.copies for piece in needed), len(sheets(needed, paper, bleed)))


def pdf(
    title: str,
    pieces: Sequence[Piece],
    paper: Paper = "a4",
    back: Piece | None = None,
    *,
    backs: bool = False,
    bleed: float = 0,
    rules: Game | None = None,
) -> bytes:
    """The sheets as a PDF; with `backs`, each is followed by its other side."""
    if not 0 <= bleed <= MOST_BLEED:
        raise Problem(f"the bleed is from 0 to {MOST_BLEED:g} mm, not {bleed:g}")
    document = FPDF(unit="mm", format=SIZES[paper])
    document.set_title(title)
    document.set_auto_page_break(False)
    every = sheets(pieces, paper, bleed)
    for number, sheet in enumerate(every, 1):
        document.add_page()
        for place, piece in enumerate(sheet.pieces):
            piece.draw(PdfPen(document, *sheet.grid.place(place), bleed=bleed))
        _cut_marks(document, sheet.grid)
        _margin(document, sheet.grid, f"{title}, sheet {number} of {len(every)}")
        if backs:
            _other_sides(document, sheet, back)
    if rules is not None:
        rules_sheet.add(document, rules)
    return bytes(document.output())


def _other_sides(document: FPDF, sheet: Sheet, back: Piece | None) -> None:
    """The other sides of a sheet's pieces, mirrored as when the sheet is turned over; tokens have none."""
    document.add_page()
    for place, piece in enumerate(sheet.pieces):
        draw = other_side(piece, back)
        if draw is not None:
            draw(PdfPen(document, *sheet.grid.place(place, is_turned=True), bleed=sheet.grid.bleed))


def _cut_marks(document: FPDF, grid: Grid) -> None:
    """Short lines around the pieces that show where to cut."""
    document.set_line_width(0.2)
    document.set_draw_color(INK)
    left, top = grid.corner
    right, bottom = left + grid.across * grid.pitch[0], top + grid.down * grid.pitch[1]
    upright, level = grid.cuts()
    for x in upright:
        document.line(x, top - GAP - MARK, x, top - GAP)
        document.line(x, bottom + GAP, x, bottom + GAP + MARK)
    for y in level:
        document.line(left - GAP - MARK, y, left - GAP, y)
        document.line(right + GAP, y, right + GAP + MARK, y)


def _margin(document: FPDF, grid: Grid, title: str) -> None:
    """What stands beside the pieces: which sheet it is, and a bar that shows whether it was printed at its size."""
    left, top = grid.corner
    PdfPen(document, left, top).text(6 + grid.bleed, -2.5, title, 2.2, colour=MUTED, anchor="start")
    # Between the marks of two rows, or beside them where rows are lower than the bar is long.
    fits = grid.size[1] >= SCALE_BAR + 8
    x = left - GAP - MARK / 2 if fits else left - GAP - MARK - 3
    y = top + grid.bleed + (4 if fits else 0)
    document.line(x, y, x, y + SCALE_BAR)
    for end in (y, y + SCALE_BAR):
        document.line(x - 1, end, x + 1, end)
    words = f"{SCALE_BAR:g} mm, if it was printed at 100%"
    PdfPen(document, x - 1.6, y + SCALE_BAR / 2, turn=-90).text(0, 0, words, 2, colour=MUTED)


class PdfPen:
    """Draws in a PDF."""

    paper = WHITE

    def __init__(
        self, document: FPDF, x: float, y: float, scale: float = 1, turn: float = 0, *, bleed: float = 0
    ) -> None:
        self._document, self._x, self._y, self._scale, self._turn = document, x, y, scale, turn
        self.bleed = bleed

    def at(self, x: float, y: float, scale: float = 1, turn: float = 0) -> PdfPen:
        """A pen with another corner, size and direction."""
        return PdfPen(self._document, *self._point(x, y), self._scale * scale, self._turn + turn)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        colour: str = INK,
        bold: bool = False,
        serif: bool = False,
        anchor: Anchor = "middle",
    ) -> None:
        """A line of text, in one of the fonts that every PDF reader has."""
        try:
            text.encode("latin-1")
        except UnicodeEncodeError:
            raise Problem(f"{text!r} cannot be printed: the PDF fonts have only Western European characters") from None
        self._document.set_font("Times" if serif else "Helvetica", "B" if bold else "", size * self._scale / POINT)
        self._document.set_text_color(colour)
        at_x, at_y = self._point(x, y)
        start = at_x - self._document.get_string_width(text) * BEFORE[anchor]
        with self._document.rotation(-self._turn, at_x, at_y):
            self._document.text(start, at_y + size * self._scale * 0.35, text)

    def path(self, path: str, fill: str | None = None, line: str | None = None, width: float = 0) -> None:
        """A path."""
        with self._document.new_path() as drawn:
            svg_path_converter(drawn, path)
            drawn.transform = Transform.scaling(self._scale).rotate_d(self._turn).translate(self._x, self._y)
            drawn.style.auto_close = False
            drawn.style.fill_color = fill
            drawn.style.stroke_color = line
            drawn.style.stroke_width = width
            drawn.style.stroke_cap_style = "round"
            drawn.style.stroke_join_style = "round"
            drawn.style.intersection_rule = "evenodd"

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """A point in the coordinates of the sheet."""
        angle = math.radians(self._turn)
        right, down = x * self._scale, y * self._scale
        return (
            self._x + right * math.cos(angle) - down * math.sin(angle),
            self._y + right * math.sin(angle) + down * math.cos(angle),
        )
