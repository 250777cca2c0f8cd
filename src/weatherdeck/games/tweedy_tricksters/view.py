"""What a seat or a spectator may see of Tweedy Tricksters, as plain data for screens."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from typing_extensions import TypedDict

from ...kernel import count
from ..seen import Aside, Names, SeatNumber
from . import rules
from .rules import BITS, KIND, KINDS, NONE, SEATS, SUITS, VALUE, State
from .words import CARD_TEXTS, SUIT_WORDS, Suit, pairs, text

Phase: TypeAlias = Literal["draft", "suits", "partners", "play", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)


class Card(TypedDict):
    """A card: its notation, and its values in Ravens, Foxes, Rats and Toads."""

    card: Annotated[str, Names("card")]
    values: list[int]


class Seat(TypedDict):
    """What lies in front of a player, and their hand."""

    score: int
    suit: Suit | None
    """The suit of the Suit card; None until one is taken."""
    partner: SeatNumber | None
    tricks: int
    drafted: list[Card]
    """Drafted cards that are not played yet: part of the hand, but known to everyone."""
    hand_size: int
    hand: list[Card] | None
    """What is left of the cards dealt; None while it is hidden from this viewer."""
    played: Card | None
    value: int | None
    """The value of the played card in the lead suit."""


class Partnership(TypedDict):
    """Two partners, their tricks, and the sum of what they have played to this trick."""

    seats: list[SeatNumber]
    tricks: int
    sum: int
    leading: bool


class View(TypedDict):
    """The whole table."""

    phase: Annotated[Phase, Aside()]
    round: Annotated[int, Aside()]
    trick: Annotated[int, Aside()]
    tricks: Annotated[int, Aside()]
    to_move: SeatNumber | None
    dealer: SeatNumber
    leader: SeatNumber | None
    lead_suit: Suit | None
    market: Annotated[list[Card], Names("take")]
    suits: list[Annotated[Suit, Names("suit")]]
    """Suit cards that nobody has taken yet."""
    partnerships: list[Partnership] | None
    seats: list[Seat]
    gone: Annotated[list[Card], Aside()]
    """The cards of the finished tricks."""
    target: int | None
    """The score that ends the game; None until it is set."""
    target_after: int
    """The round after which the target is set."""
    winners: list[SeatNumber] | None


def view(s: State, seat: int | None) -> View:
    """The table as a seat sees it: its own cards, and everything face up."""
    over = s.phase == rules.OVER
    return {
        "phase": PHASES[s.phase],
        "round": s.round + 1,
        "trick": min(s.trick + 1, rules.TRICKS),
        "tricks": rules.TRICKS,
        "to_move": None if over else s.to_move,
        "dealer": s.dealer,
        "leader": s.leader if s.phase == rules.PLAY else None,
        "lead_suit": SUIT_WORDS[s.suit[s.leader]] if s.phase == rules.PLAY else None,
        "market": _cards(s.market),
        "suits": [SUIT_WORDS[suit] for suit in range(SUITS) if suit not in s.suit],
        "partnerships": [_partnership(s, pair) for pair in pairs(s.pairing)] if s.pairing else None,
        "seats": [_seat(s, other, seat) for other in range(SEATS)],
        "gone": _gone(s),
        "target": s.target or None,
        "target_after": s.target_after,
        "winners": [w for w in range(SEATS) if rules.winners(s) >> w & 1] if over else None,
    }


def card(kind: int) -> Card:
    """A card: its notation, and its values in Ravens, Foxes, Rats and Toads."""
    return {"card": CARD_TEXTS[KIND[kind]], "values": list(VALUE[kind])}


FACES = {"card": tuple(card(kind) for kind in range(KINDS)), "suit": SUIT_WORDS}


def things(s: State, action: int) -> tuple[str, ...]:
    """Every action names one thing."""
    del s
    notation = text(action)
    return (notation if ":" in notation else f"card:{notation}",)


def _seat(s: State, other: int, seat: int | None) -> Seat:
    played = s.played[other]
    return {
        "score": s.score[other],
        "suit": SUIT_WORDS[s.suit[other]] if s.suit[other] != NONE else None,
        "partner": other ^ s.pairing if s.pairing else None,
        "tricks": s.tricks[other],
        "drafted": _cards(s.drafted[other]),
        "hand_size": s.hidden_size[other],
        "hand": _cards(s.hidden[other]) if other == seat else None,
        "played": card(played) if played != NONE else None,
        "value": rules.value_of(s, other) if played != NONE else None,
    }


def _partnership(s: State, pair: tuple[int, int]) -> Partnership:
    leading = rules.with_leader(s, pair[0])
    return {"seats": list(pair), "tricks": s.tricks[pair[0]], "sum": rules.side_sum(s, leading), "leading": leading}


def _gone(s: State) -> list[Card]:
    """The cards that everyone has seen, minus those still on the table or in a hand, by kind."""
    out: list[Card] = []
    for kind in range(KINDS):
        still = count(s.market & BITS[kind]) + s.played.count(kind)
        still += sum(count(s.drafted[seat] & BITS[kind]) for seat in range(SEATS))
        out += [card(kind)] * (count(s.shown & BITS[kind]) - still)
    return out


def _cards(cards: int) -> list[Card]:
    """A multiset of cards, by kind."""
    return [card(kind) for kind in range(KINDS) for _ in range(count(cards & BITS[kind]))]
