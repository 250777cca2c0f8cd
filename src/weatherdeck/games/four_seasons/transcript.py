"""4 Seasons in transcripts: roles, hands and Pit as they were dealt, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...kernel import count, lowest
from ..entries import list_of
from ..events import Event
from . import rules
from .deck import CARDS, ROLE, ROLE_SETS
from .rules import State
from .words import ROLE_WORDS, card_text, parse_card, seats_in

KEYS = ("dealer", "roles", "aside", "hands", "pit")


def chance(s: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The deal, where there was one."""
    if not any(event.name == "dealt" for event in events):
        return []
    seats = range(s.players)
    deal = {
        "dealer": rules.dealer(s),
        "roles": [ROLE_WORDS[s.role[seat]] for seat in seats],
        "aside": ROLE_WORDS[s.aside],
        "hands": [texts(s.hand[seat]) for seat in seats],
        "pit": texts(s.pit),
    }
    return [{"deal": deal}]


def force(s: State, events: Sequence[Event], entries: Sequence[Mapping[str, Any]]) -> None:
    """Deal as the transcript says; who leads follows from the hands (FS-7)."""
    for _, entry in zip([event for event in events if event.name == "dealt"], entries, strict=True):
        deal = entry.get("deal")
        if set(entry) != {"deal"} or not isinstance(deal, dict) or set(deal) != set(KEYS):
            raise ValueError(f"expected a deal with {', '.join(KEYS)}")
        if type(deal["dealer"]) is not int or deal["dealer"] != rules.dealer(s):
            raise ValueError(f"expected dealer {rules.dealer(s)} in round {s.round + 1}, not {deal['dealer']!r}")
        _force_roles(s, deal["roles"], deal["aside"])
        hands = list_of(deal["hands"], s.players, "hands")
        piles = [card_set(hand, s.cards_dealt, f"the hand of seat {seat}") for seat, hand in enumerate(hands)]
        deck = rules.deck_of(s)
        piles.append(card_set(deal["pit"], count(deck) - s.players * s.cards_dealt, "the Pit"))
        dealt = 0
        for pile in piles:
            if dealt & pile:
                raise ValueError(f"{card_text(lowest(dealt & pile))} is dealt twice")
            dealt |= pile
        wrong = dealt & ~deck
        if wrong:
            raise ValueError(f"{card_text(lowest(wrong))} is not in the game with {s.players} players")
        s.hand[: s.players] = piles[:-1]
        s.pit = piles[-1]
        rules.open_round(s)


def _force_roles(s: State, roles: object, aside: object) -> None:
    given = [*list_of(roles, s.players, "roles"), aside]
    wanted = sorted(ROLE_WORDS[ROLE[n]] for n in range(len(ROLE)) if ROLE_SETS[s.players, s.darknesses] >> n & 1)
    if sorted(map(str, given)) != wanted:
        raise ValueError(f"expected the roles {', '.join(wanted)}, one to each player and one aside, not {given}")
    s.role[: s.players] = [ROLE_WORDS.index(role) for role in given[:-1]]
    s.aside = ROLE_WORDS.index(given[-1])


def result(s: State) -> dict[str, Any]:
    """The seats that won; with `rounds`, also the points of all, in tenths."""
    winners = seats_in(rules.winners(s))
    if s.rounds == 0:
        return {"winners": winners}
    return {"tenths": list(s.tenths[: s.players]), "winners": winners}


def texts(cards: int) -> list[str]:
    """A set of cards, sorted as text."""
    return sorted(card_text(card) for card in range(CARDS) if cards >> card & 1)


def card_set(cards: object, size: int, what: str) -> int:
    """Cards as text, as a set."""
    given = list_of(cards, size, what)
    found = 0
    for text in given:
        found |= 1 << parse_card(str(text))
    if count(found) != size or given != texts(found):
        raise ValueError(f"expected the cards of {what} each once and sorted as text, like {', '.join(texts(found))}")
    return found
