"""`weatherdeck conformance`."""

from __future__ import annotations

import argparse
import time

from .. import conformance, kernel
from ..games import playout, registry
from ..games.game import Game
from .progress import Progress


def run(options: argparse.Namespace) -> int:
    """Run the conformance suite on a game; exit status 1 if anything is wrong."""
    game = registry.load_with(options.game, options.data)
    if kernel.can_compile():
        _compile(game)
    else:
        print("Numba is not available: the compiled twins are not checked.")
    started = time.monotonic()

    def tell(name: str, found: list[str]) -> None:
        nonlocal started
        took = time.monotonic() - started
        shows = next(check.shows for check in conformance.CHECKS if check.name == name)
        print(f"{'FAILED' if found else 'ok    '}  {name}: {shows} [{took:.1f} s]", flush=True)
        for line in found:
            print(f"        {line}")
        started = time.monotonic()

    wrong = conformance.run(game, conformance.Plan(options.games, options.seed), tell)
    print(f"{game.title} " + ("does not keep the contract." if wrong else "keeps the contract."))
    return 1 if wrong else 0


def _compile(game: Game) -> None:
    """Compile everything that the checks will ask for, where the person who waits can watch."""
    with Progress(f"compiling {game.title}") as progress:
        kernel.compiled(playout, game.module, progress=progress.compiling)
        kernel.compiled(game.module, checked=True, progress=progress.compiling)
