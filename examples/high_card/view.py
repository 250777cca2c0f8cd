"""What a seat or a spectator may see of High Card, as plain data for screens."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from typing_extensions import TypedDict

from weatherdeck.games.multisets import COPIES
from weatherdeck.games.seen import Aside, Names, SeatNumber
from weatherdeck.kernel import count

from . import rules
from .rules import NONE, NUMBERS, State
from .words import text

Card: TypeAlias = Annotated[int, Names("card")]
"""The number that is printed on it."""


class Seat(TypedDict):
    """A player's cards and tricks."""

    hand: list[Card] | None
    """None while it is hidden from this viewer."""
    hand_size: int
    played: Card | None
    tricks: int


class Options(TypedDict):
    """The options that the game is played with."""

    free_play: bool


class View(TypedDict):
    """The whole table."""

    to_move: SeatNumber | None
    winning: SeatNumber | None
    seats: list[Seat]
    gone: Annotated[list[Card], Aside()]
    not_dealt: Annotated[int, Aside()]
    options: Annotated[Options, Aside()]
    winners: list[SeatNumber] | None


FACES = {"card": tuple(range(1, NUMBERS + 1))}


def view(s: State, seat: int | None) -> View:
    """The table as a seat sees it: its own hand, and everything face up."""
    over = rules.is_over(s)
    return {
        "to_move": None if over else s.to_move,
        "winning": s.winner if s.n_played else None,
        "seats": [_seat(s, other, other == seat) for other in range(s.players)],
        "gone": numbers(s.gone),
        "not_dealt": COPIES * NUMBERS - rules.HAND * s.players,
        "options": {"free_play": bool(s.free_play)},
        "winners": [w for w in range(s.players) if rules.winners(s) >> w & 1] if over else None,
    }


def _seat(s: State, seat: int, mine: bool) -> Seat:
    return {
        "hand": numbers(s.hand[seat]) if mine else None,
        "hand_size": s.hand_size[seat],
        "played": None if s.played[seat] == NONE else s.played[seat] + 1,
        "tricks": s.tricks[seat],
    }


def numbers(cards: int) -> list[int]:
    """A multiset as printed numbers, ascending."""
    return [n + 1 for n in range(NUMBERS) for _ in range(count(cards >> COPIES * n & 3))]


def things(s: State, action: int) -> tuple[str, ...]:
    """A card of the hand."""
    del s
    return (f"card:{text(action)}",)
