"""`weatherdeck lab` and `weatherdeck lab compare`: play many games, and tell what they show."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from .. import bots
from ..errors import Problem
from ..games import registry
from ..games.game import Game
from ..lab import batch, compare, report
from ..lab.engines import Engine, Processes, Ray
from ..lab.exhibits import Study
from ..lab.measure import Findings, bar_widths, measure
from ..lab.plan import Plan, names_of, plan
from ..lab.prose import summary
from ..lab.run import Run
from ..lab.simulation import fill
from .arguments import add_seed, add_table, chosen, count, examples, sample_game
from .progress import Progress

USUAL = ("random:100000", "greedy:10000", "greedy,random:4000")
FULL = ("random:1000000", "greedy:100000", "expert:2000", "greedy,random:20000", "expert,greedy:1000")
"""What is played where nothing is said, and the whole study of `docs/lab`. A pair: the first alone among the second."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What is played, and where the results go."""
    command.description = (
        "Let bots play many games, on all cores, and write a report (one HTML file) and tables (Parquet). Finished "
        "batches are kept: run the same command to resume a stopped run."
    )
    game = sample_game()
    command.epilog = examples(
        (f"weatherdeck lab {game}", "a study of a minute or two"),
        (f"weatherdeck lab {game} --full", "the study in docs/lab"),
        (f"weatherdeck lab {game} --play greedy:5000 --seed 7", "5,000 games by greedy"),
        (f"weatherdeck lab {game} --play expert,greedy:2000", "one expert among greedy players, in each seat"),
        (f"weatherdeck lab compare {game} --with OPTION=VALUE --with OTHER=VALUE", "what do these options change?"),
        (f"weatherdeck lab compare {game} --with my-deck.toml", "what does my deck change?"),
        (f"weatherdeck lab compare {game} --play greedy:2000 --with bots=expert", "what do better players change?"),
    )
    command.add_argument(
        "game",
        nargs="+",
        metavar="GAME",
        help=f"one of {', '.join(registry.names())}; 'compare GAME' compares variants",
    )
    add_table(command)
    command.add_argument(
        "--play",
        action="append",
        metavar="WHO:GAMES",
        help=f"a bot for all seats, or one per seat with commas, and the number of games; bots: "
        f"{', '.join(bots.names())}; with two bots, the first plays alone among the second; may be repeated",
    )
    command.add_argument("--games", type=count, metavar="N", help="games for a --play without a number (default: 1000)")
    command.add_argument(
        "--full", action="store_true", help="a million random games, many greedy ones, some by experts"
    )
    command.add_argument(
        "--with",
        dest="variant",
        action="append",
        default=[],
        metavar="VARIANT",
        help="a variant to compare: OPTION=VALUE, bots=BOT or a deck file (.toml), or several with commas (repeatable)",
    )
    add_seed(command, "the same seed gives the same games")
    command.add_argument(
        "--fixed-seats", action="store_true", help="bots stay in their seats instead of taking turns in all"
    )
    command.add_argument("--decisions", action="store_true", help="keep a row for each decision too")
    command.add_argument("--out", type=Path, metavar="FOLDER", help="the folder for everything (default: lab/GAME)")
    command.add_argument("--report", type=Path, metavar="FILE", help="the report (default: report.html in that folder)")
    command.add_argument("--processes", type=count, metavar="K", help="batches in parallel (default: one per core)")
    command.add_argument("--engine", choices=("local", "ray"), default="local", help="this machine, or a Ray cluster")
    command.add_argument("--address", metavar="ADDRESS", help="the Ray cluster (default: start one on this machine)")


def run(options: argparse.Namespace) -> int:
    """Simulate, measure and report; or compare."""
    names: list[str] = options.game
    if names[0] == "compare":
        if len(names) != 2:
            raise Problem("expected 'weatherdeck lab compare GAME --with ...'")
        return _compare(options, names[1])
    if len(names) != 1:
        raise Problem(f"expected one game, or 'compare' and a game, not {' '.join(names)}")
    return _study(options, names[0])


