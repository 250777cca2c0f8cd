"""The board of Tradewinds as plain Python has it: piles as lists, and the wind of a card before it is played."""

from __future__ import annotations

from dataclasses import dataclass

from ...kernel import listening
from ..events import Event
from . import rules
from .rules import PILES, State


def face_up(s: State, pile: int) -> list[int]:
    """The Singles of a pile whose faces all have seen, from the lowest to the one on top."""
    digits = f"{s.deep[pile]:d}{s.under[pile]:d}{s.top[pile]:d}"
    return [int(digit) for digit in digits if digit != "0"]


def piles_of(gaps: int) -> list[int]:
    """A set of piles, as a list."""
    return [pile for pile in range(PILES) if gaps >> pile & 1]


@dataclass(frozen=True)
class Wind:
    """What a wind does, up to the moment when face-down cards are turned up."""

    moves: tuple[Event, ...]  # `blown` and `collected`, in order
    score: int  # what the common score gains or loses
    emptied: tuple[int, ...]  # the piles that become gaps
    turned_up: tuple[int, ...]  # the piles whose next card will be turned up


def foresee(s: State, complete: int) -> Wind:
    """The wind of a Complete if the seat to move played it now. It uses only what all can see, and no chance."""
    after = s.copy()
    with listening() as told:
        rules.blow(after, s.to_move, complete)
    events = [rules.EVENTS.read(one) for one in told]
    return Wind(
        moves=tuple(event for event in events if event.name in ("blown", "collected")),
        score=after.score - s.score,
        emptied=tuple(event["pile"] for event in events if event.name == "emptied"),
        turned_up=tuple(pile for pile in range(PILES) if after.top[pile] == 0 and after.down[pile] > 0),
    )
