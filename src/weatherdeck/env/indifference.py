"""The judgement of a game without a greedy.py: no move is better than another. Only random opponents play with it."""

from __future__ import annotations

from ..games.verbs import State
from ..kernel import Floats, Ints, rule


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:  # noqa: ARG001  # as every game's
    """Like all actions equally."""
    for i in range(n):
        out[i] = 0.0
