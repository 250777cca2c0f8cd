"""`weatherdeck conformance`: does a game keep the contract?"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from .. import conformance, kernel
from ..games import playout, registry
from ..games.game import Game
from .arguments import add_data, add_game, add_seed, count, examples, sample_game
from .progress import Progress

FORMAT = "weatherdeck conformance 1"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Which game, and how thoroughly."""
    command.description = (
        "Play many random games and check everything that the contract of a game promises: the interpreted and the "
        "compiled rules agree, no card is lost, nothing hidden is shown, games end ... Exit status 1 if a check fails."
    )
    command.epilog = examples(
        (f"weatherdeck conformance {sample_game()}", ""),
        ("weatherdeck conformance my_package.my_game --games 20", ""),
        (f"weatherdeck conformance {sample_game()} --json", "for scripts (docs/command-line.md)"),
    )
    add_game(command, also="; or the dotted name of a package that holds a game")
    command.add_argument("--games", type=count, default=4, metavar="N", help="games for each variant (default: 4)")
    add_seed(command, "the first of the seeds that are used")
    add_data(command)
    command.add_argument("--json", action="store_true", help="print JSON at the end, for scripts")


def run(options: argparse.Namespace) -> int:
    """Run the conformance suite on a game; exit status 1 if anything is wrong."""
    game = registry.load_with(options.game, options.data)
    if kernel.can_compile():
        _compile(game)
    else:
        _say(options, "Numba is not available: the compiled twins are not checked.")
    started = time.monotonic()
    checks: list[dict[str, Any]] = []

    def tell(name: str, found: list[str]) -> None:
        nonlocal started
        took = time.monotonic() - started
        shows = next(check.shows for check in conformance.CHECKS if check.name == name)
        _say(options, f"{'FAILED' if found else 'ok    '}  {name}: {shows} [{took:.1f} s]")
        for line in found:
            _say(options, f"        {line}")
        status = "failed" if found else "ok"
        checks.append({"name": name, "shows": shows, "status": status, "found": found, "seconds": round(took, 3)})
        started = time.monotonic()

    wrong = conformance.run(game, conformance.Plan(options.games, options.seed), tell)
    _say(options, f"{game.title} " + ("does not keep the contract." if wrong else "keeps the contract."))
    if options.json:
        print(json.dumps(_document(game, options, checks), indent=1))
    return 1 if wrong else 0


def _say(options: argparse.Namespace, line: str) -> None:
    """Print a line for people: on standard error, if standard output is for a script."""
    print(line, file=sys.stderr if options.json else sys.stdout, flush=True)


def _document(game: Game, options: argparse.Namespace, checks: list[dict[str, Any]]) -> dict[str, Any]:
    """The results as plain data; docs/command-line.md describes it."""
    return {
        "format": FORMAT,
        "game": game.ref.name,
        "title": game.title,
        "ruleset": game.rules.RULESET,
        "ok": not any(check["status"] == "failed" for check in checks),
        "compiled": kernel.can_compile(),
        "games": options.games,
        "seed": options.seed,
        "checks": checks,
    }


def _compile(game: Game) -> None:
    """Compile everything that the checks need, showing progress."""
    with Progress(f"compiling {game.title}") as progress:
        kernel.compiled(playout, game.module, progress=progress.compiling)
        kernel.compiled(game.module, checked=True, progress=progress.compiling)
