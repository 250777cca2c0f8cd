"""How much of each sweep is run: a sample in `make test`, everything in `make proof`.

A sweep is a test over many cases of one kind: games by the thousand, every option with every number of players, every
picture at every size. `SWEEPS` lists them all, with a fast size, a full size and the reason for both. A fast sample is
drawn by the seed in `seed.txt`, so that a test that fails fails again. The seed is raised with each change that lands
on main (`python -m tests.sweeps --next`), so that over many landings every case has its turn.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

SEED_FILE = Path(__file__).parent / "seed.txt"
SEED = int(SEED_FILE.read_text(encoding="utf-8"))
IS_PROOF = os.environ.get("WEATHERDECK_PROOF") == "1"
"""Whether everything is run: `make proof` sets it."""


@dataclass(frozen=True)
class Sweep:
    """The two sizes of a sweep. A full size of 0 means all cases there are."""

    fast: int
    full: int
    why: str

    @property
    def size(self) -> int:
        """How many cases this run has; 0 for all."""
        return self.full if IS_PROOF else self.fast


SWEEPS: dict[str, Sweep] = {
    # ------------------------------------------------ tests/*.py, tests/docs, tests/benchmarks
    "games of the contract": Sweep(1, 2, "games of the conformance suite for each game, number of players and option"),
    # ------------------------------------------------ tests/kernel, tests/games, tests/match, tests/golden
    "games compiled for a device": Sweep(1, 0, "PTX of all verbs: up to ten seconds, and nothing of it can be kept"),
    "networks compiled": Sweep(3, 0, "networks of odd sizes: to compile one for a game takes two to six seconds"),
    "redeals": Sweep(2_000, 20_000, "redeals of a seat at least, against the worlds that it may have (chi-square)"),
    "redeals for each world": Sweep(6, 12, "the same where there are many worlds; chi-square needs 5 of each"),
    "late positions": Sweep(1, 3, "for each number of players of 4 Seasons, each found by playing many games again"),
    "decisions": Sweep(12, 0, "of each hundred decisions of a random match, those at which costly questions are asked"),
    "tables seen": Sweep(32, 256, "tables played at once with each option, all observations of which are looked at"),
    "logs read": Sweep(12, 0, "random matches of a game (four seeds, every option) whose log is checked"),
    # ------------------------------------------------ tests/bots, tests/learning
    "searches with a network": Sweep(
        4, 0, "each game's search, compiled with a small network, takes up to ten seconds"
    ),
    "games learned in both twins": Sweep(2, 0, "the tables of learning, compiled for a game, take four seconds"),
    "oracles": Sweep(16, 40, "oracles asked about the same moves, which tells how often an interval holds the truth"),
    # ------------------------------------------------ tests/env
    "batches compared": Sweep(
        30, 0, "variants of the games (each option, each number of players), played side by side"
    ),
    "bots in all seats": Sweep(6, 0, "bots and games: whole games in Python, played three times"),
    "games drawn by PettingZoo": Sweep(2, 0, "its suite draws every position of some games, as pixels and as text"),
    "games searched by OpenSpiel": Sweep(4, 0, "games and numbers of players: its search in Python plays a whole game"),
    # ------------------------------------------------ tests/lab
    "reports": Sweep(
        2, 0, "games whose whole report is made, of hundreds of games; every section has tests of its own"
    ),
    "experts": Sweep(1, 0, "games in which experts think the same in the lab as on the ladder"),
    "engines for a device": Sweep(2, 0, "one engine of searches takes the compiler 40 seconds for a whole game"),
    # ------------------------------------------------ tests/cli
    "positions drawn": Sweep(4, 0, "positions of a game that are drawn, clicked, and compared with other worlds"),
    "last moves": Sweep(8, 24, "moves at the end of each game, on the generic table: each is pressed and drawn"),
    "moves at a table": Sweep(50, 1000, "the same at the table of a game, with the keyboard and with the mouse"),
    "tables in a terminal": Sweep(6, 60, "rounds of keys, sizes and signals, each a process (make soak: an hour)"),
    # ------------------------------------------------ tests/table
    "attacks on a server": Sweep(100, 1000, "odd requests, bytes and frames, each sent to a real server"),
    "routes flooded": Sweep(8, 0, "routes flooded from five addresses; from one, all of them are each time"),
    "kills of a server": Sweep(2, 12, "SIGKILLs while games are played; each costs a start"),
    "upgrades killed": Sweep(12, 0, "places at which the upgrade of an SQLite store of any form is killed"),
    "upgrades killed in PostgreSQL": Sweep(5, 0, "the same, and each makes a database"),
    "finished matches": Sweep(7, 0, "what is kept of a match of any game, in either store, under other rules"),
    "upgrades on a full disk": Sweep(5, 0, "sizes beyond which no file of an SQLite store grows"),
    # ------------------------------------------------ tests/web
    "sizes of a page": Sweep(
        4, 0, "window sizes from the smallest phone to a large screen; every table is drawn at each"
    ),
    "whole games in the browser": Sweep(
        2, 0, "each game by mouse and by keyboard; short ones of each are always played"
    ),
    "whole games by touch": Sweep(3, 0, "each game on a phone; of the long ones, short games are always played"),
    "whole games at the plain table": Sweep(
        1, 0, "each game at the table that any game gets; short ones are always played"
    ),
    "games with all tabs": Sweep(
        2, 0, "axe goes through the log, the moves, the rules and the chat, which all games share"
    ),
    "moments of a table": Sweep(
        2, 3, "how often each game is looked at while it is played, with nothing and with something chosen"
    ),
    "games reviewed": Sweep(1, 0, "a strong player judges each decision first, which takes seconds"),
    "pages without a table": Sweep(4, 0, "each is loaded, and drawn at every size"),
    "players of 4 Seasons at a table": Sweep(1, 0, "seats that share the felt; six fill it most"),
}


def size(sweep: str) -> int:
    """How many cases a sweep has in this run, where they are counted (games, seeds)."""
    return SWEEPS[sweep].size


def sample(sweep: str, cases: Sequence[T], always: Sequence[T] = ()) -> list[T]:
    """The cases of a sweep that are run now, in their order. Those in `always` are among them, whatever the seed."""
    wanted = SWEEPS[sweep].size
    if wanted == 0 or wanted >= len(cases):
        return list(cases)
    others = [index for index, case in enumerate(cases) if case not in always]
    kept = len(cases) - len(others)
    drawn = random.Random(f"{sweep} {SEED}").sample(others, max(0, wanted - kept))
    chosen = {*drawn, *(index for index, case in enumerate(cases) if case in always)}
    return [case for index, case in enumerate(cases) if index in chosen]


def seeds(sweep: str) -> range:
    """As many seeds as the sweep has cases. Fast runs of different landings see different seeds."""
    wanted = SWEEPS[sweep].size
    return range(wanted) if IS_PROOF else range(SEED * wanted, (SEED + 1) * wanted)


def told() -> str:
    """What a run says about its samples."""
    return "sweeps: all cases (make proof)" if IS_PROOF else f"sweeps: samples by seed {SEED} (tests/seed.txt)"


if __name__ == "__main__":
    if sys.argv[1:] == ["--next"]:
        SEED_FILE.write_text(f"{SEED + 1}\n", encoding="utf-8")
        print(f"tests/seed.txt: {SEED} -> {SEED + 1}")
    else:
        for name, sweep in SWEEPS.items():
            print(f"{name:40} {sweep.fast:>8} {sweep.full or 'all':>8}  {sweep.why}")
