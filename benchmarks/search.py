"""`python -m benchmarks.search`: simulations per second on one core, and the time to the first move."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from weatherdeck import kernel
from weatherdeck.bots import search
from weatherdeck.bots.pad import Work
from weatherdeck.bots.thinking import new_mind, new_pad
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.match import Match

SIMULATIONS = 20_000
ROOM = 400_000
TIMES = 3
FIRST_MOVE = """
import time
started = time.perf_counter()
from weatherdeck import bots
from weatherdeck.games import registry
from weatherdeck.match import Match
game = registry.load({name!r})
match = Match(game, seed=1)
bot = bots.at_table("master", 1)
asked = time.perf_counter()
bot.choose(game, game.redacted(match.state, match.to_move), match.legal())
print(asked - started, time.perf_counter() - asked)
"""


def main() -> None:
    names = sys.argv[1:] or registry.ours()
    print("Search at the start of a game on one core, in simulations per second: a tree followed by random play, then")
    print("a tree and a comparison followed by greedy play. For 'look' and 'grow' see bots/search.py.")
    print(f"{'game':20} {'grow, random':>13} {'grow, greedy':>13} {'look, greedy':>13} {'random / greedy':>16}")
    for name in names:
        random, greedy, look = (_rate(registry.load(name), way, share) for way, share in WAYS)
        print(f"{name:20} {random:13,.0f} {greedy:13,.0f} {look:13,.0f} {random / greedy:16.1f}", flush=True)
    print()
    print("First move of a master at a table with an empty cache, in seconds: the start (Python and imports),")
    print("and then the move itself (interpreted, while another process compiles).")
    print(f"{'game':20} {'start':>7} {'move':>7}")
    for name in names:
        print(f"{name:20} {'{:7.2f} {:7.2f}'.format(*_first_move(name))}", flush=True)


WAYS = (("grow", 1.0), ("grow", 0.0), ("look", 0.0))


def _rate(game: Game, way: str, randomness: float) -> float:
    match, twin = Match(game, seed=1), kernel.fastest(search, *game.modules)
    root = twin.load(game.redacted(match.state, match.to_move))
    work = twin.load(Work(exploration=game.search.exploration, randomness=randomness))
    pad, mind, rng = new_pad(game, twin, ROOM, work), new_mind(twin, root), twin.rng(1)
    best = 0.0
    for _ in range(TIMES):
        twin.plant(pad.nodes, pad.work)
        started = time.perf_counter()
        if way == "grow":
            twin.grow(pad, root, mind, rng, SIMULATIONS)
        else:
            twin.enter(pad, root, rng, game.search.candidates)
            twin.look(pad, root, mind, rng, SIMULATIONS)
        best = max(best, twin.get(pad.nodes[0], "visits") / (time.perf_counter() - started))
    return best


def _first_move(name: str) -> tuple[float, float]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        run = subprocess.run(
            [sys.executable, "-c", FIRST_MOVE.format(name=name)],
            env={**os.environ, "WEATHERDECK_CACHE": cache},
            capture_output=True,
            text=True,
            check=True,
        )
    start, move = run.stdout.split()
    return float(start), float(move)


if __name__ == "__main__":
    main()
