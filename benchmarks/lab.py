"""`python -m benchmarks.lab [GAMES [GAME]]`: a million random games, simulated, measured and reported."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.fixture import default_game
from weatherdeck.games import registry
from weatherdeck.lab.files import write
from weatherdeck.lab.measuring.measure import measure as measure_run
from weatherdeck.lab.playing.engines import Processes
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.playing.run import Run
from weatherdeck.lab.playing.simulation import fill
from weatherdeck.lab.playing.studio import compile_for
from weatherdeck.lab.reporting.exhibits import MeasuredRun
from weatherdeck.lab.reporting.report import report

GAMES = 1_000_000


def main() -> None:
    found = measure(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, *sys.argv[2:3])
    print(f"The lab: {found['games']:,} random games of {found['game']} in {found['processes']} processes")
    print(f"  simulated in {found['simulated']:.1f} s, measured and reported in {found['reported']:.1f} s")
    print(f"  together {found['simulated'] + found['reported']:.1f} s; tables of {found['bytes'] / 1e6:.0f} MB")
    print(f"  most memory: {found['memory']:.0f} MB here, {found['worker memory']:.0f} MB a worker")


def measure(games: int, name: str | None = None) -> dict[str, Any]:
    """Simulate, measure and report games; what it took."""
    game = registry.load(name or default_game())
    planned = plan(game, "random", games=games)
    compile_for(planned)
    engine = Processes()
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        run = Run.begin(Path(folder) / "run", planned)
        fill(run, engine)
        simulated = time.perf_counter()
        measured = MeasuredRun(planned, measure_run(run, engine))
        write(Path(folder) / "report.html", report(planned.load(), [measured]))
        done = time.perf_counter()
        size = sum(path.stat().st_size for path in Path(folder).rglob("*.parquet"))
    return {
        "games": games,
        "game": game.name,
        "processes": engine.processes,
        "simulated": round(simulated - started, 2),
        "reported": round(done - simulated, 2),
        "bytes": size,
        "memory": round(_peak(resource.RUSAGE_SELF)),
        "worker memory": round(_peak(resource.RUSAGE_CHILDREN)),
    }


def _peak(who: int) -> float:
    """In megabytes; Linux counts in kilobytes."""
    return resource.getrusage(who).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    main()
