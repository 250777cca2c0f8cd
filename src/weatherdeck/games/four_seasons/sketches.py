"""The pictures of RULES.md, drawn with the faces of the game: `python -m weatherdeck.games.four_seasons.sketches`."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..pen import INK, MUTED, TOKEN, WIDTH, Piece, SvgPen, box
from . import faces
from .rules import State
from .words import SUIT_WORDS, parse_card

FOLDER = Path(__file__).parent / "pictures"
FELT, DEEP, ACCENT = "#f0e2dd", "#e4d0c9", "#0b615a"  # web/src/look/tokens.css
PAGE = 640.0
CARD, DISC = 92.0, 44.0
"""How wide a card and a token are drawn."""
TALL = CARD * 88 / 63


def cards(pen: SvgPen) -> None:
    """A card of each suit, with the token of each season on it."""
    for n, card in enumerate(("Au9", "Wi3", "Sp11", "Su2", "Wd4")):
        x = 40 + n * 117
        _card(pen, card, x, 40)
        suit = SUIT_WORDS[n]
        _caption(pen, x + CARD / 2, 40 + TALL + 22, "Wild" if suit == "wild" else suit.capitalize(), bold=True)
        _caption(pen, x + CARD / 2, 40 + TALL + 42, "trump" if suit == "wild" else "card and token")
        if suit != "wild":
            _token(pen, suit, x + CARD - 14, 40)


def trick(pen: SvgPen) -> None:
    """Ann leads, Bob and Cid follow with tokens, Dee trumps."""
    played = (
        ("Ann", "Sp6", "leads Spring", ""),
        ("Bob", "Sp9", "follows", "autumn"),
        ("Cid", "Sp2", "follows", "summer"),
        ("Dee", "Wd1", "no Spring: trumps", ""),
    )
    for n, (name, card, what, token) in enumerate(played):
        x = 60 + n * 142
        won = name == "Dee"
        _caption(pen, x + CARD / 2, 28, name, bold=True)
        if won:
            pen.path(box(x - 5, 43, CARD + 10, TALL + 10, 11), ACCENT)
        _card(pen, card, x, 48)
        if token:
            _token(pen, token, x + CARD - 10, 54)
        _caption(pen, x + CARD / 2, 48 + TALL + 24, "wins: a wild" if won else what, bold=won)
    _caption(pen, PAGE / 2, 48 + TALL + 54, "Dee takes the four cards and the two tokens, and leads next.")


def roles(pen: SvgPen) -> None:
    """The role cards."""
    usual = State(season_lead=1, dark_lead=1)  # as the rulebook has it
    shown = ("autumn", "winter", "spring", "summer", "light", "darkness")
    for n, role in enumerate(shown):
        x = 24 + n * 101
        _draw(pen, faces.role(usual, role), x, 56, 88 / WIDTH)
    tall = 88 * 88 / 63
    for left, right, words in ((24, 513, "a team: they win or lose together"), (529, 617, "alone")):
        pen.path(f"M{left} 46v-8h{right - left}v8", None, MUTED, 1.5)
        _caption(pen, (left + right) / 2, 22, words, bold=True)
    _caption(pen, PAGE / 2, 56 + tall + 26, "Light only with five or six players, a second Darkness with six.")


@dataclass(frozen=True)
class Sketch:
    """A picture: its height, what it shows in words, and what draws it."""

    height: float
    about: str
    draw: Callable[[SvgPen], None]


PICTURES = {
    "cards": Sketch(
        232,
        "A card of each suit with its sign and letters: Autumn, Winter, Spring, Summer and Wild. The seasons also have "
        "round tokens.",
        cards,
    ),
    "trick": Sketch(
        254,
        "A trick: Ann leads Spring 6, Bob follows with Spring 9, Cid with Spring 2, and Dee, who has no Spring, wins "
        "with Wild 1 and takes the two tokens in the trick.",
        trick,
    ),
    "roles": Sketch(
        224,
        "The roles: Autumn, Winter, Spring, Summer and Light win or lose together as a team. Darkness is alone.",
        roles,
    ),
}


def svg(name: str) -> str:
    """A picture, as it is in its file."""
    sketch = PICTURES[name]
    height = sketch.height
    pen = SvgPen()
    pen.path(box(0, 0, PAGE, height, 22), FELT)
    pen.path(box(8, 8, PAGE - 16, height - 16, 16), None, DEEP, 1.5)
    sketch.draw(pen)
    said = html.escape(sketch.about)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE:g} {height:g}" width="{PAGE:g}" '
        f'height="{height:g}" role="img" aria-label="{said}"><title>{said}</title>{pen.drawn}</svg>\n'
    )


def _card(pen: SvgPen, card: str, x: float, y: float) -> None:
    _draw(pen, faces.card(parse_card(card)), x, y, CARD / WIDTH)


def _token(pen: SvgPen, season: str, x: float, y: float) -> None:
    _draw(pen, faces.token(season), x - DISC / 2, y - DISC / 2, DISC / TOKEN)


def _draw(pen: SvgPen, piece: Piece, x: float, y: float, scale: float) -> None:
    piece.draw(pen.at(x, y, scale))


def _caption(pen: SvgPen, x: float, y: float, words: str, *, bold: bool = False) -> None:
    pen.text(x, y, words, 14, colour=INK if bold else MUTED, bold=bold)


def main() -> None:
    """Write all of them."""
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(svg(name), encoding="utf-8")


if __name__ == "__main__":
    main()
