"""A game's judgement at many tables at once, so that two twins can be compared (`lockstep.py`)."""

from __future__ import annotations

from ..kernel import FloatRows, IntRows, rule
from .verbs import State, chapter, prefer, value


@rule
def like(first: int, last: int, states: list[State], actions: IntRows, likes: FloatRows, values: FloatRows) -> None:
    """How much the seats to move like their legal actions, and how good the positions are for each seat."""
    for i in range(first, last):
        s = states[i]
        n = 0
        while n < len(actions[i]) and actions[i][n] >= 0:
            n += 1
        if n > 0:
            prefer(s, actions[i], n, likes[i])
        value(s, values[i])
        values[i][s.players] = chapter(s)
