"""Pieces as PNG files: sheets for a virtual table, and single pieces with bleed for services that print cards."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeAlias

import vl_convert
from PIL import Image

from ...errors import Problem
from ...games.pen import HEIGHT, WIDTH, Pen, Piece, svg
from .paper import other_side

Pixels: TypeAlias = Literal["tabletop", "cards"]
INCH = 25.4
DOTS = 300
"""To an inch, in files for printers."""
BLEED = 3.0
"""Around each piece in files for printers, in mm."""
ACROSS, DOWN = 10, 7
"""Of a sheet for Tabletop Simulator, at most: the last place is what others see of a hand."""
SIDE = 4096
"""The most pixels of a sheet's side, which every graphics card can hold."""
LIST = "pieces.csv"


def write(pieces: Sequence[Piece], back: Piece | None, folder: Path, kind: Pixels) -> list[Path]:
    """Write the files into a folder, and return them; a list of what is on them is among them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (_tabletop if kind == "tabletop" else _cards)(pieces, back, folder)
    except OSError as problem:
        raise Problem(f"{folder}: cannot be written ({problem.strerror})") from None


def picture(piece: Piece, scale: float, bleed: float = 0) -> Image.Image:
    """A piece at so many pixels per millimetre."""
    png = vl_convert.svg_to_png(svg(piece, 1, bleed), scale=scale)
    drawn = Image.open(io.BytesIO(png)).convert("RGBA")
    wanted = tuple(round(scale * (length + 2 * bleed)) for length in piece.size)
    return drawn if drawn.size == wanted else drawn.resize((wanted[0], wanted[1]))


# ---------------------------------------------------------------- for printers
def _cards(pieces: Sequence[Piece], back: Piece | None, folder: Path) -> list[Path]:
    """A file for each side of each piece: cut to its size, plus bleed."""
    rows, written, names = [], [], _Names()
    sides: dict[Callable[[Pen], None], str] = {}
    for number, piece in enumerate(pieces, 1):
        file = names.new(f"{number:03}-{piece.name}")
        written.append(_save(picture(piece, DOTS / INCH, BLEED), folder / file))
        other, behind = other_side(piece, back), ""
        if other is not None:
            if other not in sides:
                sides[other] = names.new(
                    "back" if back is not None and other is back.draw else f"{piece.name}, other side"
                )
                written.append(_save(picture(replace(piece, draw=other), DOTS / INCH, BLEED), folder / sides[other]))
            behind = sides[other]
        rows.append([file, behind, piece.name, piece.copies, *piece.size, BLEED, DOTS])
    heads = ["file", "other_side", "name", "copies", "width_mm", "height_mm", "bleed_mm", "dots_per_inch"]
    return [*written, _list(folder, heads, rows)]


# ---------------------------------------------------------------- for Tabletop Simulator
def _tabletop(pieces: Sequence[Piece], back: Piece | None, folder: Path) -> list[Path]:
    """Cards that have one back together on sheets, ten across and seven down; other pieces each in a file."""
    rows: list[list[object]] = []
    written: list[Path] = []
    names = _Names()
    sides = [other_side(piece, back) for piece in pieces]
    decks: dict[Callable[[Pen], None] | None, list[Piece]] = {}
    for piece, side in zip(pieces, sides, strict=True):
        if piece.size == (WIDTH, HEIGHT) and (sides.count(side) > 1 or piece.copies > 1):
            decks.setdefault(side, []).append(piece)
    for side, alike in decks.items():
        written += _decks(alike, side, folder, names, rows)
    for piece, side in zip(pieces, sides, strict=True):
        if piece not in decks.get(side, ()):
            file, behind = names.new(piece.name), ""
            written.append(_save(picture(piece, DOTS / INCH), folder / file))
            if side is not None:
                behind = names.new(f"{piece.name}, other side")
                written.append(_save(picture(replace(piece, draw=side), DOTS / INCH), folder / behind))
            rows.append([file, behind, 1, 1, piece.copies, piece.name])
    heads = ["file", "other_side", "columns", "rows", "count", "pieces"]
    return [*written, _list(folder, heads, rows)]


def _decks(
    cards: Sequence[Piece],
    other: Callable[[Pen], None] | None,
    folder: Path,
    names: _Names,
    rows: list[list[object]],
) -> list[Path]:
    """Sheets of cards that look alike from behind, with that side in the last place and in a file of its own."""
    every = [card for card in cards for _ in range(card.copies)]
    written, behind = [], ""
    scale = min(SIDE / (ACROSS * WIDTH), SIDE / (DOWN * HEIGHT))
    hidden = replace(cards[0], draw=other or (lambda _: None))
    if other is not None:
        behind = names.new("back" if len(cards) > 1 else f"{cards[0].name}, back")
        written.append(_save(picture(hidden, DOTS / INCH), folder / behind))
    drawn: dict[int, Image.Image] = {}
    for first in range(0, len(every), ACROSS * DOWN - 1):
        on_sheet = every[first : first + ACROSS * DOWN - 1]
        down = max(2, -(-(len(on_sheet) + 1) // ACROSS))
        width, height = int(scale * WIDTH), int(scale * HEIGHT)
        sheet = Image.new("RGBA", (ACROSS * width, down * height), (255, 255, 255, 255))
        for place, card in [*enumerate(on_sheet), (ACROSS * down - 1, hidden)]:
            if id(card) not in drawn:
                drawn[id(card)] = picture(card, scale).resize((width, height))
            corner = place % ACROSS * width, place // ACROSS * height
            sheet.paste(drawn[id(card)], corner, drawn[id(card)])
        file = names.new("cards")
        written.append(_save(sheet, folder / file))
        rows.append([file, behind, ACROSS, down, len(on_sheet), "; ".join(card.name for card in on_sheet)])
    return written


# ---------------------------------------------------------------- files
class _Names:
    """File names that differ."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def new(self, words: str) -> str:
        """A name made of some words."""
        plain = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
        self._used[plain] = self._used.get(plain, 0) + 1
        return f"{plain}.png" if self._used[plain] == 1 else f"{plain}-{self._used[plain]}.png"


def _save(image: Image.Image, path: Path) -> Path:
    image.save(path, dpi=(DOTS, DOTS))
    return path


def _list(folder: Path, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Path:
    path = folder / LIST
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([heads, *rows])
    return path
