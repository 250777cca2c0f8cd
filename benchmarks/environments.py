"""`python -m benchmarks.environments`: steps per second with observations and masks, beside other projects' card games.

Everybody plays random legal actions on one core and is asked for what a learner needs at every step: what the player
to move sees, and a mask of what is legal. Where a project lists the legal actions, the mask is made from its list, as
its own learners do. Processor time is measured, so that other work on the machine does not count; and all take turns,
three times, of which the best counts.
"""

from __future__ import annotations

import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import count, islice
from typing import Any

import numpy as np

from weatherdeck.env.batch import Batch
from weatherdeck.games import registry

SECONDS = 0.5
ROUNDS = 3
TABLES = 1024
BATCH, AEC = "weatherdeck, batch", "weatherdeck, PettingZoo"
OTHER_AEC = "PettingZoo"

PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")
RLCARD = ("blackjack", "leduc-holdem", "limit-holdem", "no-limit-holdem", "uno", "doudizhu", "gin-rummy", "bridge")
OPENSPIEL = (
    *("kuhn_poker", "leduc_poker", "blackjack", "hearts", "spades", "euchre", "oh_hell", "gin_rummy", "bridge", "skat"),
)


@dataclass
class Contender:
    """A game of a project, in play."""

    project: str
    game: str
    steps: Iterator[int]  # each item: so many steps were made
    at_once: int = 1  # how many items are asked for between two looks at the clock
    best: float = 0.0

    def run(self) -> None:
        """Play for a while."""
        done, started = 0, time.process_time()
        while (took := time.process_time() - started) < SECONDS:
            done += sum(islice(self.steps, self.at_once))
        self.best = max(self.best, done / took)


def main() -> None:
    os.environ["WEATHERDECK_THREADS"] = "1"
    warnings.simplefilter("ignore")  # other projects' own
    names = sys.argv[1:] or registry.names()
    contenders = list(_contenders(names))
    for contender in contenders:
        next(contender.steps)  # whatever the first step prepares
    for _ in range(ROUNDS):
        for contender in contenders:
            contender.run()
    print("Random play on one core with observations and masks, in steps per second of processor time.")
    print(f"{'project':26} {'game':26} {'steps/s':>12}")
    for contender in contenders:
        print(f"{contender.project:26} {contender.game:26} {contender.best:>12,.0f}")
    print()
    theirs = [one for one in contenders if one.project not in (BATCH, AEC)]
    if not theirs:
        print("None of the other projects is installed: pip install 'weatherdeck[env]'")
        return
    fastest = max(theirs, key=lambda one: one.best)
    _compare("our batch", [one for one in contenders if one.project == BATCH], fastest)
    aecs = [one for one in theirs if one.project == OTHER_AEC]
    if aecs:
        _compare("our AEC", [one for one in contenders if one.project == AEC], max(aecs, key=lambda one: one.best))


def _compare(what: str, ours: list[Contender], theirs: Contender) -> None:
    for one in ours:
        times = one.best / theirs.best
        print(f"{what}, {one.game}: {times:.1f} times as fast as {theirs.project}'s {theirs.game}, the fastest of them")


def _contenders(names: list[str]) -> Iterator[Contender]:
    for name in names:
        yield Contender(BATCH, name, _batch(name))
    for name in names:
        yield from _if_there(AEC, name, lambda name=name: _aec("weatherdeck.env.pettingzoo", name))  # type: ignore[misc]
    for name in PETTINGZOO:
        yield from _if_there(OTHER_AEC, name, lambda name=name: _aec(f"pettingzoo.classic.{name}"))  # type: ignore[misc]
    for name in RLCARD:
        yield from _if_there("RLCard", name, lambda name=name: _rlcard(name))  # type: ignore[misc]
    for name in OPENSPIEL:
        yield from _if_there("OpenSpiel", name, lambda name=name: _openspiel(name))  # type: ignore[misc]


def _if_there(project: str, game: str, start: Callable[[], Iterator[int]]) -> Iterator[Contender]:
    """A contender, unless the project or something that the game needs is not installed."""
    try:
        yield Contender(project, game, start(), at_once=50)
    except ImportError as missing:
        print(f"{project}, {game}: left out ({missing})", file=sys.stderr)


def _batch(name: str) -> Iterator[int]:
    batch = Batch(registry.load(name), TABLES)
    while True:
        batch.step(batch.random_actions())
        yield TABLES


def _aec(module: str, *arguments: str) -> Iterator[int]:
    if find_spec(module) is None:
        raise ImportError(f"there is no {module}")
    env: Any = import_module(module).env(*arguments)
    env.reset(seed=1)
    env.last()
    return _aec_steps(env)


def _aec_steps(env: Any) -> Iterator[int]:
    for seed in count():
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[random.randrange(len(legal))]))
                yield 1


def _rlcard(name: str) -> Iterator[int]:
    env: Any = import_module("rlcard").make(name, {"seed": 1})
    return _rlcard_steps(env)


def _rlcard_steps(env: Any) -> Iterator[int]:
    while True:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            _mask(env.num_actions, legal)
            state, _ = env.step(legal[random.randrange(len(legal))])
            yield 1


def _openspiel(name: str) -> Iterator[int]:
    env: Any = import_module("open_spiel.python.rl_environment").Environment(name, include_full_state=False)
    return _openspiel_steps(env)


def _openspiel_steps(env: Any) -> Iterator[int]:
    actions = env.action_spec()["num_actions"]
    while True:
        now = env.reset()
        while not now.last():
            legal = now.observations["legal_actions"][now.observations["current_player"]]
            _mask(actions, legal)
            now = env.step([legal[random.randrange(len(legal))]])
            yield 1


def _mask(actions: int, legal: list[int]) -> Any:
    mask = np.zeros(actions, np.int8)
    mask[legal] = 1
    return mask


if __name__ == "__main__":
    main()
