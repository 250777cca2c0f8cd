"""Many games between policies that do not search, without Python in the loop."""

from __future__ import annotations

from typing import NamedTuple

from ..games.verbs import State, apply, is_over, legal
from ..kernel import Floats, Ints, rule
from .contests import Contests, close_contest, open_contest
from .policy import Policy
from .quick_contest import choose_quickly


class QuickSeats(NamedTuple):
    """Room to play one game after the other."""

    s: State
    known: State  # what a seat may know
    seats: list[Policy]
    actions: Ints
    likes: Floats
    results: Floats
    rng: Ints  # of the cards
    thoughts: Ints  # of the bots


@rule
def quick_contests(first: int, last: int, contests: Contests, room: QuickSeats) -> None:
    """Play the games of a span."""
    s = room.s
    actions = room.actions
    for i in range(first, last):
        open_contest(contests, i, s, room.seats, room.rng, room.thoughts)
        while not is_over(s):
            n = legal(s, actions)
            apply(s, choose_quickly(room.seats, s, n, room.known, actions, room.likes, room.thoughts), room.rng)
        close_contest(contests, i, s, room.results)
