"""Recorded games played again, many at once: what each decision saw, written once over any game."""

from __future__ import annotations

from typing import NamedTuple

from ...games.verbs import State, apply, deal, is_over, legal, observe, returns
from ...kernel import FeatureRows, FlagRows, Floats, Ints, copy_into, rng_seed, rule

NOWHERE = -1
"""Where a game goes wrong that does not."""


class Recorded(NamedTuple):
    """Some recorded games, and room for what they are rebuilt to."""

    blank: list[State]  # one state, ready for the deal
    seeds: Ints  # by game
    starts: Ints  # by game: its first decision; at the end, the number of all decisions
    seats: Ints  # by decision: who decided,
    legal: Ints  # among how many actions,
    actions: Ints  # and for which
    observations: FeatureRows  # by decision: what the seat saw,
    masks: FlagRows  # and 1 for each legal action
    results: FeatureRows  # by game: each seat's
    wrong: Ints  # by game: the number of the first decision that cannot be, or NOWHERE


class Room(NamedTuple):
    """Working memory of a span."""

    s: State
    rng: Ints
    actions: Ints
    results: Floats


@rule
def rebuild(first: int, last: int, r: Recorded, room: Room) -> None:
    """Play games again from their seeds and actions, and write what each decision saw and how the games end."""
    s = room.s
    for game in range(first, last):
        rng_seed(room.rng, r.seeds[game])
        copy_into(s, r.blank[0])
        deal(s, room.rng)
        start = r.starts[game]
        end = r.starts[game + 1]
        at = start
        while at < end and not is_over(s) and fits(at, s, r, room):
            apply(s, r.actions[at], room.rng)
            at += 1
        r.wrong[game] = NOWHERE
        if at < end or not is_over(s):
            r.wrong[game] = at - start
        else:
            results = room.results
            row = r.results[game]
            returns(s, results)
            for seat in range(s.players):
                row[seat] = results[seat]


@rule
def fits(at: int, s: State, r: Recorded, room: Room) -> bool:
    """Write what a decision saw; whether it is possible, and by whom and among how many it was recorded."""
    observe(s, s.to_move, r.observations[at])
    mask = r.masks[at]
    n = legal(s, room.actions)
    for place in range(n):
        mask[room.actions[place]] = 1
    action = r.actions[at]
    if action < 0 or action >= len(mask):
        return False
    return mask[action] == 1 and s.to_move == r.seats[at] and n == r.legal[at]
