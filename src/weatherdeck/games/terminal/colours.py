"""The colours of the terminal table, light and dark: the tokens of the browser (web/src/look/tokens.css)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color
from rich.style import Style


@dataclass(frozen=True)
class Colours:
    """One look, light or dark. The faces of cards stay light, so that the colours of suits stay the same."""

    name: str
    dark: bool
    paper: str
    table: str
    panel: str  # plates and bars
    ink: str
    muted: str
    line: str
    accent: str  # my turn, and what I may choose
    on_accent: str
    face: str = "#fffdf7"
    face_ink: str = "#22302f"
    face_muted: str = "#5d6b67"


LIGHT = Colours(
    name="weatherdeck-light",
    dark=False,
    paper="#f6f1e6",
    table="#dfe7e1",
    panel="#fffdf7",
    ink="#22302f",
    muted="#4e5b57",
    line="#b9c4bd",
    accent="#0b615a",
    on_accent="#ffffff",
)

DARK = Colours(
    name="weatherdeck-dark",
    dark=True,
    paper="#14201f",
    table="#1d2d2b",
    panel="#243532",
    ink="#eef3ef",
    muted="#9db0aa",
    line="#3a4d49",
    accent="#4fd1c0",
    on_accent="#0d2421",
)


@lru_cache(maxsize=4096)
def style(ink: str | None = None, ground: str | None = None, *, bold: bool = False, underline: bool = False) -> Style:
    """A style; None keeps what is beneath."""
    return Style(
        color=Color.parse(ink) if ink else None,
        bgcolor=Color.parse(ground) if ground else None,
        bold=bold or None,
        underline=underline or None,
    )


@lru_cache(maxsize=1024)
def blend(colour: str, ground: str, share: float) -> str:
    """A colour mixed with the ground, by its share: what is inactive is faded but stays readable."""
    parts = []
    for at in (1, 3, 5):
        over, under = int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)
        parts.append(round(over * share + under * (1 - share)))
    return "#{:02x}{:02x}{:02x}".format(*parts)


@lru_cache(maxsize=256)
def ink_on(ground: str) -> str:
    """The ink that can be read on a ground."""
    red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    return "#22302f" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"
