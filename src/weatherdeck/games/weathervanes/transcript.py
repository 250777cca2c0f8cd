"""Weathervanes in transcripts: tokens, Displays and hands as they were dealt, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...kernel import count
from .. import multisets
from ..entries import list_of
from ..events import Event
from ..multisets import COPIES
from . import rules
from .rules import NUMBERS, SEATS, State
from .words import SUIT_LETTERS


def chance(s: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The deal, where there was one."""
    for event in events:
        if event.name == "dealt":
            hands = [numbers(s.hand[seat]) for seat in range(SEATS)]
            aside = {"aside": numbers(s.aside)}
            if event["round"] == 0:
                tokens = [SUIT_LETTERS[s.token[seat]] for seat in range(SEATS)]
                display = [s.display[seat] + 1 for seat in range(SEATS)]
                setup = {"tokens": tokens, "display": display, "hands": hands}
                return [{"deal": setup | aside if event["aside"] else setup}]
            return [{"deal": {"hands": hands, **aside}}]
    return []


def force(s: State, events: Sequence[Event], entries: Sequence[Mapping[str, Any]]) -> None:
    """Deal as the transcript says."""
    for event, entry in zip([event for event in events if event.name == "dealt"], entries, strict=True):
        deal = entry.get("deal")
        first = event["round"] == 0
        has_aside = not first or event["aside"] > 0  # by the rulebook the first deal leaves no card
        wanted = {"hands"} | ({"tokens", "display"} if first else set()) | ({"aside"} if has_aside else set())
        if not isinstance(deal, dict) or set(deal) != wanted:
            raise ValueError(f"expected a deal with {', '.join(sorted(wanted))}")
        pool = rules.ALL_CARDS if first else _pool(s)
        if first:
            _force_setup(s, deal)
            for card in s.display:
                pool = multisets.without(pool, card)
        hands = [multiset(hand, "a hand") for hand in list_of(deal["hands"], SEATS, "hands")]
        aside = multiset(deal["aside"], "aside") if has_aside else 0
        each = rules.cards_each(s, pool)
        dealt = aside
        for hand in hands:
            if count(hand) != each:
                raise ValueError(f"expected {each} cards in each hand, not {count(hand)}")
            if any(count(dealt >> COPIES * n & 3) + count(hand >> COPIES * n & 3) > COPIES for n in range(NUMBERS)):
                raise ValueError("a card is dealt more often than there are copies of it")
            dealt = multisets.merged(dealt, hand)
        if dealt != pool:
            raise ValueError(f"the cards dealt are not those of the pile: expected {numbers(pool)} in all")
        s.hand[:] = hands
        s.aside = aside


def _force_setup(s: State, deal: Mapping[str, Any]) -> None:
    tokens = list_of(deal["tokens"], SEATS, "tokens")
    if sorted(map(str, tokens)) != sorted(SUIT_LETTERS):
        raise ValueError(f"expected one token of each suit r, y, g and b, not {tokens}")
    display = list_of(deal["display"], SEATS, "display")
    shown = multiset(display, "display", in_order=False)
    assert count(shown) == SEATS
    s.token[:] = [SUIT_LETTERS.index(token) for token in tokens]
    s.display[:] = [number - 1 for number in display]
    rules.start_trick(s, s.token.index(rules.RED))


def _pool(s: State) -> int:
    pool = s.aside
    for hand in s.hand:
        pool = multisets.merged(pool, hand)
    return pool


def result(s: State) -> dict[str, Any]:
    """Scores, and the seats that won."""
    winning = rules.winners(s)
    return {"scores": list(s.score), "winners": [seat for seat in range(SEATS) if winning >> seat & 1]}


def numbers(cards: int) -> list[int]:
    """A multiset as printed numbers, ascending."""
    return [n + 1 for n in range(NUMBERS) for _ in range(count(cards >> COPIES * n & 3))]


def multiset(cards: object, what: str, in_order: bool = True) -> int:
    """Printed numbers as a multiset."""
    found = 0
    for number in list_of(cards, None, what):
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= NUMBERS:
            raise ValueError(f"expected cards 1 to {NUMBERS} in {what}, not {number!r}")
        if count(found >> COPIES * (number - 1) & 3) == COPIES:
            raise ValueError(f"there are only two copies of card {number}, {what} has more")
        found = multisets.with_one(found, number - 1)
    if in_order and list(list_of(cards, None, what)) != numbers(found):
        raise ValueError(f"expected the cards of {what} in ascending order")
    return found
