"""`python -m benchmarks.gpu_lab [--engine gpu] [--games N] [--only GAME]`: a million greedy games of each game.

The games are played and their tables written, as `weatherdeck lab` does it. What is compiled is compiled before.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from weatherdeck.games import registry
from weatherdeck.kernel import cuda
from weatherdeck.lab.engines import Engine, Processes
from weatherdeck.lab.gpu import Gpu
from weatherdeck.lab.plan import plan
from weatherdeck.lab.run import Run
from weatherdeck.lab.simulation import fill, prepare

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
    for name in registry.ours():
        if options.only in name:
            _measure(name, options.bot, options.games, engine)


def _measure(name: str, bot: str, games: int, engine: Engine) -> None:
    started = time.perf_counter()
    warm_up = plan(name, bot, games=min(games, 200))
    prepare(engine, warm_up)
    with tempfile.TemporaryDirectory() as folder:
        fill(Run.begin(Path(folder) / "first", warm_up), engine)
        compiled = time.perf_counter() - started
        planned = plan(name, bot, games=games)
        started = time.perf_counter()
        fill(Run.begin(Path(folder) / "run", planned), engine)
        took = time.perf_counter() - started
        size = sum(path.stat().st_size for path in Path(folder, "run").rglob("*.parquet"))
    print(
        f"  {name:18} {took:7.1f} s  {games / took:>11,.0f} games/s  {size / 1e6:6.0f} MB  compiled in {compiled:.0f} s"
    )


if __name__ == "__main__":
    main()
