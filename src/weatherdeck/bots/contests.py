"""Many games between policies at once: how they are set up, and what is kept of each. In rows, one for each game."""

from __future__ import annotations

from typing import NamedTuple

from ..games.verbs import State, deal, returns
from ..kernel import FloatRows, Floats, IntRows, Ints, copy_into, rng_seed, rng_stream, rule
from .policy import Policy

SEEDS = 3
CARDS, CARDS_ABOVE, THOUGHTS = range(SEEDS)


class Contests(NamedTuple):
    """Games to play, and what came of them."""

    blank: list[State]  # one: before the deal, with players and options set
    policies: list[Policy]
    seated: IntRows  # which policy plays each seat
    seeds: IntRows  # SEEDS numbers: of the cards (its low 64 bits, and those above), and of the bots
    dealt: list[State]  # after the deal,
    ended: list[State]  # and at the end
    returned: FloatRows  # each seat's result


@rule
def open_contest(contests: Contests, i: int, s: State, seats: list[Policy], rng: Ints, thoughts: Ints) -> None:
    """Seat the policies of the i-th game, start the random numbers, and deal."""
    seated = contests.seated[i]
    for seat in range(len(seated)):
        copy_into(seats[seat], contests.policies[seated[seat]])
    seeds = contests.seeds[i]
    rng_stream(rng, seeds[CARDS], seeds[CARDS_ABOVE])
    rng_seed(thoughts, seeds[THOUGHTS])
    copy_into(s, contests.blank[0])
    deal(s, rng)
    copy_into(contests.dealt[i], s)


@rule
def close_contest(contests: Contests, i: int, s: State, results: Floats) -> None:
    """Keep the end of the i-th game."""
    returned = contests.returned[i]
    returns(s, results)
    for seat in range(len(returned)):
        returned[seat] = results[seat]
    copy_into(contests.ended[i], s)
