"""What it costs that decks are handed to compiled rules, and what it saves; kept in docs/speed.json for docs/speed.md.

    python -m benchmarks.decks              # all games with a deck file
    python -m benchmarks.decks GAME         # one of them, only printed

Both kinds of code are compiled from the same text and play the same games, in turns: once with deck tables as constants
in the machine code, and once handed to it. The ratio is that of the best times of many short turns. Then the way from a
deck that has never been seen to the end of its first game is timed, in a process that has played with another deck.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from weatherdeck import kernel
from weatherdeck.games import playout, registry
from weatherdeck.games.game import Game
from weatherdeck.games.reference import Deck
from weatherdeck.kernel import compiler, records, units

from . import greedy
from .speed import document

TURNS = 40
TURN_S = 0.05


def main(names: list[str]) -> dict[str, Any]:
    """Measure, print and return the figures."""
    compared, first = [], []
    print(f"{'game':20} {'play':8} {'constants':>16} {'handed':>16} {'ratio':>6}")
    for name in names:
        for play, rule in ((playout, "random_games"), (greedy, "greedy_games")):
            constants, handed = compare(registry.load(name), play, rule)
            kind = rule.split("_")[0]
            print(f"{name:20} {kind:8} {constants:14,.0f}/s {handed:14,.0f}/s {handed / constants:6.3f}", flush=True)
            compared.append({"game": name, "play": kind, "constants": round(constants), "handed": round(handed)})
    print()
    print(f"{'game':20} {'from a new deck to the end of its first game':>46}")
    for name in names:
        shipped, new = first_games(name)
        print(f"{name:20} {new:10.2f} s (with the shipped deck before it, which was compiled: {shipped:.1f} s)")
        first.append({"game": name, "shipped": round(shipped, 2), "new": round(new, 3)})
    return {"compared": compared, "first games": first}


def compare(game: Game, play: Any, rule: str) -> tuple[float, float]:
    """Decisions per second with constants and with handed tables."""
    ways = [runner(game, play, rule, handed) for handed in (False, True)]
    games = 1
    while timed(ways[1], games)[0] < TURN_S:
        games *= 2
    best = [float("inf")] * 2
    played = [0, 0]
    for turn in range(TURNS):
        for way in (0, 1) if turn % 2 else (1, 0):
            seconds, decisions = timed(ways[way], games)
            best[way] = min(best[way], seconds)
            played[way] = decisions
    assert played[0] == played[1], "the two do not play the same games"
    return played[0] / best[0], played[1] / best[1]


def timed(run: Callable[[int], int], games: int) -> tuple[float, int]:
    start = time.process_time()
    decisions = run(games)
    return time.process_time() - start, decisions


def runner(game: Game, play: Any, rule: str, handed: bool) -> Callable[[int], int]:
    """Plays so many games, always the same, and returns how many decisions they had."""
    is_deck_table = records.is_deck_table if handed else lambda _: False
    with (
        tempfile.TemporaryDirectory() as cache,
        mock.patch.dict(os.environ, WEATHERDECK_CACHE=cache),
        mock.patch.object(records, "is_deck_table", is_deck_table),
    ):
        for _ in range(2):  # it is compiled, and then loaded as it is everywhere else
            with mock.patch.object(compiler, "_twins", {}), mock.patch.object(units, "_units", {}):
                twin = kernel.compiled(play, *game.modules)
                function = getattr(twin, rule)
    blank, state = twin.load(game.new_state()), twin.record(game.rules.State)
    actions, likes, rng = twin.ints(game.rules.MAX_LEGAL), twin.floats(game.rules.MAX_LEGAL), twin.rng(1)
    room = (actions, likes, rng) if rule == "greedy_games" else (actions, rng)
    return lambda games: int(function(blank, state, *room, 1, games))


FIRST_GAME = """
import sys, time
from weatherdeck import kernel
from weatherdeck.games import registry
from weatherdeck.games.reference import Deck
from benchmarks import greedy

def play(game):
    twin, most = kernel.compiled(greedy, *game.modules), game.rules.MAX_LEGAL
    twin.greedy_games(twin.load(game.new_state()), twin.record(game.rules.State), twin.ints(most), twin.floats(most),
                      twin.rng(1), 1, 1)

start = time.perf_counter()
play(registry.load(sys.argv[1]))
middle = time.perf_counter()
play(registry.load(sys.argv[1], Deck("new", sys.stdin.read())))
print(middle - start, time.perf_counter() - middle)
"""


def first_games(name: str) -> tuple[float, float]:
    """Seconds to the end of a greedy game with the shipped deck, from an empty cache, and then with a new one."""
    game = registry.load(name)
    assert game.data_file is not None
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-c", FIRST_GAME, name],
            input=exchanged(Deck.read(Path(game.package.__path__[0]) / game.data_file).text),
            env={**os.environ, "WEATHERDECK_CACHE": cache},
            capture_output=True,
            text=True,
            check=True,
        )
    shipped, new = done.stdout.split()
    return float(shipped), float(new)


def exchanged(text: str) -> str:
    """A deck file with the values of its first and last row exchanged."""
    rows = re.findall(r"^\w+ *= *(.+)$", text, re.MULTILINE)
    return text.replace(rows[0], "<first>").replace(rows[-1], rows[0]).replace("<first>", rows[-1])


if __name__ == "__main__":
    with_decks = [name for name in registry.ours() if registry.load(name).data_file is not None]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    named = parser.parse_args().game
    measured = main(named or with_decks)
    if not named:
        document.write({**document.read(), "decks": document.stamped(measured, document.Effort())})
        print(f"kept in {document.PATH}; python -m benchmarks --page writes the page")
