"""`python -m benchmarks`: decisions per second in random and greedy play, single calls, cold and warm start."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from weatherdeck import kernel
from weatherdeck.games import playout, registry
from weatherdeck.games.game import Game

SECONDS = 1.0
"""Seconds per measurement. The best of three is printed, since other work on the machine can only slow a run down."""


def main() -> None:
    names = sys.argv[1:] or registry.names()
    print("Random play on one core, in decisions per second. 'times' is the speed-up over interpreted rules.")
    print(f"{'game':34} {'state':>9} {'interpreted':>12} {'compiled':>13} {'times':>6} {'a game':>8}")
    for name in names:
        for players in registry.load(name).players:
            _speed(registry.load(name), players)
    print()
    print("Greedy play on one core, in decisions per second. 'random / greedy' is how much faster random play is.")
    print(f"{'game':34} {'random':>13} {'greedy':>13} {'random / greedy':>16}")
    for name in names:
        for players in registry.load(name).players:
            if registry.load(name).greedy is not None:
                _greedy(registry.load(name), players)
    print()
    print("Time per compiled call in nanoseconds (mean over the positions of random games).")
    print(f"{'game':34} {'legal':>7} {'copy':>7} {'redeal':>7} {'observe':>8}")
    for name in names:
        for players in registry.load(name).players:
            _calls(registry.load(name), players)
    print()
    print("Start of compiled play in a new process (import, load or compile, first game), in seconds.")
    print(f"{'game':34} {'cold':>7} {'warm':>7}")
    for name in names:
        _start(name)


def _speed(game: Game, players: int) -> None:
    slow = kernel.interpreted(playout, game.module)
    fast = kernel.fastest(playout, game.module)
    rates, length = [], 0.0
    for twin in (slow, fast):
        blank, s = twin.load(game.new_state(players)), twin.record(game.rules.State)
        actions, rng = twin.ints(game.rules.MAX_LEGAL), twin.ints(kernel.RNG_WORDS)

        def play(
            games: int,
            twin: kernel.Twin = twin,
            blank: object = blank,
            s: object = s,
            actions: object = actions,
            rng: object = rng,
        ) -> int:
            return int(twin.random_games(blank, s, actions, rng, 1, games))

        rate, length = _rate(play)
        rates.append(rate)
    size = game.rules.State.dtype.itemsize
    title = f"{game.name}, {players} players"
    print(f"{title:34} {size:>4} byte {rates[0]:>12,.0f} {rates[1]:>13,.0f} {rates[1] / rates[0]:>6.0f} {length:>8.1f}")


def _greedy(game: Game, players: int) -> None:
    from benchmarks import greedy

    at_random, fast = kernel.fastest(playout, game.module), kernel.fastest(greedy, *game.modules)
    blank, s = fast.load(game.new_state(players)), fast.record(game.rules.State)
    actions, rng = fast.ints(game.rules.MAX_LEGAL), fast.ints(kernel.RNG_WORDS)
    likes = fast.floats(game.rules.MAX_LEGAL)
    random, _ = _rate(lambda games: int(at_random.random_games(blank, s, actions, rng, 1, games)))
    liked, _ = _rate(lambda games: int(fast.greedy_games(blank, s, actions, likes, rng, 1, games)))
    title = f"{game.name}, {players} players"
    print(f"{title:34} {random:>13,.0f} {liked:>13,.0f} {random / liked:>16.1f}", flush=True)


def _rate(play: Callable[[int], int]) -> tuple[float, float]:
    """The best of three rates, and how many decisions a game has."""
    games, length = 1, 0.0
    while True:  # how many games fill the time
        started = time.perf_counter()
        decisions = play(games)
        took = time.perf_counter() - started
        if took > SECONDS / 4:
            break
        games *= 4
    games = max(1, int(games * SECONDS / took))
    best = 0.0
    for _ in range(3):
        started = time.perf_counter()
        decisions = play(games)
        best = max(best, decisions / (time.perf_counter() - started))
        length = decisions / games
    return best, length


def _calls(game: Game, players: int) -> None:
    from benchmarks import calls

    fast = kernel.fastest(calls, game.module)
    blank, s, work = (fast.load(game.new_state(players)) for _ in range(3))
    actions, rng, choose = fast.ints(game.rules.MAX_LEGAL), fast.rng(1), fast.rng(2)
    import numpy as np

    out = np.zeros(game.rules.OBSERVATION.size, np.float32)
    times = []
    for what in range(5):
        best = float("inf")
        for _ in range(3):
            started = time.perf_counter()
            n = fast.measure(blank, s, work, actions, rng, choose, out, what, 300, 20)
            best = min(best, (time.perf_counter() - started) / n)
        times.append(best * 1e9)
    nothing, *rest = times
    legal, copy, redeal, observe = ((t - nothing) / 20 for t in rest)
    title = f"{game.name}, {players} players"
    print(f"{title:34} {legal:>7.1f} {copy:>7.1f} {redeal - copy:>7.0f} {observe:>8.0f}")


START = """
import time; started = time.perf_counter()
from weatherdeck import kernel
from weatherdeck.games import playout, registry
game = registry.load({name!r})
twin = kernel.fastest(playout, game.rules)
s = twin.record(game.rules.State)
twin.random_games(twin.load(game.new_state()), s, twin.ints(game.rules.MAX_LEGAL), twin.ints(4), 1, 1)
print(time.perf_counter() - started)
"""


def _start(name: str) -> None:
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "WEATHERDECK_CACHE": cache}
        command = [sys.executable, "-c", START.format(name=name)]
        took = [
            float(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout) for _ in range(4)
        ]
    print(f"{name:34} {took[0]:>7.2f} {min(took[1:]):>7.2f}")


if __name__ == "__main__":
    main()
