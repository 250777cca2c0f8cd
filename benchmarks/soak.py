"""`python -m benchmarks.soak [GAME ...] [--games N]`: a million random games of each game, compiled.

The final states of a sample are audited, and every step of a smaller sample. The first error stops the run with status
1. The longest audited game is reported.
"""

from __future__ import annotations

import argparse
import sys
import time

from weatherdeck import kernel
from weatherdeck.cli.progress import Progress
from weatherdeck.conformance import variants
from weatherdeck.games import playout, registry
from weatherdeck.games.game import Game
from weatherdeck.games.options import Value

CHUNK = 500
"""One in so many games has its final state audited."""
STEPWISE = 20
"""In one of so many chunks, a game is audited after every step."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=registry.names(), metavar="GAME")
    parser.add_argument("--games", type=int, default=1_000_000, help="of each game, over all its variants")
    options = parser.parse_args()
    for name in options.game:
        game = registry.load(name)
        settings = list(variants(game))
        for players, chosen in settings:
            _soak(game, players, chosen, max(CHUNK, options.games // len(settings)))
    return 0


def _soak(game: Game, players: int, options: dict[str, Value], games: int) -> None:
    fast = kernel.fastest(playout, game.module)
    rules = kernel.fastest(game.module)
    blank, s = fast.load(game.new_state(players, options)), fast.record(game.rules.State)
    actions, rng = fast.ints(game.rules.MAX_LEGAL), fast.ints(kernel.RNG_WORDS)
    games += -games % CHUNK  # whole chunks
    decisions = audited = longest = 0
    started = time.perf_counter()
    with Progress(f"{game.name}, {players} players", games) as progress:
        for chunk, first in enumerate(range(0, games, CHUNK)):
            decisions += fast.random_games(blank, s, actions, rng, first, CHUNK)
            _audit(game, fast.unload(game.rules.State, s), f"seed {first + CHUNK - 1}")
            audited += 1
            if chunk % STEPWISE == 0:
                steps = _stepwise(game, rules, players, options, first)
                longest = max(longest, steps)
                audited += steps
            progress.show(first)
    rate = decisions / (time.perf_counter() - started)
    setting = ", ".join(f"{key}={value}" for key, value in options.items()) or "no options"
    print(
        f"{game.name}, {players} players, {setting}: {games:,} games, {decisions:,} decisions, all ended; "
        f"{audited:,} states audited; longest audited game {longest}; {rate:,.0f} decisions a second, audits included",
        flush=True,
    )


def _stepwise(game: Game, twin: kernel.Twin, players: int, options: dict[str, Value], seed: int) -> int:
    s, actions, rng = twin.load(game.new_state(players, options)), twin.ints(game.rules.MAX_LEGAL), twin.rng(seed)
    choose = kernel.new_rng(seed + 1)
    twin.deal(s, rng)
    steps = 0
    while not twin.is_over(s):
        n = twin.legal(s, actions)
        twin.apply(s, int(actions[kernel.rng_below(choose, n)]), rng)
        steps += 1
        _audit(game, twin.unload(game.rules.State, s), f"seed {seed}, step {steps}")
    return steps


def _audit(game: Game, state: kernel.Record, where: str) -> None:
    wrong = game.audit.audit(state)
    if wrong:
        sys.exit(f"{game.name}, {where}: {'; '.join(wrong)}")


if __name__ == "__main__":
    sys.exit(main())
