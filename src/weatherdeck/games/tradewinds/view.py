"""What a seat or a spectator may see of Tradewinds, as plain data for screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias, cast

from typing_extensions import TypedDict

from ..events import Event
from ..seen import Aside, Grid, Names, SeatNumber
from . import rules
from .board import Wind, face_up, foresee, piles_of
from .rules import COMPLETES, DIGITS, NONE, PILES, SEATS, State
from .words import LETTERS, SIDE_LETTERS, SIDES, Letter, Side, SideLetter, tally, text, texts

Complete: TypeAlias = Annotated[str, Names("card")]
"""A Complete: the letters of its pattern, colour and shape."""
PileNumber: TypeAlias = int
"""0 to 8, row by row from the north-west."""


class ByCharacteristic(TypedDict):
    """A number for each characteristic, by its letter."""

    F: int
    P: int
    H: int
    R: int
    G: int
    B: int
    C: int
    S: int
    T: int


class Covering(TypedDict):
    """A Complete beside the board, and whether a True lies on each side of it (N, E, S, W)."""

    complete: str
    true: list[bool]


class Pile(TypedDict):
    """A pile: the number of cards face down and, above them, the faces that were seen; the last one is on top."""

    down: int
    up: list[Letter]
    gap: bool


class Seat(TypedDict):
    """A player: the side they sit at, their hand, and what they have collected."""

    side: Side
    hand_size: int
    hand: list[Complete] | None
    """None while it is hidden from this viewer."""
    collected: ByCharacteristic
    scored: int
    """Collected Singles that count 1."""
    deducted: int
    """Collected Singles that do not score."""


Move = TypedDict(
    "Move",
    {
        "single": Letter,
        "from": PileNumber,
        "over": list[PileNumber],
        "to": PileNumber | None,
        "collector": SeatNumber | None,
        "points": int,
    },
)
"""A Single on its way: from a pile, over gaps, to a pile or to the seat that collects it."""


class Preview(TypedDict):
    """What the wind of a Complete would do."""

    moves: list[Move]
    score: int
    emptied: list[PileNumber]
    turned_up: list[PileNumber]


class Options(TypedDict):
    """The options that the game is played with."""

    first: SideLetter | None
    open_hands: bool


class View(TypedDict):
    """The whole table."""

    phase: Annotated[Literal["play", "over"], Aside()]
    turn: Annotated[int, Aside()]
    turns: Annotated[int, Aside()]
    to_move: SeatNumber | None
    toward: SeatNumber | None
    """The seat that the next wind blows to."""
    score: int
    """Of all players together."""
    target: Annotated[int, Aside()]
    """The score that wins."""
    deduction: Annotated[int, Aside()]
    """The points that a Single costs which does not score."""
    won: Annotated[bool | None, Aside()]
    """None until the game is over."""
    covering: list[Covering]
    scoring: Annotated[list[ByCharacteristic], Aside()]
    """For each seat, what a Single counts when that seat collects it: 1, or what it costs."""
    piles: Annotated[list[Pile], Grid(3)]
    unseen: Annotated[ByCharacteristic, Aside()]
    discarded: Annotated[list[Complete], Aside()]
    seats: list[Seat]
    preview: Annotated[dict[str, Preview], Aside()]
    """The wind of each Complete that the viewer may play now."""
    options: Annotated[Options, Aside()]


def view(s: State, seat: int | None) -> View:
    """The table as a seat sees it: its own hand (all hands, if they are open), and everything face up."""
    over = rules.is_over(s)
    return {
        "phase": "over" if over else "play",
        "turn": min(s.turn + 1, rules.turns(s)),
        "turns": rules.turns(s),
        "to_move": None if over else s.to_move,
        "toward": None if over else (s.to_move + 2) % SEATS,
        "score": s.score,
        "target": s.target,
        "deduction": s.deduction,
        "won": rules.won(s) if over else None,
        "covering": [_covering(s, complete) for complete in s.covering if complete != NONE],
        "scoring": [_scoring(s, other) for other in range(SEATS)],
        "piles": [_pile(s, pile) for pile in range(PILES)],
        "unseen": _by_characteristic(lambda c: s.unseen[c]),
        "discarded": texts(s.discard),
        "seats": [_seat(s, other, seat) for other in range(SEATS)],
        "preview": _previews(s, seat),
        "options": {"first": None if s.first == NONE else SIDE_LETTERS[s.first], "open_hands": bool(s.open_hands)},
    }


FACES = {"complete": tuple(text(n) for n in range(COMPLETES)), "single": tuple(LETTERS)}


def things(s: State, action: int) -> tuple[str, ...]:
    """A move names a card."""
    del s
    return (f"card:{text(action)}",)


def _covering(s: State, complete: int) -> Covering:
    sides = rules.true_sides(s, complete)
    return {"complete": text(complete), "true": [bool(sides >> seat & 1) for seat in range(SEATS)]}


def _scoring(s: State, seat: int) -> ByCharacteristic:
    return _by_characteristic(lambda c: rules.worth(s, seat, c))


def _by_characteristic(number: Callable[[int], int]) -> ByCharacteristic:
    """A number for each characteristic; they count from 1."""
    return cast("ByCharacteristic", {LETTERS[c]: number(c) for c in range(1, DIGITS)})


def _pile(s: State, pile: int) -> Pile:
    return {
        "down": s.down[pile],
        "up": [_letter(single) for single in face_up(s, pile)],
        "gap": rules.is_gap(s, pile),
    }


def _letter(single: int) -> Letter:
    return cast("Letter", LETTERS[single])


def _seat(s: State, other: int, seat: int | None) -> Seat:
    scored, deducted = tally(s, other)
    return {
        "side": SIDES[other],
        "hand_size": s.hand_size[other],
        "hand": texts(s.hand[other]) if other == seat or s.open_hands else None,
        "collected": _by_characteristic(lambda c: s.collected[other, c]),
        "scored": scored,
        "deducted": deducted,
    }


def _previews(s: State, seat: int | None) -> dict[str, Preview]:
    """The wind of each Complete that the seat may play now."""
    if seat is None or seat != s.to_move or rules.is_over(s):
        return {}
    cards = [complete for complete in range(COMPLETES) if s.hand[seat] >> complete & 1]
    return {text(complete): _preview(foresee(s, complete)) for complete in cards}


def _preview(wind: Wind) -> Preview:
    return {
        "moves": [_move(event) for event in wind.moves],
        "score": wind.score,
        "emptied": list(wind.emptied),
        "turned_up": list(wind.turned_up),
    }


def _move(event: Event) -> Move:
    collected = event.name == "collected"
    return {
        "single": _letter(event["single"]),
        "from": event["pile"],
        "over": piles_of(event["gaps"]),
        "to": None if collected else event["onto"],
        "collector": event["seat"] if collected else None,
        "points": event["points"] if collected else 0,
    }
