"""`python -m benchmarks.gpu_lab [--engine gpu] [--games N] [--only GAME]`: a million greedy games of each game.

The first time is that of the games alone; the second that of the games and their tables, written to files as
`weatherdeck lab` does it. What is compiled is compiled before.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.speed import document
from weatherdeck.bots.levels import policy_of
from weatherdeck.games import registry
from weatherdeck.kernel import cuda
from weatherdeck.lab.playing import batch
from weatherdeck.lab.playing.engines import Engine, Processes
from weatherdeck.lab.playing.gpu import Gpu
from weatherdeck.lab.playing.plan import RunPlan, plan
from weatherdeck.lab.playing.run import Run
from weatherdeck.lab.playing.simulation import fill, prepare
from weatherdeck.lab.playing.studio import Studio, studio_of

GAMES = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu_lab", description=__doc__)
    parser.add_argument("--engine", choices=("local", "gpu"), default="gpu", help="who plays (default: the GPU)")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"of each game (default: {GAMES:,})")
    parser.add_argument("--bot", default="greedy", help="who plays in all seats (default: greedy)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only games with this in their name")
    options = parser.parse_args()
    engine: Engine = Gpu() if options.engine == "gpu" else Processes()
    where = cuda.device_name() if options.engine == "gpu" else f"{os.cpu_count()} cores"
    print(f"The lab on {where}: {options.games:,} games by {options.bot}")
    times = [_measure(name, options.bot, options.games, engine) for name in registry.ours() if options.only in name]
    if options.engine == "gpu" and not options.only:
        figures = {"games": options.games, "bot": options.bot, "times": times}
        document.write({**document.read(), "gpu lab": document.stamped(figures, document.Effort())})
        print(f"kept in {document.PATH}; python -m benchmarks --page writes the page")


@dataclass(frozen=True)
class Alone:
    """The games of a plan without their tables."""

    plan: RunPlan

    def __call__(self, number: int) -> None:
        """Play a batch."""
        policies = [policy for name in self.plan.bots if (policy := policy_of(name, self.plan.load())) is not None]
        studio_of(self.plan.ref).play(policies, self.plan, np.array(self.plan.span(number)))

    def together(self, studio: Studio, numbers: Sequence[int]) -> Iterator[tuple[int, Callable[[], None]]]:
        """Play batches at once."""
        for number, _ in batch.play_together(studio, self.plan, numbers):
            yield number, _nothing


def _nothing() -> None:
    """What is left to do."""


def _measure(name: str, bot: str, games: int, engine: Engine) -> dict[str, Any]:
    started = time.perf_counter()
    warm_up = plan(name, bot, games=min(games, 200))
    prepare(engine, warm_up)
    with tempfile.TemporaryDirectory() as folder:
        fill(Run.begin(Path(folder) / "first", warm_up), engine)
        compiled = time.perf_counter() - started
        planned = plan(name, bot, games=games)
        started = time.perf_counter()
        for _ in engine.map(Alone(planned), range(planned.batches)):
            pass
        alone = time.perf_counter() - started
        started = time.perf_counter()
        fill(Run.begin(Path(folder) / "run", planned), engine)
        took = time.perf_counter() - started
        size = sum(path.stat().st_size for path in Path(folder, "run").rglob("*.parquet"))
    print(
        f"  {name:18} {alone:7.2f} s alone, {games / alone:>11,.0f} games/s;  {took:7.2f} s with tables, "
        f"{size / 1e6:,.0f} MB;  compiled in {compiled:.0f} s",
        flush=True,
    )
    return {"game": name, "alone": round(alone, 2), "written": round(took, 2)}


if __name__ == "__main__":
    main()
