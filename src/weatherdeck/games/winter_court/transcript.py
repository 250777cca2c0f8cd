"""Winter Court in transcripts: who goes first, hands, draws, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from ...kernel import count
from ..events import Event
from . import rules
from .notation import card_of, card_text, cards_in
from .reach import NONE
from .rules import SEATS, State

By: TypeAlias = Literal["royals", "status", "letter", "draw"]


def chance(s: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The deal, or the cards that were drawn."""
    for event in events:
        if event.name == "dealt":
            return [{"deal": {"first": event["first"], "hands": [texts(hand) for hand in s.hand]}}]
    drawn = [card_text(event["card"]) for event in events if event.name == "drew"]
    return [{"chance": {"draw": drawn}}] if drawn else []


def force(s: State, events: Sequence[Event], entries: Sequence[Mapping[str, Any]]) -> None:
    """Deal and draw as the transcript says."""
    for entry in entries:
        if any(event.name == "dealt" for event in events):
            _force_deal(s, entry)
        else:
            _force_draw(s, [event for event in events if event.name == "drew"], entry)


def _force_deal(s: State, entry: Mapping[str, Any]) -> None:
    deal = entry.get("deal")
    if set(entry) != {"deal"} or not isinstance(deal, dict) or set(deal) != {"first", "hands"}:
        raise ValueError("expected a deal with first, hands")
    first = deal["first"]
    if isinstance(first, bool) or first not in range(SEATS):
        raise ValueError(f"expected first to be a seat, 0 or 1, not {first!r}")
    if s.first not in (NONE, first):
        raise ValueError(f"by its option, seat {s.first} goes first, not {first}")
    if not isinstance(deal["hands"], list) or len(deal["hands"]) != SEATS:
        raise ValueError("expected hands as a list of two")
    hands = [_hand(hand) for hand in deal["hands"]]
    for seat, hand in enumerate(hands):
        size = s.first_hand if seat == first else s.second_hand
        if count(hand) != size:
            raise ValueError(f"expected {size} cards in the hand of seat {seat}, not {count(hand)}")
    if hands[0] & hands[1]:
        raise ValueError(f"{texts(hands[0] & hands[1])[0]} is dealt twice")
    s.hand[:] = hands
    s.hand_size[:] = [count(hand) for hand in hands]
    rules.start_turn(s, first)


def _hand(hand: object) -> int:
    cards = _distinct(hand)
    if hand != texts(cards):
        raise ValueError(f"expected the cards of a hand sorted as text: {texts(cards)}")
    return cards


def _force_draw(s: State, drawn: Sequence[Event], entry: Mapping[str, Any]) -> None:
    """Put the cards drawn by chance back onto the pile, and take those of the transcript."""
    chance = entry.get("chance")
    if set(entry) != {"chance"} or not isinstance(chance, dict) or set(chance) != {"draw"}:
        raise ValueError("expected a chance with draw")
    cards = _distinct(chance["draw"])
    if count(cards) != len(drawn):
        raise ValueError(f"expected {len(drawn)} card{'s' if len(drawn) > 1 else ''} to be drawn, not {count(cards)}")
    before = sum(1 << event["card"] for event in drawn)
    seat = drawn[0]["seat"]
    elsewhere = (rules.open_cards(s) | s.hand[0] | s.hand[1] | s.drawn) & ~before
    if cards & elsewhere:
        raise ValueError(f"{texts(cards & elsewhere)[0]} is not in the draw pile")
    if s.phase == rules.KEEP:
        s.drawn = cards
    else:
        s.hand[seat] = s.hand[seat] & ~before | cards


def _distinct(cards: object) -> int:
    if not isinstance(cards, list) or not all(isinstance(text, str) for text in cards):
        raise ValueError(f"expected a list of cards, like Kn9, not {cards!r}")
    found = 0
    for text in cards:
        card = card_of(text)
        if found >> card & 1:
            raise ValueError(f"there is only one {text}")
        found |= 1 << card
    return found


def result(s: State) -> dict[str, Any]:
    """The winner (a seat, or None), by what, and the status of both."""
    winner = rules.winner(s)
    status = [rules.status(s, seat) for seat in range(SEATS)]
    return {"winner": None if winner == NONE else winner, "by": by(s), "status": status}


def by(s: State) -> By:
    """What decided a game that is over: royals, status, letter or (nobody controls anyone) draw."""
    winner = rules.winner(s)
    if winner == NONE:
        return "draw"
    if rules.has_enough_royals(s, winner):
        return "royals"
    return "status" if rules.status(s, 0) != rules.status(s, 1) else "letter"


def texts(cards: int) -> list[str]:
    """A set of cards in notation, sorted as text."""
    return sorted(card_text(card) for card in cards_in(cards))
