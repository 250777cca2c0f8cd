"""Many games between any policies, without Python in the loop: each desk (`desks.py`) plays one after the other."""

from __future__ import annotations

from typing import NamedTuple

from ..games.verbs import State
from ..kernel import Floats, Ints, rule
from .belief import Mind
from .contest import contest
from .contests import Contests, close_contest, open_contest
from .desks import Desks
from .pad import Pad, Work
from .policy import Policy


class SearchSeats(NamedTuple):
    """Room to play one game after the other; what is long lies on a desk."""

    s: State
    known: State  # what a seat may know
    world: State
    scratch: State
    work: Work
    seats: list[Policy]
    actions: Ints
    likes: Floats
    values: Floats
    luck: Ints
    results: Floats
    rng: Ints  # of the cards
    thoughts: Ints  # of the bots


@rule
def search_contests(first: int, last: int, contests: Contests, desks: Desks, room: SearchSeats) -> None:
    """Play the games of some desks. With n desks, each takes every n-th game."""
    s = room.s
    for desk in range(first, last):
        pad = Pad(
            desks.nodes[desk],
            room.work,
            room.known,
            room.world,
            room.scratch,
            room.actions,
            desks.seen[desk],
            room.likes,
            room.values,
            room.luck,
        )
        mind = Mind(
            desks.guesses[desk],
            desks.memory[desk],
            desks.moves[desk],
            desks.worths[desk],
            desks.traits[desk],
            desks.manners[desk],
        )
        for i in range(desk, len(contests.seated), len(desks.seen)):
            open_contest(contests, i, s, room.seats, room.rng, room.thoughts)
            contest(room.seats, s, pad, mind, room.rng, room.thoughts)
            close_contest(contests, i, s, room.results)
