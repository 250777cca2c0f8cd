"""What a game looks like: its `art.json`, one file for the browser, the terminal, print and notebooks.

Every screen reads these parts, and so do the tables that know no game:

`box`     the square that the paths below are drawn in: left, top, width, height
`signs`   how the words of a view look, by the word (`autumn`, `r`, `La`): a suit, a colour, a role. Of each:
          `letters`   what stands for it in text: one to three letters
          `colour`    of its surface
          `ink`       of its letters on a light card, where `colour` would be too light for them
          `bright`    of the sign alone, where `colour` is darker so that white letters can be read on it
          `symbol`    one character that looks like it, for the terminal
          `paths`     the sign as SVG paths: filled, or a `line` of a width; a `vein` has the colour of what lies below
`felt`    what its table is covered with, from the middle to the edge: `light` and `dark`, two colours each
`back`    the back of its cards, drawn on a card that is 100 wide. Of it:
          `colour`    of the ground
          `bright`    of the pattern on it
          `tile`      width and height of one piece of the pattern; as many as fit are laid out, and nothing is cut off
          `paths`     that piece, as SVG paths: filled, or a `line` of a width
          `emblem`    in the middle, in a square of 100: paths, drawn in white on a disc

A sign needs `letters` and `colour`; the rest is optional. Whatever else is in the file is for the game's own screens. A
game can do without the file: its pieces are then drawn as text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, TypeAlias

from ..reading import ENCODING

Art: TypeAlias = Mapping[str, Any]

COLOURS = ("colour", "ink", "bright")
COLOUR = "#[0-9a-f]{6}"


def read_art(package: str | None) -> Any:
    """The art.json in a game's folder; None if it has none."""
    assert package is not None
    file = files(package).joinpath("art.json")
    return json.loads(file.read_text(encoding=ENCODING)) if file.is_file() else None


def flaws(art: Art) -> Iterator[str]:
    """What of the art cannot be drawn by a table that knows no game: nothing, if it is as described above."""
    signs = art.get("signs", {})
    box = art.get("box")
    if "felt" in art:
        yield from _flaws_of_felt(art["felt"])
    if not isinstance(signs, dict):
        yield "signs is not an object"
        return
    for word, sign in signs.items():
        yield from (f"the sign {word!r} {flaw}" for flaw in _flaws_of(sign))
        if sign.get("paths") and not (isinstance(box, list) and len(box) == 4):
            yield f"the sign {word!r} has paths, and the file has no box of four numbers"

    if "back" in art:
        yield from (f"the back {flaw}" for flaw in _flaws_of_back(art["back"]))


def _flaws_of_back(back: Mapping[str, Any]) -> Iterator[str]:
    for key in ("colour", "bright"):
        if not re.fullmatch("#[0-9a-f]{6}", str(back.get(key))):
            yield f"has the {key} {back.get(key)!r}, not one like #2c5a55"
    tile = back.get("tile")
    if not (isinstance(tile, list) and len(tile) == 2 and all(5 <= side <= 90 for side in tile)):
        yield f"has the tile {tile!r}, not a width and a height from 5 to 90"
    for part in ("paths", "emblem"):
        drawn = back.get(part)
        if not drawn or any(not isinstance(one.get("path"), str) or one.keys() - {"path", "line"} for one in drawn):
            yield f"has {part} that are not objects with path and line: {drawn!r}"


def _flaws_of_felt(felt: Any) -> Iterator[str]:
    colours = [*felt.get("light", ()), *felt.get("dark", ())] if isinstance(felt, dict) else []
    if len(colours) != 4 or not all(re.fullmatch(COLOUR, str(colour)) for colour in colours):
        yield "felt needs two colours for light and two for dark, each like #2f8f5b"


def _flaws_of(sign: Mapping[str, Any]) -> Iterator[str]:
    letters = sign.get("letters")
    if not isinstance(letters, str) or not 1 <= len(letters) <= 3:
        yield f"needs one to three letters, not {letters!r}"
    if "colour" not in sign:
        yield "has no colour"
    for key in COLOURS:
        if key in sign and not re.fullmatch(COLOUR, str(sign[key])):
            yield f"has the {key} {sign[key]!r}, not one like #2f8f5b"
    if len(sign.get("symbol", "x")) != 1:
        yield f"has the symbol {sign['symbol']!r}, not one character"
    for path in sign.get("paths", ()):
        if (
            not isinstance(path, dict)
            or not isinstance(path.get("path"), str)
            or path.keys() - {"path", "line", "vein"}
        ):
            yield f"has a path that is not an object with path, line and vein: {path!r}"
