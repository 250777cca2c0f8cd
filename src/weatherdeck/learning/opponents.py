"""Bots as opponents of a student, at all tables of a school at once."""

from __future__ import annotations

from collections.abc import Callable

import torch

from ..bots.policy import GREEDY, Policy
from . import rivals
from .rivals import Rivals
from .school import School

Moves = Callable[[], torch.Tensor]
"""What somebody would do at each table, after `School.show`."""


def moves_of(school: School, policy: Policy) -> Moves:
    """The moves of a bot that does not search."""
    if policy == Policy(kind=GREEDY):
        return lambda: school.favourites  # the school knows them already
    twin = school.twin.of(rivals)
    made = twin.make(Rivals, policies=twin.load_all([policy]), actions=school.n)
    actions = school.place.tensor(made.actions)

    def moves() -> torch.Tensor:
        twin.over(school.n, "answer", school.tables, made, room=school.room)
        return actions

    return moves
