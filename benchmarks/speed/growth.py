"""How cost grows: the same work in growing sizes, the best of a few rounds each."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import calls
from benchmarks.fixture import default_game
from weatherdeck import kernel
from weatherdeck.bots import search
from weatherdeck.bots.pad import Node, Work
from weatherdeck.bots.thinking import new_mind, new_pad
from weatherdeck.errors import Problem
from weatherdeck.games import playout, registry
from weatherdeck.games.game import Game
from weatherdeck.match import Match

from . import growth_server
from .document import Effort

Point = tuple[int, float]
ROOM = 2_000_000
REDEALS = 20


def measure(effort: Effort) -> dict[str, Any]:
    """All curves; one that fails is left out with its reason."""
    curves: dict[str, Any] = {}
    for name, curve in CURVES.items():
        try:
            curves[name] = curve(effort)
        except Exception as problem:  # the other curves are still measured
            curves[name] = {"problem": f"{type(problem).__name__}: {problem}"}
    return curves


def smallest_game() -> str:
    """The game of which tables are made: of ours, the one with the fewest actions."""
    return min(registry.ours(), key=lambda name: registry.load(name).rules.ACTIONS)


def _best(work: Callable[[], Any], rounds: int) -> float:
    """Seconds of processor time."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def _points(sizes: Iterable[int], work: Callable[[int], Any], rounds: int) -> list[Point]:
    work(1)
    return [(size, _best(lambda size=size: work(size), rounds)) for size in sizes]  # type: ignore[misc]


def games(effort: Effort) -> dict[str, Any]:
    """Seconds for so many random games."""
    name = effort.one_game(default_game())
    game = registry.load(name)
    twin = kernel.fastest(playout, game.module)
    blank, s = twin.load(game.new_state()), twin.record(game.rules.State)
    actions, rng = twin.ints(game.rules.MAX_LEGAL), twin.ints(kernel.RNG_WORDS)
    sizes = effort.few([1_000, 10_000, 100_000, 1_000_000], quick=2)
    points = _points(sizes, lambda n: twin.random_games(blank, s, actions, rng, 1, n), effort.rounds(3))
    return {"game": name, "points": points}


def simulations(effort: Effort) -> dict[str, Any]:
    """Seconds for a search of so many simulations, which all stay in its tree."""
    name = effort.one_game(default_game())
    game = registry.load(name)
    match, twin = Match(game, seed=1), kernel.fastest(search, *game.modules)
    root = twin.load(game.redacted(match.state, match.to_move))
    work = twin.load(Work(exploration=game.search.exploration, randomness=0.0))
    pad, mind, rng = new_pad(game, twin, ROOM, work), new_mind(game, twin, root), twin.rng(1)

    def think(n: int) -> None:
        twin.plant(pad.nodes, pad.work)
        twin.grow(pad, root, mind, rng, n)

    sizes = effort.few([100, 1_000, 10_000, 100_000, 300_000], quick=2)
    return {"game": name, "node": Node.dtype.itemsize, "points": _points(sizes, think, effort.rounds(3))}


def deck(effort: Effort) -> dict[str, Any]:
    """Seconds for a game, and for dealing hidden cards anew, by the number of cards that are dealt."""
    game, option = _most_flexible_deal(effort)
    sizes = range(option.low, option.high + 1)
    fast = kernel.fastest(playout, game.module)
    verbs = kernel.fastest(calls, game.module)
    n, played, redealt = (200 if effort.quick else 20_000), [], []
    for each in effort.few(list(sizes), quick=2):
        state = game.new_state(None, {option.name: each})
        cards = each * game.check_players(None)
        played.append((cards, _game(fast, game, state, n, effort)))
        redealt.append((cards, _redeal(verbs, game, state, effort)))
    return {"game": game.name, "points": played, "redeals": redealt}


def _game(fast: kernel.Twin, game: Game, state: Any, n: int, effort: Effort) -> float:
    """Seconds of a random game, the mean of so many."""
    blank, s = fast.load(state), fast.record(game.rules.State)
    actions, rng = fast.ints(game.rules.MAX_LEGAL), fast.ints(kernel.RNG_WORDS)
    fast.random_games(blank, s, actions, rng, 1, 1)
    return _best(lambda: fast.random_games(blank, s, actions, rng, 1, n), effort.rounds(3)) / n


def _redeal(verbs: kernel.Twin, game: Game, state: Any, effort: Effort) -> float:
    """Seconds of a redeal: with it less without it."""
    blank, s, room = (verbs.load(state) for _ in range(3))
    actions, rng, choose = verbs.ints(game.rules.MAX_LEGAL), verbs.rng(1), verbs.rng(2)
    out = np.zeros(game.rules.OBSERVATION.size, np.float32)
    positions, games_played = 0, 10 if effort.quick else 300

    def run(what: int) -> None:
        nonlocal positions
        positions = verbs.measure(blank, s, room, actions, rng, choose, out, what, games_played, REDEALS)

    run(calls.REDEAL)
    took = _best(lambda: run(calls.REDEAL), effort.rounds(3)) - _best(lambda: run(calls.COPY), effort.rounds(3))
    return max(took, 1e-12) / (positions * REDEALS)


def _most_flexible_deal(effort: Effort) -> tuple[Game, Any]:
    """The game, and its option, with the widest range of cards that can be dealt to a player."""
    found = [
        (game, option)
        for game in map(registry.load, effort.named or registry.ours())
        for option in game.options
        if option.name == "cards_dealt"
    ]
    if not found:
        raise Problem("none of the games lets a designer choose how many cards are dealt")
    return max(found, key=lambda pair: pair[1].high - pair[1].low)


def rows(effort: Effort) -> dict[str, Any]:
    """Seconds to write a move and to open a table, in a store (SQLite) with so many moves in it."""
    sizes = effort.few([1_000, 10_000, 100_000, 1_000_000], quick=2)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(growth_server.rows(Path(folder) / "rows.sqlite", smallest_game(), sizes, effort))


def tables(effort: Effort) -> dict[str, Any]:
    """Processor time of a server and the wait for a move, with so many tables in play."""
    sizes = effort.few([1, 3, 10, 30, 100, 300], quick=1)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(growth_server.tables(Path(folder), smallest_game(), sizes, effort))


CURVES: dict[str, Callable[[Effort], dict[str, Any]]] = {
    "games": games,
    "simulations": simulations,
    "deck": deck,
    "rows": rows,
    "tables": tables,
}
"""Cores are a part of their own."""
