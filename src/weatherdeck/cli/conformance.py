"""`weatherdeck conformance`: does a game keep the contract?"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from typing import Any

from .. import conformance, kernel
from ..conformance import Outcome
from ..games import playout, registry
from ..games.game import Game
from .arguments import add_data, add_game, add_seed, count, examples, sample_game
from .progress import Progress

FORMAT = "weatherdeck conformance 1"
WORDS = {"ok": "ok", "failed": "FAILED", "skipped": "skipped"}


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
    started = time.monotonic()
    checks: list[dict[str, Any]] = []

    def tell(outcome: Outcome) -> None:
        nonlocal started
        took = time.monotonic() - started
        shown = f" [{took:.1f} s]" if outcome.skipped is None else ""
        _say(options, f"{WORDS[outcome.status]:7}  {outcome.check.name}: {outcome.check.shows}{shown}")
        for line in outcome.problems if outcome.skipped is None else [outcome.skipped]:
            _say(options, f"         {line}")
        checks.append(_as_data(outcome, took))
        started = time.monotonic()

    outcomes = conformance.run(game, conformance.Plan(options.games, options.seed), tell)
    _say(options, _verdict(game, outcomes))
    if options.json:
        print(json.dumps(_document(game, options, checks), indent=1))
    return 1 if any(outcome.problems for outcome in outcomes) else 0


def _verdict(game: Game, outcomes: Sequence[Outcome]) -> str:
    if any(outcome.problems for outcome in outcomes):
        return f"{game.title} does not keep the contract."
    skipped = [outcome.check.name for outcome in outcomes if outcome.skipped is not None]
    return f"{game.title} keeps the contract" + (f"; not checked: {', '.join(skipped)}." if skipped else ".")


def _as_data(outcome: Outcome, seconds: float) -> dict[str, Any]:
    return {
        "name": outcome.check.name,
        "shows": outcome.check.shows,
        "status": outcome.status,
        "found": list(outcome.problems),
        "skipped": outcome.skipped,
        "seconds": round(seconds, 3),
    }


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
