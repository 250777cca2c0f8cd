"""What weatherdeck does, in the same terms as the other projects: on one core, by compiled rules."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import calls, greedy
from benchmarks.limit.build import CGame
from benchmarks.limit.check import check
from weatherdeck import kernel
from weatherdeck.bots import search
from weatherdeck.bots.pad import Work as SearchWork
from weatherdeck.bots.thinking import new_mind, new_pad
from weatherdeck.env.batch import Batch
from weatherdeck.games import lockstep_learned, network, playout, registry
from weatherdeck.games.game import Game
from weatherdeck.games.network import Network
from weatherdeck.match import Match

from .worker import Maker, Work, serve

TABLES = 1024
CHECKED = 500
"""Games that C must play with equal bytes before it is measured."""
SIMULATIONS = 2000
"""Of one search: a unit of work."""
ROOM = 400_000
VERBS = ("nothing", "legal", "copy", "redeal", "observe")
"""As numbered in calls.py."""
VERB_TIMES = 20
UNTRAINED = (256, 32)
"""The layers of a network in a game that has none of its own."""
POSITIONS = 256
SAMPLED = 0.1
"""How many positions a network looks at, and which share of those of a game."""


def random_play(name: str) -> Work:
    """Whole random games, each dealt anew."""
    game = registry.load(name)
    twin = kernel.fastest(playout, game.module)
    blank, s = twin.load(game.new_state()), twin.record(game.rules.State)
    actions, rng = twin.ints(game.rules.MAX_LEGAL), twin.ints(kernel.RNG_WORDS)
    return _seeded(lambda seed, games: twin.random_games(blank, s, actions, rng, seed, games))


def greedy_play(name: str) -> Work:
    """Whole games by the game's greedy player."""
    game = registry.load(name)
    twin = kernel.fastest(greedy, *game.modules)
    blank, s = twin.load(game.new_state()), twin.record(game.rules.State)
    actions, rng = twin.ints(game.rules.MAX_LEGAL), twin.ints(kernel.RNG_WORDS)
    likes = twin.floats(game.rules.MAX_LEGAL)
    return _seeded(lambda seed, games: twin.greedy_games(blank, s, actions, likes, rng, seed, games))


def hand_written(name: str) -> Work:
    """Whole random games in hand-written C, which must play the games of the rules."""
    c = CGame(registry.load(name))
    check(c, CHECKED)
    twin = kernel.fastest(playout, c.game.module)
    blank, s = twin.load(c.game.new_state()), twin.record(c.game.rules.State)
    return _seeded(lambda seed, games: c.random_games(blank, s, seed, games))


def _seeded(play: Callable[[int, int], Any]) -> Work:
    """Work on games with ever new seeds."""
    first = 1

    def work(games: int) -> int:
        nonlocal first
        decisions = int(play(first, games))
        first += games
        return decisions

    return work


def searching(way: str, randomness: float) -> Maker:
    """Search at the start of a game, with random or greedy play to the end of each simulation."""

    def make(name: str) -> Work:
        game = registry.load(name)
        match, twin = Match(game, seed=1), kernel.fastest(search, *game.modules)
        root = twin.load(game.redacted(match.state, match.to_move))
        work = twin.load(SearchWork(exploration=game.search.exploration, randomness=randomness))
        pad, mind, rng = new_pad(game, twin, ROOM, work), new_mind(game, twin, root), twin.rng(1)

        def think(searches: int) -> int:
            simulations = 0
            for _ in range(searches):
                twin.plant(pad.nodes, pad.work)
                if way == "grow":
                    twin.grow(pad, root, mind, rng, SIMULATIONS)
                else:
                    twin.enter(pad, root, rng, game.search.candidates)
                    twin.look(pad, root, mind, rng, SIMULATIONS)
                simulations += int(twin.get(pad.nodes[0], "visits"))
            return simulations

        return think

    return make


def verb(what: str) -> Maker:
    """A verb at every decision of random games; counted are the decisions."""

    def make(name: str) -> Work:
        game = registry.load(name)
        fast = kernel.fastest(calls, game.module)
        blank, s, room = (fast.load(game.new_state()) for _ in range(3))
        actions, rng, choose = fast.ints(game.rules.MAX_LEGAL), fast.rng(1), fast.rng(2)
        out = np.zeros(game.rules.OBSERVATION.size, np.float32)
        number = VERBS.index(what)
        return lambda games: int(fast.measure(blank, s, room, actions, rng, choose, out, number, games, VERB_TIMES))

    return make


def network_of(name: str) -> Network:
    """A game's network; where it has none, one with random weights, which takes as long."""
    game = registry.load(name)
    return game.network or network.untrained(game, *UNTRAINED, seed=1)


def network_looks(entry: str) -> Maker:
    """A network's looks at positions of random games, with `observe`: at the legal moves, or at the value."""

    def make(name: str) -> Work:
        asked = network_of(name)
        twin, states = kernel.fastest(lockstep_learned, *asked.modules), _positions(asked.game)
        packed, actions = twin.load_all(states), np.full((len(states), asked.game.rules.MAX_LEGAL), -1)
        for row, state in zip(actions, states, strict=True):
            legal = asked.game.legal(state)
            row[: len(legal)] = legal
        written = [np.zeros(len(states))] if entry == "expect" else [actions, np.zeros(actions.shape)]

        def look(units: int) -> int:
            for _ in range(units):
                twin.over(len(states), entry, packed, *written)
            return units * len(states)

        return look

    return make


def _positions(game: Game) -> list[Any]:
    """Positions of random games, from the first moves to the last."""
    found: list[Any] = []
    choose = random.Random(1)
    for seed in itertools.count(1):
        match = Match(game, seed=seed)
        while not match.is_over:
            if choose.random() < SAMPLED:
                found.append(match.state.copy())
            if len(found) == POSITIONS:
                return found
            match.play(choose.choice(match.legal()))
    raise AssertionError("seeds do not end")


def batch_steps(name: str) -> Work:
    """Many tables at once, with observations and masks."""
    batch = Batch(registry.load(name), TABLES)

    def steps(units: int) -> int:
        for _ in range(units):
            batch.step(batch.random_actions())
        return units * TABLES

    return steps


def pettingzoo_steps(name: str) -> Work:
    """One table through PettingZoo's interface."""
    from weatherdeck.env import pettingzoo

    from .aec import random_steps

    steps = random_steps(pettingzoo.env(name))
    return lambda units: sum(1 for _ in itertools.islice(steps, units))


MAKERS: dict[str, Maker] = {
    "random": random_play,
    "greedy": greedy_play,
    "c": hand_written,
    "grow, random": searching("grow", 1.0),
    "grow, greedy": searching("grow", 0.0),
    "look, greedy": searching("look", 0.0),
    **{what: verb(what) for what in VERBS},
    "network, moves": network_looks("counsel"),
    "network, value": network_looks("expect"),
    "batch steps": batch_steps,
    "pettingzoo steps": pettingzoo_steps,
}

if __name__ == "__main__":
    os.environ["WEATHERDECK_THREADS"] = "1"
    serve(MAKERS)
