"""Greedy play to the end: every seat plays the move that the game's `greedy.py` likes best."""

from __future__ import annotations

from weatherdeck.games.verbs import State, apply, deal, is_over, legal, prefer
from weatherdeck.kernel import Floats, Ints, copy_into, rng_seed, rule


@rule
def greedy_games(blank: State, s: State, actions: Ints, likes: Floats, rng: Ints, first_seed: int, games: int) -> int:
    """Play games with consecutive seeds, each from a blank state (players and options set). Return the decisions."""
    decisions = 0
    for game in range(games):
        rng_seed(rng, first_seed + game)
        copy_into(s, blank)
        deal(s, rng)
        while not is_over(s):
            n = legal(s, actions)
            best = 0
            if n > 1:
                prefer(s, actions, n, likes)
                for i in range(1, n):
                    if likes[i] > likes[best]:
                        best = i
            apply(s, actions[best], rng)
            decisions += 1
    return decisions
