"""Many games at once, for learning: what each table shows the seat to move, and what every move would lead to.

As in `env/stepping.py`, what a rule writes belongs to one number, so that spans run on all cores or on a GPU.
"""

from __future__ import annotations

from typing import NamedTuple

from ..bots.policy import favourite, liked_best
from ..games.verbs import State, apply, chapter, deal, is_over, legal, observe, prefer, redact, returns, value
from ..kernel import (
    RNG_WORDS,
    FeatureRows,
    FlagRows,
    Flags,
    Floats,
    IntRows,
    Ints,
    copy_into,
    rng_below,
    rng_next,
    rng_stream,
    rule,
)

ENTRIES = ("begin", "show", "step", "watch", "prefer_all", "try_moves", "branch", "wander")
LEAST = -20.0
"""A move that greedy likes less than its best by more than this is liked no less: networks need a bounded input."""
THOUGHTS = 1
"""The stream of random numbers for whatever is not part of a game."""


class Tables(NamedTuple):
    """Games, by table."""

    blanks: list[State]  # ready for the deal; tables take them in turn
    states: list[State]
    known: list[State]  # what the seat to move may know
    chance: IntRows
    thoughts: IntRows
    choices: IntRows  # the legal actions, in the first `legal` places
    legal: Ints
    seats: Ints  # the seat to move
    seen: FeatureRows  # what it observes
    masks: FlagRows  # 1 for each legal action
    likes: FeatureRows  # what greedy thinks of each action, the best at 0
    favourites: Ints  # what greedy would do
    resting: Flags  # 1 where nothing is shown and nobody moves
    ended: Flags  # 1 where the last step ended a chapter; 2: the game
    worths: FeatureRows  # then, how good that was for each seat
    results: FeatureRows  # and the results of the game, if that ended


class Room(NamedTuple):
    """Working memory of a span."""

    likes: Floats
    values: Floats


# ---------------------------------------------------------------- playing
@rule
def begin(first: int, last: int, t: Tables, seed: int) -> None:
    """Deal a game at each table."""
    for i in range(first, last):
        rng_stream(t.chance[i], seed + i, 0)
        rng_stream(t.thoughts[i], seed + i, THOUGHTS)
        t.resting[i] = 0
        t.ended[i] = 0
        new_game(i, t)


@rule
def new_game(i: int, t: Tables) -> None:
    """Deal the next game of a table."""
    copy_into(t.states[i], t.blanks[i % len(t.blanks)])
    deal(t.states[i], t.chance[i])


@rule
def wander(first: int, last: int, t: Tables, moves: int) -> None:
    """Play up to so many moves at random, so that tables are at different points of their games."""
    for i in range(first, last):
        s = t.states[i]
        choices = t.choices[i]
        left = rng_below(t.thoughts[i], moves)
        while left > 0:
            left -= 1
            n = legal(s, choices)
            apply(s, choices[rng_below(t.thoughts[i], n)], t.chance[i])
            if is_over(s):
                new_game(i, t)


@rule
def show(first: int, last: int, t: Tables) -> None:
    """Write what the seat to move sees and may do."""
    for i in range(first, last):
        if t.resting[i]:
            continue
        s = t.states[i]
        mask = t.masks[i]
        choices = t.choices[i]
        for action in range(len(mask)):
            mask[action] = 0
        n = legal(s, choices)
        for place in range(n):
            mask[choices[place]] = 1
        t.legal[i] = n
        t.seats[i] = s.to_move
        observe(s, s.to_move, t.seen[i])


@rule
def prefer_all(first: int, last: int, t: Tables, room: Room) -> None:
    """Write what greedy likes; after `show`."""
    for i in range(first, last):
        if t.resting[i]:
            continue
        n = t.legal[i]
        choices = t.choices[i]
        likes = t.likes[i]
        for action in range(len(likes)):
            likes[action] = 0.0
        t.favourites[i] = choices[0]
        if n > 1:
            view = t.known[i]
            copy_into(view, t.states[i])
            redact(view, view.to_move)
            prefer(view, choices, n, room.likes)
            best = liked_best(room.likes, n, t.thoughts[i])
            t.favourites[i] = choices[best]
            for place in range(n):
                likes[choices[place]] = max(LEAST, room.likes[place] - room.likes[best])


