"""What will come of a position: the game played to its end by preference, in many worlds."""

from __future__ import annotations

from ..games.verbs import State, apply, is_over, kinds, legal, prefer, returns  # noqa: F401  # onlookers ask for kinds
from ..kernel import RNG_WORDS, Floats, Ints, copy_into, rng_next, rule
from .belief import draw, gather, learn, redeal_likely, remember  # noqa: F401  # onlookers learn and remember
from .search import liked_best

NOTHING = -1
"""In the place of a move: go on from the position as it is."""


@rule
def foresee(
    root: State,
    seat: int,
    moves: Ints,
    worlds: int,
    world: State,
    s: State,
    actions: Ints,
    likes: Floats,
    values: Floats,
    guesses: Floats,
    memory: list[State],
    known: Ints,
    reading: float,
    luck: Ints,
    rng: Ints,
    out: Floats,
) -> None:
    """Try each move in the same worlds with the same luck; everyone's results by world and move, one after another.

    The position is what a seat may know, with what it kept of the others' moves (`known`), by which worlds are more
    likely or less; the moves to try are those of the seat to move.
    """
    at = 0
    pool = 0
    if reading > 0.0:
        pool = gather(root, seat, guesses, memory, known, actions, likes, rng, worlds, reading)
    for _ in range(worlds):
        if pool > 0:
            draw(world, guesses, memory, pool, rng)
        else:
            redeal_likely(world, root, seat, guesses, rng)
        for word in range(RNG_WORDS):
            luck[word] = rng_next(rng)
        for m in range(len(moves)):
            copy_into(s, world)
            for word in range(RNG_WORDS):
                rng[word] = luck[word]
            if moves[m] != NOTHING:
                apply(s, moves[m], rng)
            finish(s, actions, likes, rng)
            returns(s, values)
            for player in range(root.players):
                out[at] = values[player]
                at += 1


@rule
def finish(s: State, actions: Ints, likes: Floats, rng: Ints) -> None:
    """Play to the end of the game, everyone by preference."""
    while not is_over(s):
        n = legal(s, actions)
        place = 0
        if n > 1:
            prefer(s, actions, n, likes)
            place = liked_best(likes, n, rng)
        apply(s, actions[place], rng)