def _study(options: argparse.Namespace, name: str) -> int:
    game = registry.load_with(name, options.data)
    line_ups = _line_ups(options, game)
    plans = [_plan(options, game, who, games) for who, games in line_ups]
    if options.players is None and not options.play:
        plans += _with_others(options, game, line_ups)
    folder = options.out or Path("lab") / game.name
    runs = [Run.begin(folder / _slug(one.label), one) for one in plans]
    engine = _engine(options)
    _compile(game)
    interrupted = _play(runs, engine)
    widths = bar_widths(runs)
    studies = [Study(one.plan, _measured(one, engine, widths)) for one in runs if one.done()]
    if not studies:
        raise Problem("not one batch of games was finished: there is nothing to report")
    target = options.report or folder / "report.html"
    report.write(target, report.report(game, studies, _command()))
    for sentence in summary(game, studies):
        print(f"- {sentence}")
    print(f"\nThe report: {target}\nThe tables: {folder} (their columns: docs/lab/columns.md)")
    return 130 if interrupted else 0


def _compare(options: argparse.Namespace, name: str) -> int:
    game = registry.load_with(name, options.data)
    if not options.variant:
        raise Problem("nothing to compare: name one or more variants, like --with constrained_lead=true (see --help)")
    line_ups = _line_ups(options, game, ("greedy:10000",))
    if len(line_ups) != 1:
        raise Problem("compare takes one --play for the base; other bots are variants: --with bots=expert")
    who, games = line_ups[0]
    plans = {_base_name(options): _plan(options, game, who, games)}
    for text in options.variant:
        plans[text] = _variant(options, name, text, who, games)
    size = min(one.batch for one in plans.values())
    folder = options.out or Path("lab") / f"{game.name}-compared"
    engine = _engine(options)
    variants = [
        compare.Variant(text, Run.begin(folder / _slug(text), replace(one, batch=size))) for text, one in plans.items()
    ]
    for one in plans.values():
        _compile(one.load())
    interrupted = _play([variant.run for variant in variants], engine)
    base = variants[0].name
    changes = compare.compare(variants, engine)
    for line in compare.lines(changes, base):
        print(line)
    target = options.report or folder / "report.html"
    tables = "".join(
        f"<h2>{report.escaped(variant)}</h2><figure>{compare.table(rows)}</figure>" for variant, rows in changes.items()
    )
    size_of_each = f"{variants[0].run.games:,} games each, on the same deals"
    about = f"{game.title}: {', '.join(changes)} compared with {base}; {size_of_each}."
    title = f"{game.title}: variants compared"
    report.write(
        target, report.page(title, about, compare.told(changes, base), compare.sections(changes), _command(), tables)
    )
    print(f"\nThe report: {target}")
    return 130 if interrupted else 0


# ---------------------------------------------------------------- what is played
def _line_ups(options: argparse.Namespace, game: Game, usual: Sequence[str] = USUAL) -> list[tuple[list[str], int]]:
    """Who plays how many games."""
    if options.games is not None:
        usual = [text.partition(":")[0] for text in usual]
    texts = options.play or (FULL if options.full else usual)
    if not options.play and game.greedy is None:
        texts = ["random:100000"]
    found = [_line_up(text, options) for text in texts]
    if not options.play and game.cooperative:  # one better player among worse ones is no contest there
        found = [(names, games) for names, games in found if len(set(names)) == 1]
    return found


def _line_up(text: str, options: argparse.Namespace) -> tuple[list[str], int]:
    who, colon, games = text.partition(":")
    if colon and not (games.replace("_", "").isascii() and games.replace("_", "").isdigit() and int(games) > 0):
        raise Problem(f"expected WHO or WHO:GAMES, like greedy:5000, not {text!r}")
    return names_of(who), int(games) if colon else options.games or 1000


