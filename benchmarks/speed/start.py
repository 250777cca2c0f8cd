"""Start-up and memory: from a new process to the first result, ours and theirs, by the clock on the wall."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.beside import set_up

from .document import Effort

MEMORY = """
import re, pathlib
print(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1])
"""
FIRST_GAME = """
from weatherdeck import kernel
from weatherdeck.games import playout, registry
game = registry.load({name!r})
twin = kernel.fastest(playout, game.module)
s = twin.record(game.rules.State)
twin.random_games(twin.load(game.new_state()), s, twin.ints(game.rules.MAX_LEGAL), twin.ints(4), 1, 1)
"""
FIRST_MOVE = """
from weatherdeck import bots
from weatherdeck.games import registry
from weatherdeck.match import Match
game = registry.load({name!r})
match = Match(game, seed=1)
bots.at_table("master", 1).choose(game, game.redacted(match.state, match.to_move), match.legal())
"""
POSITION = """
import random, weatherdeck
position = weatherdeck.load({name!r}).deal(seed=1)
"""
SPIEL = """
import random, pyspiel
state = pyspiel.load_game({name!r}).new_initial_state()
while not state.is_terminal():
    state.apply_action(random.choice(state.legal_actions()))
"""
RLCARD = """
import random, rlcard
env = rlcard.make({name!r})
state, _ = env.reset()
while not env.is_over():
    state, _ = env.step(random.choice(list(state["legal_actions"])))
"""
PETTINGZOO = """
import random, importlib
env = importlib.import_module("pettingzoo.classic.{name}").env()
env.reset(seed=1)
for _ in env.agent_iter():
    observation, _, ended, cut, _ = env.last()
    legal = None if ended or cut else [i for i, on in enumerate(observation["action_mask"]) if on]
    env.step(random.choice(legal) if legal else None)
"""


def measure(effort: Effort) -> dict[str, Any]:
    """Seconds and megabytes of each start; of our games also with an empty cache."""
    rounds = effort.rounds(3)
    ours = [
        timed("Python alone", [sys.executable, "-c", MEMORY], rounds),
        timed("import weatherdeck", [sys.executable, "-c", "import weatherdeck" + MEMORY], rounds),
        timed("weatherdeck --version", [sys.executable, "-m", "weatherdeck", "--version"], rounds, memory=False),
        timed("weatherdeck games", [sys.executable, "-m", "weatherdeck", "games"], rounds, memory=False),
    ]
    return {"rounds": rounds, "ours": ours, **_others(), "games": _of_games(effort)}


WARM = {"position": POSITION, "game": FIRST_GAME, "move": FIRST_MOVE}
COLD = {"game": FIRST_GAME, "move": FIRST_MOVE}


def _of_games(effort: Effort) -> list[dict[str, Any]]:
    """The first results of each game. Cold moves come last: a bot that moves before its code is compiled has another
    process compile it, which may still work when the move is made."""
    found: dict[str, dict[str, Any]] = {name: {"game": name} for name in effort.games}
    skipped = "move" if effort.quick else ""  # a search takes long to compile
    for what, code in WARM.items():
        for name in found if what != skipped else ():
            found[name][f"{what}, warm"] = timed(what, _python(code, name), effort.rounds(3), warm_up=True)
    for what, code in COLD.items():
        for name in found if what != skipped else ():
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
                found[name][f"{what}, cold"] = timed(what, _python(code, name), 1, cache)
    return list(found.values())


def _python(code: str, name: str) -> list[str]:
    return [sys.executable, "-c", code.format(name=name) + MEMORY]


def _others() -> dict[str, Any]:
    """A first random game of the other projects, if they can be installed."""
    try:
        python = str(set_up.python())
    except Exception as problem:  # ours are still measured
        return {"theirs": [], "problem": str(problem)}
    starts = (("OpenSpiel", SPIEL, "hearts"), ("RLCard", RLCARD, "uno"), ("PettingZoo", PETTINGZOO, "texas_holdem_v4"))
    theirs = []
    for project, code, name in starts:
        found = timed(project, [python, "-c", code.format(name=name) + MEMORY], 3)
        theirs.append({**found, "game": name})
    return {"theirs": theirs}


def timed(
    what: str, command: list[str], rounds: int, cache: str | None = None, *, memory: bool = True, warm_up: bool = False
) -> dict[str, Any]:
    """Seconds (best and median) and the most memory of a process that prints it last."""
    environment = {**os.environ, **({"WEATHERDECK_CACHE": cache} if cache else {})}
    took, megabytes = [], None
    for number in range(rounds + warm_up):
        started = time.perf_counter()
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - started
        if done.returncode:
            return {"what": what, "problem": done.stderr.strip().splitlines()[-1:] or ["failed"]}
        if number >= warm_up:
            took.append(seconds)
        if memory and Path("/proc/self/status").exists():
            megabytes = round(int(done.stdout.split()[-1]) / 1024)
    found = {"what": what, "best": round(min(took), 3), "median": round(statistics.median(took), 3)}
    return found if megabytes is None else {**found, "megabytes": megabytes}
