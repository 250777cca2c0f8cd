"""What lies beside the cards of 4 Seasons: a reference card for each player, and a set-up card."""

from __future__ import annotations

from functools import partial

from ..art import Art
from ..pen import HEIGHT, MUTED, WIDTH, Pen, Piece, blank, paragraph
from ..pen import back as draw_back
from .rules import State
from .words import SUIT_NAMES

LEFT, ROOM = 5.5, WIDTH - 11
TOKENS = (
    "Discard any card of your hand into the Pit.",
    "Play no card to this trick (only before your card).",
    "Take any card of the Pit into your hand.",
    "Take a card of the trick and score it; it cannot win.",
)
SEASON = (
    "You need more cards of your own suit than any other player; wilds and won tokens count. All seasons win together, "
    "or none does."
)
DARKNESS = (
    "Alone: the most cards of a season in play; or more of a season not in play than all seasons together; or no trick "
    "at all."
)
LIGHT = "You know all roles and win with the seasons. What you take counts for nobody."
ROLES = (("Season", SEASON), ("Darkness", DARKNESS), ("Light", LIGHT))
SET_UP = (
    "1. Shuffle the role cards. Deal one to each player, face down; one is left over, unseen.",
    "2. Shuffle the cards and deal them; the last ones lie face up in the Pit.",
    "3. Everyone takes one token of each season.",
    "4. Look at your own role. With Light, turn this card over.",
    "5. Who has the highest wild leads.",
)
EYES = (
    "All lay their role in front of them and close their eyes.",
    "All turn their role face up, eyes closed.",
    "One player says: Light, open your eyes and look at the roles.",
    "After a while: Light, close your eyes.",
    "All turn their role face down. Then all open their eyes, and play begins.",
)


def aids(s: State) -> list[Piece]:
    """A reference card for each player and one set-up card."""
    return [
        Piece("reference card", _draw_tokens, copies=s.players, other=_draw_roles),
        Piece("set-up card", partial(_draw_steps, "Set-up", SET_UP), other=partial(_draw_steps, "Light's look", EYES)),
    ]


def draw_role_back(back: Art, pen: Pen) -> None:
    """Role cards have a back of their own: they are dealt apart from the deck."""
    draw_back(pen, {**back, "colour": back["bright"], "bright": back["colour"]})


def _heading(pen: Pen, title: str) -> float:
    blank(pen)
    pen.text(WIDTH / 2, 9, title, 6.5, bold=True, serif=True)
    return 14.0


def _draw_tokens(pen: Pen) -> None:
    y = _heading(pen, "Tokens")
    y = paragraph(pen, LEFT, y, "One in each of your turns, before or after your card.", 3.2, ROOM, colour=MUTED) + 1.2
    for season, does in zip(SUIT_NAMES, TOKENS, strict=False):
        pen.text(LEFT, y + 2.3, season, 4, bold=True, anchor="start")
        y = paragraph(pen, LEFT, y + 4.4, does, 3.2, ROOM) + 1
    pen.text(LEFT, HEIGHT - 6, "Won tokens count as cards of their suit.", 2.8, colour=MUTED, anchor="start")


def _draw_roles(pen: Pen) -> None:
    y = _heading(pen, "Roles")
    for name, wins in ROLES:
        pen.text(LEFT, y + 2.3, name, 4, bold=True, anchor="start")
        y = paragraph(pen, LEFT, y + 4.4, wins, 3.2, ROOM) + 1.4


def _draw_steps(title: str, steps: tuple[str, ...], pen: Pen) -> None:
    y = _heading(pen, title)
    for step in steps:
        y = paragraph(pen, LEFT, y, step, 3.3, ROOM) + 1.2