def _plan(options: argparse.Namespace, game: Game, names: Sequence[str], games: int) -> Plan:
    return plan(
        game,
        _seated(names, game.check_players(options.players)),
        games=games,
        seed=options.seed,
        players=options.players,
        options=chosen(game, options.option),
        rotating=len(set(names)) > 1 and not options.fixed_seats,
        decisions=options.decisions,
    )


def _with_others(options: argparse.Namespace, game: Game, line_ups: Sequence[tuple[list[str], int]]) -> list[Plan]:
    """The greedy players again, with every other number of players."""
    others = [number for number in game.players if number != game.check_players(None)]
    return [
        _plan(argparse.Namespace(**{**vars(options), "players": number}), game, who, games)
        for who, games in line_ups
        if who == ["greedy"]
        for number in others
    ]


def _seated(names: Sequence[str], players: int) -> list[str]:
    """A bot for each seat; two bots where there are more seats: the first alone among the second."""
    if len(names) == 2 and players > 2:
        return [names[0], *([names[1]] * (players - 1))]
    return list(names) if len(names) > 1 else list(names) * players


def _base_name(options: argparse.Namespace) -> str:
    given = [*options.option, *([options.data.name] if options.data else [])]
    return ", ".join(given) or "the game as shipped"


def _variant(options: argparse.Namespace, name: str, text: str, who: Sequence[str], games: int) -> Plan:
    """The base with some things changed: options, a deck file, bots; several with commas between them."""
    changed = argparse.Namespace(**vars(options))
    changed.option = list(options.option)
    for part in text.split(","):
        key, equals, value = part.strip().partition("=")
        if part.strip().endswith(".toml"):
            changed.data = Path(part.strip())
        elif key == "bots" and equals:
            who = names_of(value.replace("+", ","))
        elif equals:
            changed.option = [given for given in changed.option if given.partition("=")[0] != key] + [part.strip()]
        else:
            raise Problem(f"expected OPTION=VALUE, bots=BOT or a deck file (.toml) after --with, not {part!r}")
    return _plan(changed, registry.load_with(name, changed.data), who, games)


def _slug(text: str) -> str:
    """A name for a folder."""
    return "".join(letter if letter.isalnum() or letter in "._=" else "-" for letter in text).strip("-")[:80]


def _command() -> str:
    return shlex.join(["weatherdeck", *sys.argv[1:]]) if len(sys.argv) > 1 else ""


# ---------------------------------------------------------------- doing it
def _engine(options: argparse.Namespace) -> Engine:
    if options.engine == "ray":
        return Ray(options.address)
    if options.address is not None:
        raise Problem("--address is of a Ray cluster: it goes with --engine ray")
    return Processes(options.processes)


def _compile(game: Game) -> None:
    with Progress(f"compiling {game.title}") as progress:
        batch.compile_for(game, progress.compiling)


def _play(runs: Sequence[Run], engine: Engine) -> bool:
    """Play all that is missing; whether that was interrupted."""
    for one in runs:
        try:
            with _shown(f"{one.plan.label}: games") as told:
                fill(one, engine, told)
        except KeyboardInterrupt:
            print("Interrupted: what was played is kept, and the same command goes on with it.", file=sys.stderr)
            return True
    return False


def _measured(run: Run, engine: Engine, widths: Mapping[str, int]) -> Findings:
    with _shown(f"{run.plan.label}: batches measured") as told:
        return measure(run, engine, told, widths)


@contextmanager
def _shown(what: str) -> Iterator[Callable[[int, int], None]]:
    """A line that tells how far it has come and how long it will take."""
    started = time.monotonic()
    first: list[int] = []  # what was there before
    with Progress(what) as progress:

        def told(done: int, total: int) -> None:
            progress.total = total
            first.append(done)
            fresh = done - first[0]
            left = (time.monotonic() - started) / fresh * (total - done) if fresh else 0.0
            progress.show(done, f"({_time(left)} left)" if fresh else "")

        yield told


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
