"""A game's network at many tables at once, to compare two twins (`lockstep.py`) and to measure its speed."""

from __future__ import annotations

from ..kernel import FloatRows, Floats, IntRows, rule
from .verbs import State, advise, foretell


@rule
def expect(first: int, last: int, states: list[State], values: Floats) -> None:
    """What the network expects for the seats to move."""
    for i in range(first, last):
        values[i] = foretell(states[i], states[i].to_move)


@rule
def counsel(first: int, last: int, states: list[State], actions: IntRows, likes: FloatRows) -> None:
    """How much the network likes the legal actions of the seats to move; -1 ends a row of actions."""
    for i in range(first, last):
        n = 0
        while n < len(actions[i]) and actions[i][n] >= 0:
            n += 1
        if n > 0:
            advise(states[i], actions[i], n, likes[i])
