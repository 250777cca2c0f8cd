"""Whole games between policies, without Python in the loop."""

from __future__ import annotations

from ..games.verbs import State, apply, chapter, is_over, kinds, legal, redact  # noqa: F401  # the arena asks for kinds
from ..kernel import Floats, Ints, copy_into, rng_below, rule
from .belief import SAMPLES, forget, learn, remember
from .policy import RANDOM, Policy, decide
from .search import Node, Work


@rule
def contest(
    seats: list[Policy],
    s: State,
    view: State,
    world: State,
    scratch: State,
    nodes: list[Node],
    w: Work,
    actions: Ints,
    seen: Ints,
    likes: Floats,
    values: Floats,
    guesses: Floats,
    memory: list[State],
    moves: Ints,
    rng: Ints,
    thoughts: Ints,
) -> int:
    """Play a dealt game to its end: chance is `rng`, and the bots think with `thoughts`. How many decisions it took."""
    decisions = 0
    now = chapter(s)
    forget(guesses, moves)
    while not is_over(s):
        n = legal(s, actions)
        action = choose(
            seats, s, n, view, world, scratch, nodes, w, actions, seen, likes, values, guesses, memory, moves, thoughts
        )
        apply(s, action, rng)
        if chapter(s) != now:
            now = chapter(s)
            forget(guesses, moves)
        decisions += 1
    return decisions


@rule
def choose(
    seats: list[Policy],
    s: State,
    n: int,
    view: State,
    world: State,
    scratch: State,
    nodes: list[Node],
    w: Work,
    actions: Ints,
    seen: Ints,
    likes: Floats,
    values: Floats,
    guesses: Floats,
    memory: list[State],
    moves: Ints,
    thoughts: Ints,
) -> int:
    """What the seat to move does, of the n `actions` that are legal; who reads others then knows of it."""
    policy = seats[s.to_move]
    action = actions[0]
    if n > 1 and policy.kind == RANDOM:
        action = actions[rng_below(thoughts, n)]  # it looks at nothing
    elif n > 1:
        copy_into(view, s)
        if not policy.sees_all:
            redact(view, s.to_move)
        action = decide(
            policy, view, world, scratch, nodes, w, actions, seen, likes, values, guesses, memory, moves, thoughts
        )
    spread(seats, s, n, action, view, world, actions, likes, guesses, memory, moves, thoughts)
    return action


@rule
def spread(
    seats: list[Policy],
    s: State,
    n: int,
    action: int,
    view: State,
    world: State,
    actions: Ints,
    likes: Floats,
    guesses: Floats,
    memory: list[State],
    moves: Ints,
    thoughts: Ints,
) -> None:
    """Let those who read others know of a move, one of n that are legal, that is about to be made."""
    for seat in range(s.players):
        if seats[seat].reading > 0.0 and seat != s.to_move:
            copy_into(view, s)
            redact(view, seat)
            remember(memory, moves, seat, view, action)
            if n > 1:
                learn(view, seat, action, guesses, world, actions, likes, thoughts, SAMPLES, seats[seat].reading)
