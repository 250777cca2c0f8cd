"""`python -m benchmarks.limit [GAME ...]`: random play by compiled rules beside hand-written C, on one core.

Both play the same games in turns, measured in processor time, and the best of all rounds counts: other work on the
machine can only slow a round.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from weatherdeck import kernel
from weatherdeck.games import playout, registry

from .build import CGame, in_c
from .check import check

CHECKED = 2_000
ROUNDS = 15
SECONDS = 0.2
"""Of one measurement."""


def main() -> None:
    print(f"Random play on one core, in decisions per second: best of {ROUNDS} rounds in turns.")
    print(f"{'game':20} {'equal bytes':>12} {'rules':>13} {'C':>13} {'rules / C':>10}")
    for name in sys.argv[1:] or in_c():
        game = CGame(registry.load(name))
        check(game, CHECKED)
        rules, c = rates(game)
        print(f"{name:20} {CHECKED:>12,} {rules:>13,.0f} {c:>13,.0f} {rules / c:>10.2f}", flush=True)


def rates(c: CGame) -> tuple[float, float]:
    """Decisions per second by the rules and by C."""
    game, twin = c.game, kernel.fastest(playout, c.game.module)
    blank, s = twin.load(game.new_state()), twin.record(game.rules.State)
    actions, rng = twin.ints(game.rules.MAX_LEGAL), twin.ints(kernel.RNG_WORDS)
    ways: tuple[Callable[[int], int], ...] = (
        lambda games: int(twin.random_games(blank, s, actions, rng, 1, games)),
        lambda games: c.random_games(blank, s, 1, games),
    )
    games = 1_000
    started = time.thread_time()
    ways[1](games)
    games = max(1, int(games * SECONDS / (time.thread_time() - started)))
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        for i, play in enumerate(ways):
            started = time.thread_time()
            decisions = play(games)
            best[i] = max(best[i], decisions / (time.thread_time() - started))
    return best[0], best[1]


if __name__ == "__main__":
    main()
