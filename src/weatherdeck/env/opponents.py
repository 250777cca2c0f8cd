"""Opponents without Python in the loop: at many tables, policies choose for the seats that do not learn."""

from __future__ import annotations

from typing import NamedTuple

from ..bots.policy import Policy, glance
from ..games.verbs import State, legal, redact
from ..kernel import Flags, Floats, IntRows, Ints, copy_into, rng_seed, rule
from .stepping import IDLE, Tables


class Company(NamedTuple):
    """Who sits at the tables."""

    policies: list[Policy]  # by seats clockwise from the learner; the first one is not used
    learners: Ints  # each table's seat that learns
    minds: IntRows  # each table's generator for the opponents' choices


class Thought(NamedTuple):
    """Working memory of a span."""

    views: list[State]  # a single one: what the seat to move may know
    actions: Ints
    likes: Floats


@rule
def choose(first: int, last: int, t: Tables, c: Company, waits: Flags, actions: Ints, room: Thought) -> None:
    """Choose an action where it is an opponent's turn; IDLE where it is the learner's, or where the table waits."""
    view = room.views[0]
    for i in range(first, last):
        actions[i] = IDLE
        seat = t.seats[i]
        if seat != IDLE and seat != c.learners[i] and not waits[i]:
            copy_into(view, t.states[i])
            redact(view, seat)
            n = legal(view, room.actions)
            actions[i] = room.actions[0]
            if n > 1:
                players = t.states[i].players
                policy = c.policies[(seat - c.learners[i] + players) % players]
                actions[i] = glance(policy, view, room.actions, n, room.likes, c.minds[i])


@rule
def sow(first: int, last: int, c: Company, chosen: Flags, seeds: Ints) -> None:
    """Start the generators of the chosen tables from their seeds."""
    for i in range(first, last):
        if chosen[i]:
            rng_seed(c.minds[i], seeds[i])
