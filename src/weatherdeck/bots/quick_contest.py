"""Moves of policies that do not search: little memory, and quick to compile."""

from __future__ import annotations

from ..games.verbs import State, redact
from ..kernel import Floats, Ints, copy_into, rng_below, rule
from .policy import RANDOM, Policy, glance


@rule
def choose_quickly(
    seats: list[Policy], s: State, n: int, view: State, actions: Ints, likes: Floats, thoughts: Ints
) -> int:
    """Choose for the seat to move, of n legal actions; `contest.choose` chooses the same."""
    policy = seats[s.to_move]
    if n == 1:
        return actions[0]
    if policy.kind == RANDOM:
        return actions[rng_below(thoughts, n)]  # it looks at nothing
    copy_into(view, s)
    redact(view, s.to_move)
    return glance(policy, view, actions, n, likes, thoughts)
