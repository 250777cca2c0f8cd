"""Whole games between policies, without Python in the loop."""

from __future__ import annotations

from ..games.verbs import State, apply, chapter, is_over, legal, redact
from ..kernel import Ints, copy_into, rng_below, rule
from .belief import SAMPLES, Mind, forget, learn, meet, recognise, remember, size_up
from .decision import decide
from .pad import Pad
from .policy import RANDOM, Policy


@rule
def contest(seats: list[Policy], s: State, pad: Pad, mind: Mind, rng: Ints, thoughts: Ints) -> int:
    """Play a dealt game to its end; how many decisions it took. Chance uses `rng`, and the bots use `thoughts`."""
    actions = pad.actions
    decisions = 0
    now = chapter(s)
    sit_down(seats, s, mind)
    while not is_over(s):
        n = legal(s, actions)
        action = choose(seats, s, n, pad, mind, thoughts)
        apply(s, action, rng)
        if chapter(s) != now:
            now = chapter(s)
            forget(mind)
        decisions += 1
    return decisions


@rule
def sit_down(seats: list[Policy], s: State, mind: Mind) -> None:
    """Begin a game: nobody has done anything yet."""
    forget(mind)
    for seat in range(s.players):
        meet(mind, s, seat, -seats[seat].doubt)


@rule
def choose(seats: list[Policy], s: State, n: int, pad: Pad, mind: Mind, thoughts: Ints) -> int:
    """Choose for the seat to move, of the n legal actions on the pad; tell the policies that read others."""
    actions = pad.actions
    view = pad.known
    policy = seats[s.to_move]
    action = actions[0]
    if n > 1 and policy.kind == RANDOM:
        action = actions[rng_below(thoughts, n)]  # it looks at nothing
    elif n > 1:
        copy_into(view, s)
        if not policy.sees_all:
            redact(view, s.to_move)
        action = decide(policy, view, pad, mind, thoughts)
    spread(seats, s, n, action, pad, mind, thoughts)
    return action


@rule
def spread(seats: list[Policy], s: State, n: int, action: int, pad: Pad, mind: Mind, thoughts: Ints) -> None:
    """Let the policies that read others know about a move that is about to be made, one of n legal ones."""
    view = pad.known
    for seat in range(s.players):
        if seats[seat].reading > 0.0 and seat != s.to_move:
            copy_into(view, s)
            redact(view, seat)
            remember(mind, seat, view, action)
            if seats[seat].insight > 0:
                size_up(mind, seat, view, pad, thoughts, seats[seat].insight)
            if n > 1 and seats[seat].learned:
                recognise(view, seat, action, mind, pad, thoughts, SAMPLES)
            if n > 1:
                learn(view, seat, action, mind, pad, thoughts, SAMPLES, seats[seat].reading)
