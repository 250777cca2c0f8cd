"""Many games at once, stepped without Python in the loop: the engine of every batch.

Each rule here works on a span of tables, and what it writes belongs to one table. So the spans can run on all cores or,
a table each, on all threads of a GPU, and the results are the same.
"""

from __future__ import annotations

from typing import NamedTuple

from ..games.verbs import State, apply, deal, is_over, legal, observe, redact, redeal, returns
from ..kernel import (
    FeatureRows,
    FlagRows,
    Flags,
    Floats,
    IntRows,
    Ints,
    copy_into,
    rng_below,
    rng_next,
    rng_seed,
    rng_stream,
    rule,
)

IDLE = -1
"""The action for a table that does not move, and the seat to move of a game that is over."""
UNKNOWN = -1
"""The seed of a game that was not dealt here: its state was put here, or something in it was redealt."""
NEXT_GAME = 1
"""The stream of random numbers from which a game's seed gives the seed of the next one."""
FIRST_THOUGHTS = 2
"""The first of the streams for random actions and redeals, which the deals do not depend on."""


class Tables(NamedTuple):
    """Everything that a batch holds, by table."""

    blank: list[State]  # one state, ready for the deal
    states: list[State]
    generators: IntRows  # each table's chance: its next draws
    thoughts: IntRows  # each table's generator for random actions and redeals
    seeds: Ints  # of the games that are being played, or UNKNOWN
    moves: Ints  # how many actions the game has had
    choices: IntRows  # the legal actions, in the first `legal` places
    legal: Ints  # how many actions are legal
    seats: Ints  # the seat to move, or IDLE
    observations: FeatureRows  # what the seat to move sees; no columns if nobody looks
    masks: FlagRows  # 1 for each legal action; no columns if nobody looks
    rewards: FeatureRows  # of the last step, for each seat: the result of a game that ended, else 0
    done: Flags  # 1 where the last step ended a game
    finished: Ints  # how many games have ended
    lengths: Ints  # how many actions the last of them had


class Room(NamedTuple):
    """Working memory of a span."""

    results: Floats


# ---------------------------------------------------------------- playing
@rule
def begin(first: int, last: int, t: Tables, chosen: Flags, seeds: Ints) -> None:
    """Deal a new game at the chosen tables, each from its seed; where that is UNKNOWN, the next game of the table."""
    for i in range(first, last):
        if chosen[i]:
            if seeds[i] == UNKNOWN:
                deal_next(i, t)
            else:
                deal_from(seeds[i], i, t)
            settle(i, t)
            show(i, t)


@rule
def wrong(first: int, last: int, t: Tables, actions: Ints, refused: Flags) -> None:
    """Mark the tables whose action is not legal there."""
    for i in range(first, last):
        action = actions[i]
        choices = t.choices[i]
        refused[i] = 0 if action == IDLE else 1
        for place in range(t.legal[i]):
            if choices[place] == action:
                refused[i] = 0


@rule
def step(first: int, last: int, t: Tables, actions: Ints, again: bool, room: Room) -> None:
    """Carry out a legal action at each table. Where that ends the game, deal the next one if `again`."""
    for i in range(first, last):
        settle(i, t)
        if actions[i] != IDLE:
            s = t.states[i]
            apply(s, actions[i], t.generators[i])
            t.moves[i] += 1
            if is_over(s):
                rewards = t.rewards[i]
                returns(s, room.results)
                for seat in range(len(rewards)):
                    rewards[seat] = room.results[seat]
                t.done[i] = 1
                t.finished[i] += 1
                t.lengths[i] = t.moves[i]
                if again:
                    deal_next(i, t)
            show(i, t)


@rule
def deal_from(seed: int, i: int, t: Tables) -> None:
    """Deal a game. Its seed and its actions are all that is needed to play it again."""
    t.seeds[i] = seed
    t.moves[i] = 0
    copy_into(t.states[i], t.blank[0])
    rng_seed(t.generators[i], seed)
    deal(t.states[i], t.generators[i])


