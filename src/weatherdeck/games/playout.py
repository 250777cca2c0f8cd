"""Random play to the end: the simplest engine over any game."""

from __future__ import annotations

from typing import NamedTuple

from ..kernel import Ints, copy_into, rng_below, rng_seed, rule
from .verbs import State, apply, deal, is_over, legal

IN_ONE_PIECE = True
"""A twentieth to a tenth faster, for up to three more seconds of compiling. `docs/decisions/0069` has figures."""


@rule
def play_out(s: State, actions: Ints, rng: Ints) -> int:
    """Play uniformly at random until the game is over. Return the number of decisions."""
    decisions = 0
    while not is_over(s):
        n = legal(s, actions)
        apply(s, actions[rng_below(rng, n)], rng)
        decisions += 1
    return decisions


@rule
def random_games(blank: State, s: State, actions: Ints, rng: Ints, first_seed: int, games: int) -> int:
    """Play games with consecutive seeds, each from a blank state (players and options set). Return the decisions."""
    decisions = 0
    for game in range(games):
        rng_seed(rng, first_seed + game)
        copy_into(s, blank)
        deal(s, rng)
        decisions += play_out(s, actions, rng)
    return decisions


class Room(NamedTuple):
    """Working memory of a span."""

    state: State
    actions: Ints
    rng: Ints


@rule
def random_games_each(
    first: int, last: int, blank: list[State], ends: list[State], decisions: Ints, seed: int, room: Room
) -> None:
    """Play a game for each number, from the seed plus the number; write how it ended and how many decisions it took."""
    for game in range(first, last):
        s = room.state
        rng_seed(room.rng, seed + game)
        copy_into(s, blank[0])
        deal(s, room.rng)
        decisions[game] = play_out(s, room.actions, room.rng)
        copy_into(ends[game], s)
