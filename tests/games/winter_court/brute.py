"""Every play that is possible, by brute force: an independent reading of WC-9 to WC-14 and WC-24, for comparison.

It knows nothing of reach or of card sets: it makes up every combination of cards and powers and keeps the legal ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from weatherdeck.games.winter_court import court
from weatherdeck.games.winter_court.notation import LETTERS, card_text, cards_in
from weatherdeck.games.winter_court.rules import COURT, State

SUITS = ["La", "Mi", "We", "Kn", "De", "Wi"]
Play = tuple[str, ...]
"""A play as the sequence of its steps, from `Kn9>B` to `commit`."""


def order(card: str) -> tuple[int, int]:
    return SUITS.index(card[:2]), int(card[2:])


def total(cards: Iterable[str | None]) -> int:
    return sum(int(card[2:]) for card in cards if card)


def every_play(s: State, hand: Iterable[str] | None = None) -> Iterator[Play]:
    """The plays that are legal at the start of a play, with the mover's hand or another one."""
    cards = sorted([card_text(card) for card in cards_in(s.hand[s.to_move])] if hand is None else hand, key=order)
    ready: set[str] = {court.POWERS[power] for power in range(8) if s.ready >> power & 1}
    for member, who in enumerate(COURT):
        suits = [SUITS[suit] for suit in who.suits]
        for played in cards:
            if played[:2] not in suits:
                continue
            other = [suit for suit in suits if suit != played[:2]]
            for added in _additions(cards, played, other, ready):
                for step in _finished(cards, played, added, s.rank[member], "fool" in ready):
                    yield (f"{played}>{LETTERS[member]}", *step)


Added = tuple[str | None, str | None, str | None]


def _additions(cards: list[str], played: str, other: list[str], ready: set[str]) -> Iterator[Added]:
    """What Knight, Lover and Matchmaker add: each a card or nothing, all different."""
    knights = [card for card in cards if "knight" in ready and card[:2] == "Mi"]
    lovers = [card for card in cards if "lover" in ready and card[:2] == "De"]
    matches = [card for card in cards if "matchmaker" in ready and card[:2] in other]
    for added in product([None, *knights], [None, *lovers], [None, *matches]):
        used = [played, *(card for card in added if card)]
        if len(set(used)) == len(used):
            yield added


def _finished(cards: list[str], played: str, added: Added, beat: int, fool: bool) -> Iterator[Play]:
    names = ("knight", "lover", "matchmaker")
    steps = [f"{name}:{card}" for name, card in zip(names, added, strict=True) if card]
    here = [played, *(card for card in added if card)]
    if fool and beat and total(here) < beat:
        yield ("fool", *steps, "commit")
    boosts = [
        card for card in cards if card not in here and int(card[2:]) <= 3 and card[:2] in {used[:2] for used in here}
    ]
    for number in range(1 << len(boosts)):
        chosen = [card for place, card in enumerate(boosts) if number >> place & 1]
        if total(here) + total(chosen) > beat:
            yield (*steps, *(f"boost:{card}" for card in chosen), "commit")


def next_steps(plays: Iterable[Play]) -> dict[Play, set[str]]:
    """For every beginning of a play, the steps that may follow it."""
    following: dict[Play, set[str]] = {}
    for play in plays:
        for at, step in enumerate(play):
            following.setdefault(play[:at], set()).add(step)
    return following
