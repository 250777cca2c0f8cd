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
from .words import Direction, Suit, placed, text, tricks

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
    """Where a card may be placed, what the tableau is worth then and why (WV-23), and whether it is complete."""

    place: Annotated[Direction, Names("place")]
    cell: int
    worth: int
    complete: bool
    centre: list[Suit]
    """The suit of the centre then; two while it is open (WV-19)."""
    matches: int
    """Of the worth, the points for outer matches and for the Bonus Token. The rest is for the number of cards."""
    bonus: int


class Closed(TypedDict):
    """A place beside the tableau where the card does not fit, and the suits of which the centre needs one (WV-18)."""

    cell: int
    needs: list[Suit]


class Placing(TypedDict):
    """The card being placed, and where it may lie or not."""

    seat: SeatNumber
    card: Card
    places: list[Place]
    closed: list[Closed]


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
        "rounds": s.rounds,
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
    seat, occupied = s.to_move, s.occupied[s.to_move]
    beside = rules.BESIDE[occupied] & ~occupied
    places: list[Place] = []
    closed: list[Closed] = []
    for place in range(PLACES):
        cell = CELL[place]
        if s.open_cells >> cell & 1:
            places.append(_open_place(s, place))
        elif beside >> cell & 1 and (needs := _middle_suits(s, seat, occupied | 1 << cell)):
            closed.append({"cell": cell, "needs": needs})
    return {"seat": seat, "card": card(s.to_place), "places": places, "closed": closed}


def _open_place(s: State, place: int) -> Place:
    after, seat = placed(s, place), s.to_move
    worth = rules.worth(after, seat, bool(s.ending))
    n = count(after.occupied[seat])
    return {
        "place": PLACE_WORDS[place],
        "cell": CELL[place],
        "worth": worth,
        "complete": n == rules.CORNERS,
        "centre": _middle_suits(after, seat, after.occupied[seat]),
        "matches": rules.match_points(after, seat),
        "bonus": rules.bonus_points(after, seat, worth < 0),
    }


def _middle_suits(s: State, seat: int, cells: int) -> list[Suit]:
    """The suits that the cards of a tableau show in the middle of a square around some cells; one for each square."""
    readings = rules.readings(s, seat)
    boxes = [box for box in range(rules.BOXES) if cells & ~rules.BOX[box] == 0]
    return [SUITS[suit] for box in boxes for suit in range(rules.SUITS) if readings >> box * rules.SUITS + suit & 1]


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
