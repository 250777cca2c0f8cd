"""The judgement of a game that has none: one chapter, and nothing preferred. Random play needs no more."""

from __future__ import annotations

from ...games.verbs import State
from ...kernel import Floats, Ints, rule


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:  # noqa: ARG001  # it looks at nothing
    """Nothing is better than anything else."""
    for i in range(n):
        out[i] = 0.0


@rule
def chapter(s: State) -> int:  # noqa: ARG001  # as above
    """All of it is one."""
    return 0


@rule
def value(s: State, out: Floats) -> None:
    """Nobody knows."""
    for seat in range(s.players):
        out[seat] = 0.0