@rule
def step(first: int, last: int, t: Tables, actions: Ints, room: Room) -> None:
    """Carry out a legal action at each table, and deal the next game where one ends."""
    for i in range(first, last):
        if t.resting[i]:
            continue
        s = t.states[i]
        before = chapter(s)
        apply(s, actions[i], t.chance[i])
        settle(i, t, before, room.values)


@rule
def settle(i: int, t: Tables, before: int, values: Floats) -> None:
    """After a move: write how good the chapter was, if it ended, and deal the next game, if this one is over."""
    s = t.states[i]
    t.ended[i] = 0
    if is_over(s) or chapter(s) != before:
        t.ended[i] = 1
        worths = t.worths[i]
        value(s, values)
        for seat in range(s.players):
            worths[seat] = values[seat]
        if is_over(s):
            t.ended[i] = 2
            results = t.results[i]
            returns(s, values)
            for seat in range(s.players):
                results[seat] = values[seat]
            new_game(i, t)


@rule
def watch(first: int, last: int, t: Tables, seat: int, rows: FeatureRows) -> None:
    """Write what a seat sees at each table that has it."""
    for i in range(first, last):
        if seat < t.states[i].players:
            observe(t.states[i], seat, rows[i])


# ---------------------------------------------------------------- search, as a teacher
class Trials(NamedTuple):
    """Positions that are tried out, so many times each."""

    chosen: Ints  # the tables
    values: FeatureRows  # by trial of a position, then by the place of the move: what it led to for the mover
    played: list[State]


class TrialRoom(NamedTuple):
    """Working memory of a span."""

    actions: Ints
    likes: Floats
    values: Floats
    luck: Ints
    rng: Ints


@rule
def try_moves(first: int, last: int, t: Tables, trials: Trials, times: int, seed: int, room: TrialRoom) -> None:
    """Try every move of a position, all with the same luck: then greedy plays to the chapter's end.

    The cards lie as they do. The student sees only what the seat sees, and over many positions it learns what to expect
    of what lies hidden there, which also depends on how the others played. To deal the hidden cards anew would lose
    that.
    """
    for k in range(first, last):
        world = t.states[trials.chosen[k // times]]
        rng = room.rng
        rng_stream(rng, seed + k, THOUGHTS)
        s = trials.played[k]
        mover = world.to_move
        until = chapter(world)
        luck = room.luck
        for word in range(RNG_WORDS):
            luck[word] = rng_next(rng)
        values = trials.values[k]
        i = trials.chosen[k // times]
        choices = t.choices[i]
        for place in range(t.legal[i]):
            copy_into(s, world)
            for word in range(RNG_WORDS):
                rng[word] = luck[word]
            apply(s, choices[place], rng)
            while not is_over(s) and chapter(s) == until:
                n = legal(s, room.actions)
                at = 0
                if n > 1:
                    at = favourite(0, s, room.actions, n, room.likes, rng)
                apply(s, room.actions[at], rng)
            value(s, room.values)
            values[place] = room.values[mover]


@rule
def branch(first: int, last: int, t: Tables, source: Tables, moves: IntRows, times: int, seed: int, room: Room) -> None:
    """Set up so many tables for every move that is tried, and carry it out there.

    A row of moves has a table of the source and the place of a legal action. All moves of a table meet the same luck.
    """
    for k in range(first, last):
        i = moves[k // times][0]
        s = t.states[k]
        copy_into(s, source.states[i])
        rng_stream(t.thoughts[k], seed + i * times + k % times, THOUGHTS)
        rng_stream(t.chance[k], seed + i * times + k % times, 0)
        t.resting[k] = 0
        before = chapter(s)
        apply(s, source.choices[i][moves[k // times][1]], t.chance[k])
        settle(k, t, before, room.values)
