"""What bots that do not search play at many tables; the same rules on a GPU and on all cores."""

from __future__ import annotations

from typing import NamedTuple

from ..bots.policy import Policy, glance
from ..games.verbs import redact
from ..kernel import Ints, copy_into, rule
from .lessons import Room, Tables


class Rivals(NamedTuple):
    """A bot at every table, and what it would do there."""

    policies: list[Policy]  # one
    actions: Ints


@rule
def answer(first: int, last: int, t: Tables, rivals: Rivals, room: Room) -> None:
    """Write what the bot would do; after `show`. It looks only at what the seat to move may know."""
    for i in range(first, last):
        n = t.legal[i]
        choices = t.choices[i]
        action = choices[0]
        if n > 1:
            view = t.known[i]
            copy_into(view, t.states[i])
            redact(view, view.to_move)
            action = glance(rivals.policies[0], view, choices, n, room.likes, t.thoughts[i])
        rivals.actions[i] = action
