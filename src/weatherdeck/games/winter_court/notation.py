"""The notation of Winter Court (`Kn9>B`, `boost:Kn1`), and the names of cards and members."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias, get_args

from . import court, rules
from .reach import CARDS, DEVOTION, LOW, MIGHT, RANKS, SUITS
from .rules import COURT, MEMBERS, PER_SUIT, SWAYED

LETTERS = court.LETTERS
SUIT_NAMES = court.SUITS
SuitLetters: TypeAlias = Literal["La", "Mi", "We", "Kn", "De", "Wi"]
SUIT_LETTERS: tuple[SuitLetters, ...] = get_args(SuitLetters)  # the first two of each name
SHORT = {  # actions without a card or member
    rules.A_FOOL: "fool",
    rules.A_COMMIT: "commit",
    rules.A_STEWARD: "steward",
    rules.A_WIZARD: "wizard",
    rules.A_PASS1: "pass1",
    rules.A_PASS2: "pass2",
    rules.A_DRAW0: "draw0",
    rules.A_DRAW1: "draw1",
}
WITH_CARD = {  # the first action of each kind, and the cards that the actions run over
    "knight": (rules.A_KNIGHT, range(RANKS * MIGHT, RANKS * MIGHT + RANKS)),
    "lover": (rules.A_LOVER, range(RANKS * DEVOTION, RANKS * DEVOTION + RANKS)),
    "matchmaker": (rules.A_MATCHMAKER, range(CARDS)),
    "boost": (rules.A_BOOST, [RANKS * suit + low for suit in range(SUITS) for low in range(LOW)]),
    "sage": (rules.A_SAGE, range(CARDS)),
    "discard": (rules.A_DISCARD, range(CARDS)),
}

SWAYING = tuple(  # [member] -> the cards that may be played on it
    sum(((1 << RANKS) - 1) << RANKS * suit for suit in who.suits) for who in COURT
)


# ---------------------------------------------------------------- cards
def card_text(card: int) -> str:
    """`Kn9`: Knowledge 9."""
    return f"{SUIT_LETTERS[card // RANKS]}{card % RANKS + 1}"


def card_of(text: str) -> int:
    """The card of a notation."""
    if text[:2] in SUIT_LETTERS and re.fullmatch(r"[1-9]|10", text[2:], re.ASCII):
        return SUIT_LETTERS.index(text[:2]) * RANKS + int(text[2:]) - 1
    raise ValueError(
        f"{text!r} is not a card: expected a suit ({', '.join(SUIT_LETTERS)}) and a rank from 1 to 10, such as Kn9"
    )


def cards_in(cards: int) -> list[int]:
    """A set of cards as a list, ascending."""
    return [card for card in range(CARDS) if cards >> card & 1]


# ---------------------------------------------------------------- actions
def text(action: int) -> str:
    """`Kn9>B`, `boost:Kn1`, `charlatan:A`, `commit` and so on."""
    if not 0 <= action < rules.ACTIONS:
        raise ValueError(f"actions of Winter Court are numbered 0 to {rules.ACTIONS - 1}, not {action}")
    if action in SHORT:
        return SHORT[action]
    if action < rules.A_FOOL:
        card, member = play_of(action)
        return f"{card_text(card)}>{LETTERS[member]}"
    if rules.A_CHARLATAN <= action < rules.A_CHARLATAN + MEMBERS:
        return f"charlatan:{LETTERS[action - rules.A_CHARLATAN]}"
    word, card = with_card(action)
    return f"{word}:{card_text(card)}"


def play_of(action: int) -> tuple[int, int]:
    """The card and the member of a play."""
    card, place = divmod(action, PER_SUIT)
    return card, SWAYED[card // RANKS * PER_SUIT + place]


def with_card(action: int) -> tuple[str, int]:
    """The word and the card of an action that names one."""
    for word, (first, cards) in WITH_CARD.items():
        if first <= action < first + len(cards):
            return word, cards[action - first]
    raise ValueError(f"action {action} names no card")


def parse(notation: str) -> int:
    """The action of a notation."""
    for action, word in SHORT.items():
        if notation == word:
            return action
    word, colon, rest = notation.partition(":")
    if colon and word == "charlatan":
        return rules.A_CHARLATAN + _member_of(rest)
    if colon and word in WITH_CARD:
        first, cards = WITH_CARD[word]
        card = card_of(rest)
        if card not in cards:
            what = "a rank of 1 to 3" if word == "boost" else f"a {SUIT_NAMES[cards[0] // RANKS]} card"
            raise ValueError(f"{notation!r} is not a Winter Court move: {word} takes {what}")
        return first + cards.index(card)
    played, arrow, letter = notation.partition(">")
    if arrow:
        card, member = card_of(played), _member_of(letter)
        suit = card // RANKS
        swayed = SWAYED[suit * PER_SUIT : (suit + 1) * PER_SUIT]
        if member not in swayed:
            named = ", ".join(f"{LETTERS[m]} (the {COURT[m].name})" for m in swayed)
            raise ValueError(f"{SUIT_NAMES[suit]} does not sway the {COURT[member].name}, only {named} (WC-9)")
        return card * PER_SUIT + int(swayed.index(member))
    raise ValueError(
        f"{notation!r} is not a Winter Court move: expected a play, such as Kn9>B; a step of a play, such as fool, "
        f"knight:Mi5, lover:De3, matchmaker:Wi4, boost:Kn1 or commit; a power, such as steward, sage:Kn9, charlatan:A "
        f"or wizard; or one of pass1, pass2, draw0, draw1 and discard:Kn2"
    )


def _member_of(letter: str) -> int:
    if len(letter) == 1 and letter in LETTERS:
        return LETTERS.index(letter)
    raise ValueError(f"{letter!r} is not a member of the court: expected a letter from A to L")


# ---------------------------------------------------------------- names
def card_name(card: int) -> str:
    """Knowledge 9."""
    return f"{SUIT_NAMES[card // RANKS]} {card % RANKS + 1}"


def member_name(member: int) -> str:
    """The Consort."""
    return f"the {COURT[member].name}"


def holder(power: int) -> str:
    """The member that has a power."""
    return member_name(rules.HOLDER[power])
