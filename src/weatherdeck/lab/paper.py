"""Print and play: the cards, tiles and tokens of a game as a PDF, nine to a sheet with cut marks. Lengths are in mm."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from fpdf import FPDF
from fpdf.drawing import Transform  # type: ignore[attr-defined]  # where it is defined depends on the version
from fpdf.svg import svg_path_converter

from ..errors import Problem
from ..games.game import Game
from ..games.options import Value
from ..games.pen import HEIGHT, INK, MUTED, WHITE, WIDTH, Anchor, Piece
from ..games.pen import back as draw_back

__all__ = ["Paper", "Printed", "back", "pdf", "pieces", "write"]

ACROSS, DOWN = 3, 3
MARK = 4.0
"""Length of a cut mark,"""
GAP = 1.0
"""and its distance from the cards."""
POINT = 25.4 / 72

Paper: TypeAlias = Literal["a4", "letter"]
SIZES: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
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


@dataclass(frozen=True)
class Printed:
    """A PDF that was written: how many pieces are on how many sheets."""

    path: Path
    pieces: int
    sheets: int


def write(
    game: Game, path: Path | None = None, *, players: int | None = None, paper: Paper = "a4", backs: bool = False
) -> Printed:
    """Write everything needed to play a game as a PDF, by default `GAME.pdf` in the current folder.

    With `backs`, a page with the backs of its cards follows each sheet, for printing on both sides.
    """
    target = Path(f"{game.name}.pdf") if path is None else path
    needed = pieces(game, players)
    behind = back(game) if backs else None
    if backs and behind is None:
        raise Problem(f"{game.title} has no card back: its art.json has no `back`")
    content = pdf(game.title, needed, paper, behind)
    try:
        target.write_bytes(content)
    except OSError as problem:
        raise Problem(f"{target}: cannot be written ({problem.strerror})") from None
    return Printed(target, sum(piece.copies for piece in needed), _sheets(needed))


def _sheets(pieces: Sequence[Piece]) -> int:
    return math.ceil(sum(piece.copies for piece in pieces) / (ACROSS * DOWN))


def pdf(title: str, pieces: Sequence[Piece], paper: Paper = "a4", back: Piece | None = None) -> bytes:
    """The sheets as a PDF; each is followed by its other side, if the cards have a back."""
    document = FPDF(unit="mm", format=SIZES[paper])
    document.set_title(title)
    document.set_auto_page_break(False)
    every = [piece for piece in pieces for _ in range(piece.copies)]
    sheets = _sheets(pieces)
    left, top = (SIZES[paper][0] - ACROSS * WIDTH) / 2, (SIZES[paper][1] - DOWN * HEIGHT) / 2
    for number in range(sheets):
        document.add_page()
        _cut_marks(document, left, top)
        on_sheet = every[number * ACROSS * DOWN : (number + 1) * ACROSS * DOWN]
        for place, piece in enumerate(on_sheet):
            width, height = piece.size
            x = left + place % ACROSS * WIDTH + (WIDTH - width) / 2
            y = top + place // ACROSS * HEIGHT + (HEIGHT - height) / 2
            piece.draw(PdfPen(document, x, y))
        PdfPen(document, left, top).text(
            6, -2.5, f"{title}, sheet {number + 1} of {sheets}", 2.2, colour=MUTED, anchor="start"
        )
        if back is not None:
            _other_side(document, on_sheet, back, left, top)
    return bytes(document.output())


def _other_side(document: FPDF, on_sheet: Sequence[Piece], back: Piece, left: float, top: float) -> None:
    """The backs of a sheet's cards, mirrored as when the sheet is turned over; tiles and tokens have none."""
    document.add_page()
    for place, piece in enumerate(on_sheet):
        if piece.size == back.size:
            mirrored = ACROSS - 1 - place % ACROSS
            back.draw(PdfPen(document, left + mirrored * WIDTH, top + place // ACROSS * HEIGHT))


def _cut_marks(document: FPDF, left: float, top: float) -> None:
    """Short lines outside the cards that show where to cut."""
    document.set_line_width(0.2)
    document.set_draw_color(INK)
    right, bottom = left + ACROSS * WIDTH, top + DOWN * HEIGHT
    for column in range(ACROSS + 1):
        x = left + column * WIDTH
        document.line(x, top - GAP - MARK, x, top - GAP)
        document.line(x, bottom + GAP, x, bottom + GAP + MARK)
    for row in range(DOWN + 1):
        y = top + row * HEIGHT
        document.line(left - GAP - MARK, y, left - GAP, y)
        document.line(right + GAP, y, right + GAP + MARK, y)


class PdfPen:
    """Draws in a PDF."""

    paper = WHITE

    def __init__(self, document: FPDF, x: float, y: float, scale: float = 1, turn: float = 0) -> None:
        self._document, self._x, self._y, self._scale, self._turn = document, x, y, scale, turn

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
