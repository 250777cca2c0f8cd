"""What a seat or a spectator may see of High Card, as plain data for screens."""

from __future__ import annotations

from typing import Any

from weatherdeck.kernel import count

from . import rules
from .rules import COPIES, NONE, NUMBERS, State
from .words import text

FACES = {"card": tuple(range(1, NUMBERS + 1))}


def view(s: State, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it: its own hand, and what lies open."""
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


def _seat(s: State, seat: int, mine: bool) -> dict[str, Any]:
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


def place(action: int) -> int | None:
    """No move has several steps."""
    del action
    return None
