"""What a seat or a spectator may see of Tradewinds, as plain data for screens."""

from __future__ import annotations

from typing import Any

from ..events import Event
from . import rules
from .board import Wind, face_up, foresee, piles_of
from .rules import COMPLETES, DIGITS, NONE, PILES, SEATS, TURNS, State
from .words import LETTERS, SIDE_LETTERS, SIDES, tally, text, texts


def view(s: State, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it: its own hand (all hands, if they are open), and what lies open."""
    over = rules.is_over(s)
    return {
        "phase": "over" if over else "play",
        "turn": min(s.turn + 1, TURNS),
        "turns": TURNS,
        "to_move": None if over else s.to_move,
        "toward": None if over else (s.to_move + 2) % SEATS,  # the seat that the next wind blows to
        "score": s.score,
        "won": rules.won(s) if over else None,
        "covering": [_covering(s, complete) for complete in s.covering],
        "scoring": [_scoring(s, other) for other in range(SEATS)],
        "piles": [_pile(s, pile) for pile in range(PILES)],
        "unseen": {LETTERS[c]: s.unseen[c] for c in range(1, DIGITS)},
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


def place(action: int) -> int | None:
    """No move has several steps."""
    del action
    return None


def _covering(s: State, complete: int) -> dict[str, Any]:
    """A Complete beside the board, and on which sides of it (N, E, S, W) lies a True."""
    sides = rules.true_sides(s, complete)
    return {"complete": text(complete), "true": [bool(sides >> seat & 1) for seat in range(SEATS)]}


def _scoring(s: State, seat: int) -> dict[str, int]:
    """What a Single of each characteristic counts when this seat collects it: 1 or -1."""
    return {LETTERS[c]: rules.worth(s, seat, c) for c in range(1, DIGITS)}


def _pile(s: State, pile: int) -> dict[str, Any]:
    """A pile: how many lie face down, and above them, the faces that were seen; the last one is on top."""
    return {
        "down": s.down[pile],
        "up": [LETTERS[single] for single in face_up(s, pile)],
        "gap": rules.is_gap(s, pile),
    }


def _seat(s: State, other: int, seat: int | None) -> dict[str, Any]:
    scored, deducted = tally(s, other)
    return {
        "side": SIDES[other],
        "hand_size": s.hand_size[other],
        "hand": texts(s.hand[other]) if other == seat or s.open_hands else None,
        "collected": {LETTERS[c]: s.collected[other, c] for c in range(1, DIGITS)},
        "scored": scored,
        "deducted": deducted,
    }


def _previews(s: State, seat: int | None) -> dict[str, Any]:
    """The wind of each Complete that the seat may play now."""
    if seat is None or seat != s.to_move or rules.is_over(s):
        return {}
    cards = [complete for complete in range(COMPLETES) if s.hand[seat] >> complete & 1]
    return {text(complete): _preview(foresee(s, complete)) for complete in cards}


def _preview(wind: Wind) -> dict[str, Any]:
    return {
        "moves": [_move(event) for event in wind.moves],
        "score": wind.score,
        "emptied": list(wind.emptied),
        "turned_up": list(wind.turned_up),
    }


def _move(event: Event) -> dict[str, Any]:
    """A Single on its way: from a pile, over gaps, to a pile or to the seat that collects it."""
    collected = event.name == "collected"
    return {
        "single": LETTERS[event["single"]],
        "from": event["pile"],
        "over": piles_of(event["gaps"]),
        "to": None if collected else event["onto"],
        "collector": event["seat"] if collected else None,
        "points": event["points"] if collected else 0,
    }
