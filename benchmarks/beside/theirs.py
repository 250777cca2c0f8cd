"""What OpenSpiel, RLCard and PettingZoo do, in an environment of their own, which has no weatherdeck.

OpenSpiel's native speed is that of C++ loops (`openspiel.cc`) over its games, without Python in between. They are
linked against the library that OpenSpiel's package installs. Without a C++ compiler, OpenSpiel's own search bot plays
out dealt positions.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from .worker import Maker, Work, serve

PER_DEAL = 100
"""Playouts from one dealt position."""
PLAYOUTS = 1000
"""Of one evaluation by OpenSpiel's search bot."""
EXPLORATION = 2.0**0.5
SIMULATIONS = 2000
"""Of one search, as in ours.py."""
VERBS = ("nothing", "legal", "copy", "redeal", "observe")
"""As numbered in openspiel.cc."""
VERB_TIMES = 20


class CannotDo(Exception):
    """A game of another project lacks what is asked for."""


# ---------------------------------------------------------------- OpenSpiel, native
def pyspiel() -> Any:
    """OpenSpiel's library, visible to `openspiel.cc`."""
    flags = sys.getdlopenflags()
    sys.setdlopenflags(flags | os.RTLD_GLOBAL)
    try:
        return import_module("pyspiel")
    finally:
        sys.setdlopenflags(flags)


@cache
def native() -> ctypes.CDLL | None:
    """The loops in C++, or None without a compiler."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        return None
    packages = Path(pyspiel().__file__).parent
    spiel = packages / "open_spiel"
    includes = (packages, spiel, spiel / "abseil-cpp", spiel / "json" / "include")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "loops.so"
        flags = ["-std=c++17", "-O3", "-march=native", "-DNDEBUG", "-w", "-fPIC", "-shared"]
        source = Path(__file__).with_name("openspiel.cc")
        paths = [f"-I{path}" for path in includes]
        subprocess.run([compiler, *flags, *paths, str(source), "-o", str(library)], check=True)
        loops = ctypes.CDLL(str(library))
    loops.random_games.restype = loops.verbs.restype = ctypes.c_int64
    loops.random_games.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int, ctypes.c_int64]
    loops.verbs.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int64]
    return loops


def whole_games(game: str) -> Work:
    """Random games, each dealt anew."""
    loops = native()
    if loops is None:
        raise CannotDo("no C++ compiler (g++) was found")
    seeds = itertools.count(1)
    return lambda games: _counted(loops.random_games(game.encode(), 0, next(seeds), games))


def from_a_deal(game: str) -> Work:
    """Random games from dealt positions, many from each, as in a search: hardly any time goes into dealing."""
    loops = native()
    seeds = itertools.count(1)
    if loops is None:
        return _by_the_search_bot(game)
    return lambda games: _counted(loops.random_games(game.encode(), PER_DEAL, next(seeds), games))


def _by_the_search_bot(name: str) -> Work:
    game, start = pyspiel().load_game(name), dealt(name)
    length = sum(_random_length(start) for _ in range(200)) / 200

    def play(units: int) -> int:
        # The first simulation evaluates the root, the second one of its children.
        evaluator = pyspiel().RandomRolloutEvaluator(units * PLAYOUTS // 2, random.getrandbits(30))
        pyspiel().MCTSBot(game, evaluator, EXPLORATION, 2, 1000, False, 1, False).mcts_search(start)
        return round(units * PLAYOUTS * length)

    return play


def verb(what: str) -> Maker:
    """A verb at every decision of random games; counted are the decisions."""

    def make(game: str) -> Work:
        loops = native()
        if loops is None:
            raise CannotDo("no C++ compiler (g++) was found")
        seeds, number = itertools.count(1), VERBS.index(what)
        return lambda games: _counted(loops.verbs(game.encode(), number, VERB_TIMES, next(seeds), games))

    return make


def _counted(decisions: int) -> int:
    if decisions < 0:
        raise CannotDo("OpenSpiel has not implemented this for the game")
    return decisions


def dealt(name: str, choices: int = 1) -> Any:
    """A position right after the deal, with at least so many legal actions."""
    for _ in range(1000):
        state = pyspiel().load_game(name).new_initial_state()
        while state.is_chance_node():
            _draw(state)
        if len(state.legal_actions()) >= choices:
            return state
    raise CannotDo(f"no deal of {name} leaves {choices} choices")


def _draw(state: Any) -> None:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(actions, weights)[0])


def _random_length(start: Any) -> int:
    state, decisions = start.clone(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            _draw(state)
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def ismcts(name: str) -> Work:
    """Information-set tree search with one random playout for each simulation, at the first choice of a game."""
    random.seed(1)
    start = dealt(name, choices=2)
    has_strings = start.get_game().get_type().provides_information_state_string

    def search(searches: int) -> int:
        for _ in range(searches):
            evaluator = pyspiel().RandomRolloutEvaluator(1, random.getrandbits(30))
            bot = pyspiel().ISMCTSBot(
                random.getrandbits(30), evaluator, EXPLORATION, SIMULATIONS, use_observation_string=not has_strings
            )
            bot.step(start)
        return searches * SIMULATIONS

    return search


# ---------------------------------------------------------------- environments, step by step in Python
def _steps(steps: Iterator[None]) -> Work:
    return lambda units: sum(1 for _ in itertools.islice(steps, units))


def openspiel_steps(name: str) -> Work:
    """OpenSpiel's own environment for learners."""
    env = import_module("open_spiel.python.rl_environment").Environment(name, include_full_state=False)
    actions = env.action_spec()["num_actions"]

    def steps() -> Iterator[None]:
        while True:
            now = env.reset()
            while not now.last():
                legal = now.observations["legal_actions"][now.observations["current_player"]]
                _mask(actions, legal)
                now = env.step([legal[random.randrange(len(legal))]])
                yield

    return _steps(steps())


def rlcard_steps(name: str) -> Work:
    """RLCard's environments."""
    env = import_module("rlcard").make(name, {"seed": 1})

    def steps() -> Iterator[None]:
        while True:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                _mask(env.num_actions, legal)
                state, _ = env.step(legal[random.randrange(len(legal))])
                yield

    return _steps(steps())


def pettingzoo_steps(name: str) -> Work:
    """PettingZoo's classic card games."""
    from .aec import random_steps

    return _steps(random_steps(import_module(f"pettingzoo.classic.{name}").env()))


def _mask(actions: int, legal: list[int]) -> Any:
    np = import_module("numpy")
    mask = np.zeros(actions, np.int8)
    mask[legal] = 1
    return mask


MAKERS: dict[str, Maker] = {
    "whole games": whole_games,
    "from a deal": from_a_deal,
    "ismcts": ismcts,
    **{what: verb(what) for what in VERBS},
    "openspiel steps": openspiel_steps,
    "rlcard steps": rlcard_steps,
    "pettingzoo steps": pettingzoo_steps,
}

if __name__ == "__main__":
    warnings.simplefilter("ignore")  # other projects' own
    pyspiel()  # before anybody else loads it
    serve(MAKERS)
