"""Whole games between policies, without Python in the loop."""

from __future__ import annotations

from ..games.verbs import State, apply, chapter, is_over, kinds, legal, redact  # noqa: F401  # the arena asks for kinds
from ..kernel import Floats, Ints, copy_into, rule
from .belief import SAMPLES, forget, learn, remember
from .policy import Policy, decide
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
        seat = s.to_move
        n = legal(s, actions)
        action = actions[0]
        if n > 1:
            copy_into(view, s)
            if not seats[seat].sees_all:
                redact(view, seat)
            action = decide(
                seats[seat],
                view,
                world,
                scratch,
                nodes,
                w,
                actions,
                seen,
                likes,
                values,
                guesses,
                memory,
                moves,
                thoughts,
            )
        spread(seats, s, n, action, view, world, actions, likes, guesses, memory, moves, thoughts)
        apply(s, action, rng)
        if chapter(s) != now:
            now = chapter(s)
            forget(guesses, moves)
        decisions += 1
    return decisions


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
