"""Many games at once, stepped without Python in the loop: the engine of every batch."""

from __future__ import annotations

from typing import NamedTuple

from ..games.verbs import State, apply, deal, is_over, legal, observe, redeal, returns
from ..kernel import FeatureRows, FlagRows, Flags, Floats, IntRows, Ints, copy_into, rng_below, rng_seed, rule

IDLE = -1
"""The action for a table that does not move, and the seat to move of a game that is over."""


class Tables(NamedTuple):
    """Everything that a batch holds, by table."""

    blank: list[State]  # one state, ready for the deal
    states: list[State]
    generators: IntRows  # each table's chance: its next draws and deals
    thoughts: IntRows  # each table's generator for random actions
    observations: FeatureRows  # what the seat to move sees; no columns if nobody looks
    masks: FlagRows  # 1 for each legal action
    legal: Ints  # how many actions are legal
    seats: Ints  # the seat to move, or IDLE
    rewards: FeatureRows  # of the last step, for each seat: the result of a game that ended, else 0
    done: Flags  # 1 where the last step ended a game


class Room(NamedTuple):
    """Working memory of a span."""

    actions: Ints
    results: Floats


@rule
def begin(first: int, last: int, t: Tables, chosen: Flags, seeds: Ints, room: Room) -> None:
    """Deal a new game at the chosen tables, each from its seed; a table with a seed below 0 goes on with its chance."""
    for i in range(first, last):
        if chosen[i]:
            if seeds[i] >= 0:
                rng_seed(t.generators[i], seeds[i])
            copy_into(t.states[i], t.blank[0])
            deal(t.states[i], t.generators[i])
            settle(i, t)
            show(i, t, room)


@rule
def wrong(first: int, last: int, t: Tables, actions: Ints, refused: Flags) -> None:
    """Mark the tables whose action is not legal there."""
    for i in range(first, last):
        action = actions[i]
        mask = t.masks[i]
        if action == IDLE:
            refused[i] = 0
        elif action < 0 or action >= len(mask) or mask[action] == 0:
            refused[i] = 1
        else:
            refused[i] = 0


@rule
def step(first: int, last: int, t: Tables, actions: Ints, again: bool, room: Room) -> None:
    """Carry out an action at each table. Where that ends the game, deal the next one if `again`."""
    for i in range(first, last):
        settle(i, t)
        if actions[i] != IDLE:
            s = t.states[i]
            apply(s, actions[i], t.generators[i])
            if is_over(s):
                results = room.results
                rewards = t.rewards[i]
                returns(s, results)
                for seat in range(s.players):
                    rewards[seat] = results[seat]
                t.done[i] = 1
                if again:
                    copy_into(s, t.blank[0])
                    deal(s, t.generators[i])
            show(i, t, room)


@rule
def settle(i: int, t: Tables) -> None:
    """Forget the results of the step before."""
    t.done[i] = 0
    rewards = t.rewards[i]
    for seat in range(len(rewards)):
        rewards[seat] = 0.0


@rule
def look(first: int, last: int, t: Tables, chosen: Flags, room: Room) -> None:
    """Show the chosen tables anew, after their states were replaced."""
    for i in range(first, last):
        if chosen[i]:
            settle(i, t)
            show(i, t, room)


@rule
def show(i: int, t: Tables, room: Room) -> None:
    """Write the seat to move, its legal actions and what it sees."""
    s = t.states[i]
    mask = t.masks[i]
    for action in range(len(mask)):
        mask[action] = 0
    n = 0
    t.seats[i] = IDLE
    if not is_over(s):
        n = legal(s, room.actions)
        for place in range(n):
            mask[room.actions[place]] = 1
        t.seats[i] = s.to_move
        observation = t.observations[i]
        if len(observation) > 0:
            observe(s, s.to_move, observation)
    t.legal[i] = n


@rule
def wander(first: int, last: int, t: Tables, actions: Ints) -> None:
    """Choose an action at random, all legal ones equally likely; IDLE where the game is over."""
    for i in range(first, last):
        actions[i] = IDLE
        if t.legal[i] > 0:
            skip = rng_below(t.thoughts[i], t.legal[i])
            mask = t.masks[i]
            action = 0
            while mask[action] == 0 or skip > 0:
                skip -= mask[action]
                action += 1
            actions[i] = action


@rule
def imagine(first: int, last: int, t: Tables, chosen: Flags, seats: Ints) -> None:
    """At the chosen tables, replace what a seat cannot know by a world that it cannot tell from the true one."""
    for i in range(first, last):
        if chosen[i]:
            redeal(t.states[i], seats[i], t.thoughts[i])


@rule
def sow(first: int, last: int, rows: IntRows, seed: int) -> None:
    """Start generators from consecutive seeds."""
    for i in range(first, last):
        rng_seed(rows[i], seed + i)
