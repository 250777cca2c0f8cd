"""The time that single verbs take: each is called many times at every position of random games."""

from __future__ import annotations

from weatherdeck.games.verbs import State, apply, deal, is_over, legal, observe, redeal
from weatherdeck.kernel import Features, Ints, copy_into, rng_below, rng_seed, rule

NOTHING, LEGAL, COPY, REDEAL, OBSERVE = range(5)


@rule
def measure(
    blank: State,
    s: State,
    work: State,
    actions: Ints,
    rng: Ints,
    choose: Ints,
    out: Features,
    what: int,
    games: int,
    times: int,
) -> int:
    """Play games and do one thing so many times at each position. Return the number of positions."""
    positions = 0
    rng_seed(choose, 1)
    for game in range(games):
        rng_seed(rng, game)
        copy_into(s, blank)
        deal(s, rng)
        while not is_over(s):
            if what != NOTHING:
                for _ in range(times):
                    if what == LEGAL:
                        legal(s, actions)
                    elif what == COPY:
                        copy_into(work, s)
                    elif what == REDEAL:
                        copy_into(work, s)
                        redeal(work, s.to_move, choose)
                    else:
                        observe(s, s.to_move, out)
            n = legal(s, actions)
            apply(s, actions[rng_below(choose, n)], rng)
            positions += 1
    return positions
