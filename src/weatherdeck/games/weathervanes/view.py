"""What a seat or a spectator may see of Weathervanes, as plain data for screens."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from typing_extensions import TypedDict

from ...kernel import count, lowest
from ..multisets import COPIES, FIRST_COPIES
from ..seen import Aside, Names, SeatNumber
from . import rules
from .rules import CELL, CORNERS, MIDDLE, NONE, PLACE_OF, PLACES, SEATS, SUIT, State
from .words import PLACES as PLACE_WORDS
from .words import SUIT_LETTERS as SUITS
from .words import Direction, Suit, text, tricks

Phase: TypeAlias = Literal["play", "place", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)


class Card(TypedDict):
    """A card: its number, and its suits clockwise from the top left corner."""

    number: Annotated[int, Names("card")]
    suits: str


class Laid(TypedDict):
    """A card of a tableau: its cell in a grid of 3 x 3, and where it lies as seen from the first card."""

    cell: int
    place: Direction | None
    """None for the first card itself."""
    card: Card


class Place(TypedDict):
    """Where a card may be placed, what the tableau is worth then, and whether it is complete."""

    place: Annotated[Direction, Names("place")]
    cell: int
    worth: int
    complete: bool


class Placing(TypedDict):
    """The card being placed, and where it may lie."""

    seat: SeatNumber
    card: Card
    places: list[Place]


class Seat(TypedDict):
    """What lies in front of a player, and their hand."""

    score: int
    token: Suit
    display: Card | None
    """None while it is taken."""
    played: Card | None
    corner: int | None
    """The corner of this seat's card that lies at the centre."""
    takes: SeatNumber | None
    """Whose Display this seat takes if the card that is winning now wins the trick (WV-12)."""
    tableau: list[Laid]
    worth: int
    hand_size: int
    hand: list[Card] | None
    """None while it is hidden from this viewer."""


class Options(TypedDict):
    """The options that the game is played with."""

    constrained_lead: bool
    partial_misere: bool
    bonus_no_kens: bool


class View(TypedDict):
    """The whole table."""

    phase: Annotated[Phase, Aside()]
    ending: Annotated[bool, Aside()]
    """The last Display cards are being placed (WV-27)."""
    round: Annotated[int, Aside()]
    rounds: Annotated[int, Aside()]
    trick: Annotated[int, Aside()]
    tricks: Annotated[int, Aside()]
    to_move: SeatNumber | None
    leader: SeatNumber
    heading: SeatNumber | None
    """The trick points between this seat and the next."""
    lead_suit: Suit | None
    winning: SeatNumber | None
    seats: list[Seat]
    placing: Placing | None
    discarded: Annotated[list[Card], Aside()]
    left_over: Annotated[int, Aside()]
    options: Annotated[Options, Aside()]
    winners: list[SeatNumber] | None


def view(s: State, seat: int | None) -> View:
    """The table as a seat sees it: its own hand, and everything face up."""
    return {
        "phase": PHASES[s.phase],
        "ending": bool(s.ending),
        "round": s.round + 1,
        "rounds": rules.ROUNDS,
        "trick": s.trick + 1,
        "tricks": tricks(s),
        "to_move": None if s.phase == rules.OVER else s.to_move,
        "leader": s.leader,
        "heading": s.heading if s.n_played else None,
        "lead_suit": SUITS[s.lead_suit] if s.n_played else None,
        "winning": s.winner if s.n_played else None,
        "seats": [_seat(s, other, seat) for other in range(SEATS)],
        "placing": _placing(s),
        "discarded": _cards(s.discard),
        "left_over": s.aside_size,
        "options": {
            "constrained_lead": bool(s.constrained_lead),
            "partial_misere": bool(s.partial_misere),
            "bonus_no_kens": bool(s.bonus_no_kens),
        },
        "winners": [w for w in range(SEATS) if rules.winners(s) >> w & 1] if s.phase == rules.OVER else None,
    }


def card(n: int) -> Card:
    """A card: its number, and its suits clockwise from the top left corner."""
    return {"number": n + 1, "suits": "".join(SUITS[suit] for suit in SUIT[n])}


FACES = {"card": tuple(card(n) for n in range(len(SUIT)))}


def things(s: State, action: int) -> tuple[str, ...]:
    """`5b` names card 5 and its blue corner; `@ne` names a place.

    Once a trick has its heading, only one corner of a card can lie at the centre, so there the card alone is enough.
    """
    notation = text(action)
    if notation.startswith("@"):
        return (f"place:{notation[1:]}",)
    named = f"card:{notation[:-1]}"
    if s.n_played and action % CORNERS == rules.corner_at_centre(s.to_move, s.heading):
        return (named,)
    return (named, f"corner:{notation[-1]}")


def _seat(s: State, other: int, seat: int | None) -> Seat:
    centre = rules.corner_at_centre(other, s.heading)
    return {
        "score": s.score[other],
        "token": SUITS[s.token[other]],
        "display": _card(s.display[other]),
        "played": _card(s.played[other]),
        "corner": centre if s.n_played else None,
        "takes": _takes(s, other) if s.n_played else None,
        "tableau": [
            {"cell": cell, "place": PLACE_WORDS[PLACE_OF[cell]] if cell != MIDDLE else None, "card": card(n)}
            for cell, n in enumerate(s.tableau[other].tolist())
            if n != NONE
        ],
        "worth": rules.worth(s, other, False) if s.occupied[other] else 0,
        "hand_size": s.hand_size[other],
        "hand": _cards(s.hand[other]) if other == seat else None,
    }


def _takes(s: State, seat: int) -> int:
    return (s.heading + 1 + (seat - s.winner) % SEATS) % SEATS


def _placing(s: State) -> Placing | None:
    """The card being placed, where it may lie, and what the tableau would then be worth."""
    if s.to_place == NONE:
        return None
    places: list[Place] = []
    for place in range(PLACES):
        if s.open_cells >> CELL[place] & 1:
            after = s.copy()
            after.tableau[s.to_move, CELL[place]] = s.to_place
            after.occupied[s.to_move] |= 1 << CELL[place]
            worth = rules.worth(after, s.to_move, bool(s.ending))
            complete = count(after.occupied[s.to_move]) == rules.CORNERS
            word = PLACE_WORDS[place]
            places.append({"place": word, "cell": CELL[place], "worth": worth, "complete": complete})
    return {"seat": s.to_move, "card": card(s.to_place), "places": places}


def _card(n: int) -> Card | None:
    return None if n == NONE else card(n)


def _cards(cards: int) -> list[Card]:
    """A multiset of cards, by number."""
    out: list[Card] = []
    firsts = cards & FIRST_COPIES
    while firsts:
        n = lowest(firsts) >> 1
        firsts &= firsts - 1
        out += [card(n)] * count(cards >> COPIES * n & 3)
    return out