@rule
def deal_next(i: int, t: Tables) -> None:
    """Deal the next game of a table. Its seed depends on the seed before and on nothing that was played."""
    rng = t.generators[i]
    if t.seeds[i] != UNKNOWN:
        rng_stream(rng, t.seeds[i], NEXT_GAME)
    deal_from(rng_next(rng) << 30 | rng_next(rng) >> 2, i, t)


@rule
def settle(i: int, t: Tables) -> None:
    """Forget the results of the step before."""
    t.done[i] = 0
    rewards = t.rewards[i]
    for seat in range(len(rewards)):
        rewards[seat] = 0.0


@rule
def look(first: int, last: int, t: Tables, chosen: Flags) -> None:
    """Show the chosen tables anew, after their states were replaced."""
    for i in range(first, last):
        if chosen[i]:
            settle(i, t)
            show(i, t)


@rule
def show(i: int, t: Tables) -> None:
    """Write the seat to move, its legal actions and what it sees; if the game is over, nothing."""
    s = t.states[i]
    mask = t.masks[i]
    for action in range(len(mask)):
        mask[action] = 0
    observation = t.observations[i]
    if is_over(s):
        t.legal[i] = 0
        t.seats[i] = IDLE
        for feature in range(len(observation)):
            observation[feature] = 0.0
        return
    choices = t.choices[i]
    n = legal(s, choices)
    if len(mask) > 0:
        for place in range(n):
            mask[choices[place]] = 1
    t.legal[i] = n
    t.seats[i] = s.to_move
    if len(observation) > 0:
        observe(s, s.to_move, observation)


# ---------------------------------------------------------------- other things to do with tables
@rule
def sow(first: int, last: int, t: Tables, seed: int, stream: int) -> None:
    """Start the generators for random actions and redeals."""
    for i in range(first, last):
        rng_stream(t.thoughts[i], seed + i, stream)


@rule
def wander(first: int, last: int, t: Tables, actions: Ints) -> None:
    """Choose an action at random, all legal ones equally likely; IDLE where the game is over."""
    for i in range(first, last):
        actions[i] = IDLE
        if t.legal[i] > 0:
            actions[i] = t.choices[i][rng_below(t.thoughts[i], t.legal[i])]


@rule
def imagine(first: int, last: int, t: Tables, chosen: Flags, seats: Ints) -> None:
    """At the chosen tables, replace what a seat cannot know by a world that it cannot tell from the true one.

    It cannot know what will be drawn either, so the table's chance is another one from here on.
    """
    for i in range(first, last):
        if chosen[i] and t.legal[i] > 0:
            s = t.states[i]
            rng = t.thoughts[i]
            redact(s, seats[i])
            redeal(s, seats[i], rng)
            rng_seed(t.generators[i], rng_next(rng) << 30 | rng_next(rng) >> 2)
            t.seeds[i] = UNKNOWN
            show(i, t)


@rule
def hide(first: int, last: int, states: list[State], seats: Ints) -> None:
    """Leave in each state only what a seat may know; for -1, what everyone may know."""
    for i in range(first, last):
        redact(states[i], seats[i])


@rule
def watch(first: int, last: int, t: Tables, seats: Ints, rows: FeatureRows) -> None:
    """Write what a seat sees at each table."""
    for i in range(first, last):
        observe(t.states[i], seats[i], rows[i])


@rule
def judge(first: int, last: int, t: Tables, rows: FeatureRows, room: Room) -> None:
    """Write the results of the games that are over; zeros for all others."""
    for i in range(first, last):
        row = rows[i]
        for seat in range(len(row)):
            row[seat] = 0.0
        if is_over(t.states[i]):
            returns(t.states[i], room.results)
            for seat in range(len(row)):
                row[seat] = room.results[seat]
