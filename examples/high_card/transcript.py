"""High Card in transcripts: the deal, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from weatherdeck.games import multisets
from weatherdeck.games.events import Event
from weatherdeck.games.multisets import COPIES
from weatherdeck.kernel import count

from . import rules
from .rules import HAND, NUMBERS, State
from .view import numbers


def chance(s: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The deal; nothing else is random."""
    if not any(event.name == "dealt" for event in events):
        return []
    hands = [numbers(s.hand[seat]) for seat in range(s.players)]
    return [{"deal": {"first": s.to_move, "hands": hands, "aside": numbers(s.aside)}}]


def force(s: State, events: Sequence[Event], entries: Sequence[Mapping[str, Any]]) -> None:
    """Deal as the transcript says."""
    if not any(event.name == "dealt" for event in events):
        return
    deal = entries[0].get("deal")
    if not isinstance(deal, dict) or set(deal) != {"first", "hands", "aside"}:
        raise ValueError("expected a deal with first, hands, aside")
    if type(deal["first"]) is not int or not 0 <= deal["first"] < s.players:
        raise ValueError(f"expected first to be a seat from 0 to {s.players - 1}, not {deal['first']!r}")
    if not isinstance(deal["hands"], list) or len(deal["hands"]) != s.players:
        raise ValueError(f"expected {s.players} hands")
    hands = [_multiset(hand) for hand in deal["hands"]]
    aside = _multiset(deal["aside"])
    if any(count(hand) != HAND for hand in hands):
        raise ValueError(f"expected {HAND} cards in each hand")
    printed = sorted(number for cards in (*hands, aside) for number in numbers(cards))
    if printed != numbers(rules.ALL_CARDS):
        raise ValueError("the cards dealt and aside are not the deck")
    for seat, hand in enumerate(hands):
        s.hand[seat] = hand
    s.aside = aside
    s.to_move = deal["first"]


def result(s: State) -> dict[str, Any]:
    """Tricks, and the seats that won."""
    winning = rules.winners(s)
    return {
        "tricks": s.tricks[: s.players],
        "winners": [seat for seat in range(s.players) if winning >> seat & 1],
    }


def _multiset(cards: object) -> int:
    found = 0
    if not isinstance(cards, list) or not all(type(number) is int and 1 <= number <= NUMBERS for number in cards):
        raise ValueError(f"expected a list of cards from 1 to {NUMBERS}, not {cards!r}")
    if cards != sorted(cards) or any(cards.count(number) > COPIES for number in cards):
        raise ValueError(f"expected cards in ascending order, each at most {COPIES} times, not {cards}")
    for number in cards:
        found = multisets.with_one(found, number - 1)
    return found
