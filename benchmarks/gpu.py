"""How fast the rules run on this machine's GPU; it is printed, and kept in docs/speed.json for docs/speed.md.

    python -m benchmarks.gpu [GAME ...]      # with games: only printed

Random play is whole games, a thread each. A step is what a learner does: random actions, checked, carried out, with
observations and masks written for everyone. Both are measured after a first round, which compiles. Needs a device and
the extra `gpu`, nothing else.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.speed import document
from weatherdeck import kernel
from weatherdeck.env.gpu import GpuBatch
from weatherdeck.games import playout, registry
from weatherdeck.games.game import Game
from weatherdeck.kernel import cuda

GAMES = 1 << 21
COMPARED = 2000
TABLES = 1 << 19
STEPS = 60


def rate(work: Callable[[], float]) -> float:
    """The best of three: how much is done in a second, after a first round."""
    work()
    best = 0.0
    for _ in range(3):
        cuda.synchronize()
        start = time.perf_counter()
        done = work()
        cuda.synchronize()
        best = max(best, done / (time.perf_counter() - start))
    return best


class Playing:
    """Random games, on the device or on the CPU."""

    def __init__(self, game: Game, twin: Any, n: int, zeros: Callable[[int, Any], Any]) -> None:
        self.twin, self.n = twin, n
        blank = twin.load_all([game.new_state()])
        self.blank = cuda.to_device(blank) if twin.mode == "cuda" else blank
        self.ends, self.decisions = zeros(n, game.rules.State.dtype), zeros(n, np.int64)
        self.room = playout.Room, {"actions": game.rules.MAX_LEGAL, "rng": kernel.RNG_WORDS}

    def __call__(self) -> None:
        arguments = self.blank, self.ends, self.decisions, 1
        self.twin.over(self.n, "random_games_each", *arguments, room=self.room)


def measure(game: Game) -> dict[str, Any]:
    playing = Playing(game, cuda.twin(playout, game.module), GAMES, cuda.zeros)
    playing()
    per_round = float(cuda.to_host(playing.decisions).sum())

    def all_games() -> float:
        playing()
        return per_round

    on_cpu = Playing(game, kernel.compiled(playout, game.module), COMPARED, np.zeros)
    on_cpu()
    equal = sum(
        mine.tobytes() == theirs.tobytes()
        for mine, theirs in zip(on_cpu.ends, cuda.to_host(playing.ends)[:COMPARED], strict=True)
    )

    def steps(batch: GpuBatch, *, checked: bool) -> Callable[[], float]:
        def some() -> float:
            for _ in range(STEPS):
                batch.step(batch.random_actions(), checked=checked)
            return float(batch.n * STEPS)

        return some

    random = rate(all_games)
    batch = GpuBatch(game, TABLES)
    full, unchecked = rate(steps(batch, checked=True)), rate(steps(batch, checked=False))
    half = rate(steps(GpuBatch(game, TABLES, observed="compact"), checked=True))
    return {
        "game": game.name,
        "equal": equal,
        "random": round(random),
        "steps": round(full),
        "compact": round(half),
        "unchecked": round(unchecked),
    }


def main() -> None:
    print(f"{cuda.device_name()}; {GAMES:,} random games; {TABLES:,} tables, {STEPS} steps\n")
    rates = []
    for name in sys.argv[1:] or registry.ours():
        rates.append(measure(registry.load(name)))
        print(rates[-1], flush=True)
    if not sys.argv[1:]:
        figures = {"device": cuda.device_name(), "games": GAMES, "compared": COMPARED, "tables": TABLES, "rates": rates}
        document.write({**document.read(), "gpu": document.stamped(figures, document.Effort())})
        print(f"kept in {document.PATH}; python -m benchmarks --page writes the page")


if __name__ == "__main__":
    main()
