"""The pen that faces of cards, tiles and tokens are drawn with, on paper (`lab/printing/paper.py`) and here as SVG.

A game's drawings are data, in its `art.json` (see `art.py`), which the browser reads too. Its `faces.py` puts them on
its pieces. All lengths are millimetres, measured from a piece's own top left corner.
"""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from .art import Art

WIDTH, HEIGHT = 63.0, 88.0
"""The size of a card, which fits common card sleeves."""
MARGIN = 1.5
"""Between the edge of a card and its outline, because a knife does not always cut exactly."""
RADIUS = 4.0
SAFE = 3.0
"""No text is nearer to the edge of a piece than this."""
TOKEN = 40.0
"""The diameter of a round piece."""
BOX = 100.0
"""The side of the square that signs are drawn in, and the width of a card's back."""
BACK_EDGE, BACK_DISC = 5.0, 27.0
"""Of a card's back, 100 wide: its pale edge, and the radius of the disc in its middle."""

# As on the cards in the browser: web/src/look/tokens.css.
INK, MUTED, LINE, WHITE, ACCENT = "#22302f", "#5d6b67", "#b9c4bd", "#ffffff", "#0f766e"
FACE, PAGE = "#fffdf7", "#f6f1e6"
SERIF = "'Iowan Old Style', Palatino, Georgia, 'DejaVu Serif', serif"
SANS = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

LETTER = 0.49
"""The width of a letter in running text, as a part of the font's size."""

Anchor: TypeAlias = Literal["start", "middle", "end"]


class Pen(Protocol):
    """Draws on a sheet whose colour is `paper`."""

    @property
    def paper(self) -> str:
        """The background colour of a card."""

    @property
    def bleed(self) -> float:
        """How far the ground of a piece reaches beyond its edge, for printers that cut away what is outside."""

    def at(self, x: float, y: float, scale: float = 1, turn: float = 0) -> Pen:
        """A pen with its origin at that point, scaled, and turned clockwise."""

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
        """A line of text, vertically centred at that height."""

    def path(self, path: str, fill: str | None = None, line: str | None = None, width: float = 0) -> None:
        """SVG path data, filled (by the even-odd rule) or drawn as a line with round ends."""


@dataclass(frozen=True)
class Piece:
    """A card, tile or token: what it is called, and how it is drawn."""

    name: str
    draw: Callable[[Pen], None]
    size: tuple[float, float] = (WIDTH, HEIGHT)
    copies: int = 1
    other: Callable[[Pen], None] | None = None
    """The other side. None: the back of the game's cards, if it is a card; else nothing."""


class Faces(Protocol):
    """What a game's faces.py offers."""

    @property
    def SHOWN(self) -> Sequence[str]:  # noqa: N802  # a constant of the module
        """The fields of the view that a notebook shows next to status and standings, in this order."""

    def pieces(self, s: Any) -> list[Piece]:
        """All pieces that are needed with the players and options of a blank state."""

    def face(self, name: str, value: Any) -> Piece | None:
        """How a field of the view looks on the table, such as a card, a suit or a board; None if it has no look."""


