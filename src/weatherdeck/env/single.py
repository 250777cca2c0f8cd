"""One position at a time: a game's verbs over a desk, on which one state lies with room for what is asked about it."""

from __future__ import annotations

from typing import NamedTuple

from ..games.verbs import State, apply, deal, is_over, legal, observe, redact, redeal, returns
from ..kernel import Features, Floats, Ints, rng_stream, rule

NOBODY = -1
"""The seat to move when the game is over."""


class Desk(NamedTuple):
    """One state, its chance, and room for answers."""

    states: list[State]  # a single one
    chance: Ints
    actions: Ints
    results: Floats


@rule
def sow(d: Desk, seed: int, stream: int) -> None:
    """Start the chance from the low 64 bits of a seed and the 32 bits above."""
    rng_stream(d.chance, seed, stream)


@rule
def begin(d: Desk) -> None:
    """Deal."""
    deal(d.states[0], d.chance)


@rule
def advance(d: Desk, action: int) -> tuple[int, int]:
    """Carry out a legal action; answer like `look`."""
    apply(d.states[0], action, d.chance)
    return look(d)


@rule
def look(d: Desk) -> tuple[int, int]:
    """Write the legal actions; return the seat to move and how many there are."""
    s = d.states[0]
    if is_over(s):
        return NOBODY, 0
    n = legal(s, d.actions)
    return s.to_move, n


@rule
def whose(d: Desk) -> int:
    """The seat to move, for whoever may not know what is legal there."""
    return NOBODY if is_over(d.states[0]) else d.states[0].to_move


@rule
def finish(d: Desk) -> None:
    """Write each seat's result."""
    returns(d.states[0], d.results)


@rule
def hide(d: Desk, seat: int) -> None:
    """Keep only what a seat may know."""
    redact(d.states[0], seat)


@rule
def imagine(d: Desk, seat: int) -> None:
    """Replace what a seat cannot know by a world that it cannot tell from the true one."""
    redeal(d.states[0], seat, d.chance)


@rule
def watch(d: Desk, seat: int, out: Features) -> None:
    """Write what a seat sees."""
    observe(d.states[0], seat, out)
