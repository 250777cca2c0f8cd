"""What a position will lead to: the game is played to its end by preference, in many worlds.

Where `learned` is 1, preferences are those of the game's network.
"""

from __future__ import annotations

from ..games.verbs import State, apply, is_over, legal, returns
from ..kernel import RNG_WORDS, Floats, Ints, copy_into, rng_next, rule
from .belief import Mind, draw, gather, redeal_likely
from .pad import Pad
from .policy import favourite

NOTHING = -1
"""Instead of a move: go on from the position as it is."""


@rule
def foresee(
    root: State,
    seat: int,
    moves: Ints,
    reading: float,
    weighed: int,
    learned: int,
    pad: Pad,
    mind: Mind,
    rng: Ints,
    drawn: Ints,
    out: Floats,
) -> None:
    """Try each move in the same worlds with the same luck; the results go to `out`, by world, move and seat.

    The root is what a seat may know, and the moves are those of the seat to move. `reading` is the weight of what the
    seat remembers of the others: then worlds are drawn from so many weighed ones, likely ones again and again. `drawn`
    has room for the number of each world: equal numbers are the same world.
    """
    world = pad.world
    s = pad.scratch
    values = pad.values
    luck = pad.luck
    at = 0
    pool = 0
    if reading > 0.0:
        pool = gather(root, seat, mind, pad, rng, weighed, reading, 0)
    for i in range(len(drawn)):
        drawn[i] = i
        if pool > 0:
            drawn[i] = draw(world, mind, pool, rng)
        else:
            redeal_likely(world, root, seat, mind.guesses, rng)
        for word in range(RNG_WORDS):
            luck[word] = rng_next(rng)
        for m in range(len(moves)):
            copy_into(s, world)
            for word in range(RNG_WORDS):
                rng[word] = luck[word]
            if moves[m] != NOTHING:
                apply(s, moves[m], rng)
            finish(s, learned, pad, rng)
            returns(s, values)
            for player in range(root.players):
                out[at] = values[player]
                at += 1


@rule
def finish(s: State, learned: int, pad: Pad, rng: Ints) -> None:
    """Play to the end of the game, everyone by preference."""
    actions = pad.actions
    likes = pad.likes
    while not is_over(s):
        n = legal(s, actions)
        place = 0
        if n > 1:
            place = favourite(learned, s, actions, n, likes, rng)
        apply(s, actions[place], rng)
