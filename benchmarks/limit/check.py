"""Whether the C plays the rules' games: the same seeds must give the same decisions and the same final bytes."""

from __future__ import annotations

from collections.abc import Mapping

from weatherdeck import kernel
from weatherdeck.errors import Problem
from weatherdeck.games import playout
from weatherdeck.games.options import Value

from .build import CGame


def check(c: CGame, games: int, *, players: int | None = None, options: Mapping[str, Value] | None = None) -> int:
    """Compare games with the seeds 1, 2, ... one by one. Return the decisions; raise a Problem if any game differs."""
    game = c.game
    twin = kernel.fastest(playout, game.module)
    blank, ours, theirs = (twin.load(game.new_state(players, options)) for _ in range(3))
    actions, rng = twin.ints(game.rules.MAX_LEGAL), twin.ints(kernel.RNG_WORDS)
    total = 0
    for seed in range(1, games + 1):
        decisions = twin.random_games(blank, ours, actions, rng, seed, 1)
        if c.random_games(blank, theirs, seed, 1) != decisions or ours.tobytes() != theirs.tobytes():
            raise Problem(
                f"{game.name}, seed {seed}, {options or 'no options'}: the C plays another game than the rules"
            )
        total += decisions
    return total
