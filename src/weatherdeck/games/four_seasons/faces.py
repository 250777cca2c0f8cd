"""The look of 4 Seasons: the cards, the role cards, and four tokens for each player."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..art import read_art
from ..numerals import counted, in_words
from ..pen import TOKEN, WHITE, WIDTH, Pen, Piece, blank, disc, sign
from .aids import aids, draw_role_back
from .deck import CARDS, RANKS, ROLE, ROLE_SETS, SEASONS
from .rules import NONE, State, deck_of
from .words import ROLE_WORDS, SUIT_NAMES, SUIT_WORDS, card_text

ART = read_art(__package__)
SIGNS, CARD = ART["signs"], ART["card"]
ROLE_BACK = partial(draw_role_back, ART["back"])
LIGHT_GOAL = ("that all", "seasons win")
SHOWN = (
    *("lead_suit", "pit"),
    *("tricks", "hand_size", "role", "tokens", "played", "token_played", "won", "known", "void"),
)
CARD_OF = {card_text(n): n for n in range(CARDS)}


def pieces(s: State) -> list[Piece]:
    """The deck, roles, reference cards and tokens for this many players."""
    deck, role_cards = deck_of(s), ROLE_SETS[s.players, s.darknesses]
    cards = [card(n) for n in range(CARDS) if deck >> n & 1]
    roles = [role(s, ROLE_WORDS[ROLE[n]]) for n in range(len(ROLE)) if role_cards >> n & 1]
    return [*cards, *roles, *aids(s), *(token(suit, copies=s.players) for suit in SUIT_WORDS[:SEASONS])]


def face(name: str, value: Any) -> Piece | None:
    """A card; a suit, season or role as a token."""
    del name
    if isinstance(value, dict) and value.get("text") in CARD_OF:
        return card(CARD_OF[value["text"]])
    return token(value) if isinstance(value, str) and value in SIGNS else None


def card(n: int) -> Piece:
    """A card of the deck."""
    suit, number = n // RANKS, n % RANKS + 1
    return Piece(f"{SUIT_NAMES[suit]} {number}", partial(_draw_card, SUIT_WORDS[suit], str(number)))


def _draw_card(suit: str, number: str, pen: Pen) -> None:
    blank(pen)
    inside = pen.at(0, 0, WIDTH / CARD["size"][0])
    scene(inside, suit)
    left, top, size = CARD["sign"]
    sign(inside, SIGNS[suit], left + size / 2, top + size / 2, size)
    for words, place in ((number, "number"), (SIGNS[suit]["letters"], "letters")):
        x, y, size = CARD[place]
        inside.text(x, y, words, size, colour=SIGNS[suit]["colour"], bold=True, serif=place == "number", anchor="start")


def scene(pen: Pen, suit: str) -> None:
    """What lies behind the sign of a suit, on a card of the size that art.json gives."""
    drawn = ART["scenes"][suit]
    for part in drawn["paths"]:
        colour = drawn["tint"] if part.get("tint") else drawn["wash"]
        if "line" in part:
            pen.path(part["path"], None, colour, part["line"])
        else:
            pen.path(part["path"], colour)


def role(s: State, name: str) -> Piece:
    """A role card."""
    drawn = partial(_draw_role, name, name.capitalize(), goal(s, name))
    return Piece(f"role {name.capitalize()}", drawn, other=ROLE_BACK)


def goal(s: State, role: str) -> tuple[str, str]:
    """What a role wants, in two lines (FS-20, FS-21)."""
    if role == "light":
        return LIGHT_GOAL
    if role != "darkness":
        return "most of", f"your own suit{_by(s.season_lead)}"
    if s.dark_tricks == NONE:
        return "most of", f"a season{_by(s.dark_lead)}"
    few = "no trick" if s.dark_tricks == 0 else f"at most {counted(s.dark_tricks, 'trick')}"
    return f"most of a season{_by(s.dark_lead)},", f"or {few}"


def _by(lead: int) -> str:
    """How far ahead "the most" must be."""
    return (" or a tie", "")[lead] if lead < 2 else f" by {in_words(lead)}"


def _draw_role(role: str, name: str, goal: tuple[str, str], pen: Pen) -> None:
    colour = SIGNS[role]["colour"]
    blank(pen, colour, colour)
    sign(pen, SIGNS[role], WIDTH / 2, 31, 44, WHITE, ground=colour)
    pen.text(WIDTH / 2, 62, name, 9, colour=WHITE, bold=True, serif=True)
    for line, words in enumerate(goal):
        pen.text(WIDTH / 2, 71 + 6.2 * line, words, 5.4, colour=WHITE)


def token(season: str, copies: int = 1) -> Piece:
    """A token, or several."""
    return Piece(f"token {season.capitalize()}", partial(_draw_token, SIGNS[season]), (TOKEN, TOKEN), copies)


def _draw_token(season: Any, pen: Pen) -> None:
    disc(pen, season["colour"])
    sign(pen, season, TOKEN / 2, TOKEN / 2 - 2.5, 21, WHITE, ground=season["colour"])
    pen.text(TOKEN / 2, 33, season["letters"], 4.5, colour=WHITE, bold=True)
