"""What figures of games with the usual fields need not write themselves."""

from __future__ import annotations

from .verbs import State, optional


@optional
def hand_of(s: State, seat: int) -> int:
    """The cards in the hand of a seat: the field `hand` of the game's state. A game's `figures.py` imports it."""
    cards: int = s.hand[seat]  # type: ignore[attr-defined]  # only games that have the field import this
    return cards
