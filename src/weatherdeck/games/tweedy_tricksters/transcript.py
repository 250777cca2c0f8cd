"""Tweedy Tricksters in transcripts: dealer, hands and market as they were dealt, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...kernel import count
from ..entries import list_of
from ..events import Event
from . import rules
from .rules import BITS, COPIES, SEATS, State
from .words import CARD_TEXTS, card_texts


def chance(s: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The deal, where there was one."""
    if not any(event.name == "dealt" for event in events):
        return []
    hands = [card_texts(s.hidden[seat]) for seat in range(SEATS)]
    return [{"deal": {"dealer": s.dealer, "hands": hands, "market": card_texts(s.market)}}]


def force(s: State, events: Sequence[Event], entries: Sequence[Mapping[str, Any]]) -> None:
    """Deal as the transcript says."""
    for event, entry in zip([event for event in events if event.name == "dealt"], entries, strict=True):
        deal = entry.get("deal")
        if set(entry) != {"deal"} or not isinstance(deal, dict) or set(deal) != {"dealer", "hands", "market"}:
            raise ValueError("expected a deal with dealer, hands, market")
        dealer = _dealer(s, deal["dealer"], first=event["round"] == 0)
        hands = [
            multiset(hand, s.cards_dealt, f"the hand of seat {seat}")
            for seat, hand in enumerate(list_of(deal["hands"], SEATS, "hands"))
        ]
        market = multiset(deal["market"], rules.CARDS - SEATS * s.cards_dealt, "the market")
        for kind, text in enumerate(CARD_TEXTS):
            dealt = sum(count(cards & BITS[kind]) for cards in (*hands, market))
            if dealt != COPIES[kind]:
                raise ValueError(f"card {text} is dealt {dealt} times, and the deck has {COPIES[kind]} of it")
        s.hidden[:] = hands
        s.market = market
        rules.open_round(s, dealer)


def _dealer(s: State, dealer: object, *, first: bool) -> int:
    """TT-3, TT-11: random in the first round, and fixed from then on."""
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < SEATS:
        raise ValueError(f"expected a seat from 0 to {SEATS - 1} as dealer, not {dealer!r}")
    if not first and dealer != s.dealer:
        raise ValueError(f"the Dealer card has passed to seat {s.dealer}, but the deal names seat {dealer} (TT-11)")
    return dealer


def result(s: State) -> dict[str, Any]:
    """Scores, and the seats that won."""
    winning = rules.winners(s)
    return {"scores": list(s.score), "winners": [seat for seat in range(SEATS) if winning >> seat & 1]}


def multiset(cards: object, size: int, what: str) -> int:
    """Cards in notation, sorted as text, as a multiset."""
    found = 0
    for text in list_of(cards, size, what):
        if text not in CARD_TEXTS:
            raise ValueError(f"expected cards of the deck in {what}, not {text!r}")
        kind = CARD_TEXTS.index(text)
        if count(found & BITS[kind]) == COPIES[kind]:
            raise ValueError(f"{what} has more of card {text} than the deck, which has {COPIES[kind]}")
        found = rules.with_one(found, kind)
    if cards != card_texts(found):
        raise ValueError(f"expected the cards of {what} sorted as text")
    return found
