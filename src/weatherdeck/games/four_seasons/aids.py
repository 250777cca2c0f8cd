"""What lies beside the cards of 4 Seasons: a reference card for each player, and a set-up card."""

from __future__ import annotations

from functools import partial

from ..art import Art
from ..numerals import counted, in_words
from ..pen import HEIGHT, MUTED, WIDTH, Pen, Piece, blank, paragraph
from ..pen import back as draw_back
from .rules import NONE, State
from .words import SUIT_NAMES

LEFT, ROOM = 5.5, WIDTH - 11
TOKENS = (
    "Discard any card of your hand into the Pit.",
    "Play no card to this trick (only before your card).",
    "Take any card of the Pit into your hand.",
    "Take a card of the trick and score it; it cannot win.",
)
LIGHT = "You know all roles and win with the seasons. What you take counts for nobody."
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
        Piece("reference card", _draw_tokens, copies=s.players, other=partial(_draw_roles, roles(s))),
        Piece("set-up card", partial(_draw_steps, "Set-up", SET_UP), other=partial(_draw_steps, "Light's look", EYES)),
    ]


def roles(s: State) -> tuple[tuple[str, str], ...]:
    """Each kind of role, and how it wins (FS-19 to FS-21)."""
    return ("Season", _season(s)), ("Darkness", _darkness(s)), ("Light", LIGHT)


def _season(s: State) -> str:
    most = f"{_more(s.season_lead, 'cards of your own suit')} any other player"
    return f"You need {most}; wilds and won tokens count. All seasons win together, or none does."


def _darkness(s: State) -> str:
    if s.dark_lead == 1:
        most = "the most cards of a season in play; or more of a season not in play than all seasons together"
    else:
        most = f"{_more(s.dark_lead, 'cards of a season in play')} any other player; or the same "
        most += "of a season not in play, against all seasons together"
    if s.dark_tricks == NONE:
        return f"Alone: {most}."
    few = "no trick at all" if s.dark_tricks == 0 else f"at most {counted(s.dark_tricks, 'trick')}"
    return f"Alone: {most}; or {few}."


def _more(lead: int, cards: str) -> str:
    """`more cards than`, or by how many."""
    if lead == 0:
        return f"as many {cards} as"
    return f"more {cards} than" if lead == 1 else f"at least {in_words(lead)} more {cards} than"


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


def _draw_roles(roles: tuple[tuple[str, str], ...], pen: Pen) -> None:
    y = _heading(pen, "Roles")
    for name, wins in roles:
        pen.text(LEFT, y + 2.3, name, 4, bold=True, anchor="start")
        y = paragraph(pen, LEFT, y + 4.4, wins, 3.2, ROOM) + 1.4


def _draw_steps(title: str, steps: tuple[str, ...], pen: Pen) -> None:
    y = _heading(pen, title)
    for step in steps:
        y = paragraph(pen, LEFT, y, step, 3.3, ROOM) + 1.2