# ---------------------------------------------------------------- what faces are made of
def box(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """The path of a rectangle with round corners."""
    r = min(radius, width / 2, height / 2)
    arc = f"a{r:g} {r:g} 0 0 1"
    return (
        f"M{x + r:g} {y:g}h{width - 2 * r:g}{arc} {r:g} {r:g}v{height - 2 * r:g}{arc} {-r:g} {r:g}"
        f"h{2 * r - width:g}{arc} {-r:g} {-r:g}v{2 * r - height:g}{arc} {r:g} {-r:g}Z"
    )


def circle(x: float, y: float, radius: float) -> str:
    """The path of a circle."""
    return box(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def blank(pen: Pen, fill: str | None = None, line: str = LINE, size: tuple[float, float] = (WIDTH, HEIGHT)) -> None:
    """An empty card or tile."""
    width, height = size
    if pen.bleed:
        beyond = pen.bleed
        pen.path(box(-beyond, -beyond, width + 2 * beyond, height + 2 * beyond), fill or pen.paper)
    else:
        outline = box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN, RADIUS)
        pen.path(outline, fill or pen.paper, line, 0.3)


def paragraph(
    pen: Pen, x: float, y: float, text: str, size: float, width: float, *, colour: str = INK, bold: bool = False
) -> float:
    """A text in as many lines as it needs, from its top left corner; where the next one can begin."""
    for line in textwrap.wrap(text, int(width / (LETTER * size))):
        pen.text(x, y + 0.6 * size, line, size, colour=colour, bold=bold, anchor="start")
        y += 1.3 * size
    return y


def back(pen: Pen, art: Art) -> None:
    """The back of a card, from the `back` of its art: a pattern inside a pale edge, and an emblem in the middle."""
    blank(pen)
    inside = pen.at(0, 0, WIDTH / BOX)
    height = HEIGHT * BOX / WIDTH
    across, down = BOX - 2 * BACK_EDGE, height - 2 * BACK_EDGE
    inside.path(box(BACK_EDGE, BACK_EDGE, across, down, 9), art["colour"])
    width, tall = art["tile"]
    columns, rows = int(across / width), int(down / tall)
    left, top = (BOX - columns * width) / 2, (height - rows * tall) / 2
    for tile in range(columns * rows):
        _paths(inside.at(left + tile % columns * width, top + tile // columns * tall), art["paths"], art["bright"])
    inside.path(circle(BOX / 2, height / 2, BACK_DISC), art["colour"], pen.paper, 2)
    _paths(inside.at(BOX / 2 - BACK_DISC, height / 2 - BACK_DISC, 2 * BACK_DISC / BOX), art["emblem"], WHITE)


def _paths(pen: Pen, paths: Sequence[Art], colour: str) -> None:
    for part in paths:
        if "line" in part:
            pen.path(part["path"], None, colour, part["line"])
        else:
            pen.path(part["path"], colour)


def disc(pen: Pen, colour: str) -> None:
    """A token without its sign: white inside its edge, like the pawns on the screen."""
    middle = TOKEN / 2
    pen.path(circle(middle, middle, middle + pen.bleed if pen.bleed else middle - 0.5), colour)
    pen.path(circle(middle, middle, middle - 1.8), None, WHITE, 0.5)


def sign(pen: Pen, art: Art, x: float, y: float, size: float, colour: str | None = None, ground: str = "") -> None:
    """The sign of a suit around a point, in the suit's colour or another; the background shows through its veins."""
    colour = colour or art.get("bright", art["colour"])
    inside = pen.at(x - size / 2, y - size / 2, size / BOX)
    for part in art["paths"]:
        tint = (ground or pen.paper) if part.get("vein") else colour
        if "line" in part:
            inside.path(part["path"], None, tint, part["line"])
        else:
            inside.path(part["path"], tint)


def fitting(text: str, size: float, width: float) -> float:
    """A font size at which a text fits the width, at most the given size."""
    return min(size, width / (0.64 * max(1, len(text))))


# ---------------------------------------------------------------- as SVG
def svg(piece: Piece, scale: float, bleed: float = 0) -> str:
    """A piece as SVG, at this many pixels per millimetre."""
    width, height = (length + 2 * bleed for length in piece.size)
    pen = SvgPen(bleed=bleed)
    piece.draw(pen)
    view_box = f"{-bleed:g} {-bleed:g} {width:g} {height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" width="{width * scale:.0f}" '
        f'height="{height * scale:.0f}" role="img"><title>{html.escape(piece.name)}</title>{pen.drawn}</svg>'
    )


class SvgPen:
    """Writes SVG."""

    paper = FACE

    def __init__(self, transform: str = "", parts: list[str] | None = None, bleed: float = 0) -> None:
        self._transform, self.bleed = transform, bleed
        self._parts: list[str] = [] if parts is None else parts

    @property
    def drawn(self) -> str:
        """Everything drawn so far."""
        return "".join(self._parts)

    def at(self, x: float, y: float, scale: float = 1, turn: float = 0) -> SvgPen:
        """A pen with another origin, scale and direction."""
        turned = f" rotate({turn:g})" if turn else ""
        scaled = f" scale({scale:g})" if scale != 1 else ""
        return SvgPen(f"{self._transform} translate({x:g} {y:g}){turned}{scaled}".strip(), self._parts)

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
        """A line of text."""
        font = f'font-family="{SERIF if serif else SANS}" font-size="{size:g}"' + (' font-weight="700"' if bold else "")
        place = f'x="{x:g}" y="{y:g}" dy="0.35em" text-anchor="{anchor}"'
        self._add(f'<text {place} {font} fill="{colour}"', f">{html.escape(text)}</text>")

    def path(self, path: str, fill: str | None = None, line: str | None = None, width: float = 0) -> None:
        """A path."""
        drawn = f'<path d="{path}" fill="{fill or "none"}" fill-rule="evenodd"'
        if line:
            drawn += f' stroke="{line}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
        self._add(drawn, "/>")

    def _add(self, start: str, rest: str) -> None:
        self._parts.append(start + (f' transform="{self._transform}"' if self._transform else "") + rest)
