"""`weatherdeck learn`: train a network that plays a game."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import Problem
from ..extras import library
from ..games import registry
from ..games.game import Game
from ..games.network import FILE
from ..kernel import cuda
from .arguments import add_game, add_seed, count, examples, sample_game
from .parser import without_effect
from .progress import Progress, time_text

if TYPE_CHECKING:
    from ..learning.course import Course  # PyTorch is loaded only when something is learned

TEACHERS = ("self-play", "search")
ON_GPU, ON_CPU = 32768, 256
"""Tables at once, by default."""
SAVED = 30.0
"""Seconds between two checkpoints."""
PAGE = "learning.html"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What is learned, how, and where it goes."""
    command.description = (
        "Train a network that plays a game: by play against itself, or from what search finds out. It starts with what "
        "the greedy bot knows, so it never begins below it. On a GPU everything stays on the device; without one it "
        "learns the same, some hundred times slower. Press Ctrl-C to stop: the same command goes on from there."
    )
    command.epilog = examples(
        (f"weatherdeck learn {sample_game()}", "self-play, with the defaults: some minutes on a GPU"),
        (f"weatherdeck learn {sample_game()} --teacher search --lessons 4000", "search as the teacher"),
        (f"weatherdeck learn {sample_game()} --engine cpu --tables 64 --lessons 20", "a try without a GPU"),
    )
    add_game(command)
    command.add_argument(
        "--teacher", choices=TEACHERS, default="self-play", help="who teaches: self-play (default) or search"
    )
    command.add_argument(
        "--players",
        type=count,
        action="append",
        metavar="N",
        help="learn with this many players; may be given several times (default: all that the game allows)",
    )
    command.add_argument("--lessons", type=count, default=2000, metavar="N", help="how much to learn (default: 2000)")
    command.add_argument(
        "--tables", type=count, metavar="N", help=f"games at once (default: {ON_GPU} on a GPU, else {ON_CPU})"
    )
    command.add_argument(
        "--units", type=count, default=512, metavar="N", help="units of the first layer (default: 512)"
    )
    command.add_argument("--last", type=count, default=128, metavar="N", help="units of the last layer (default: 128)")
    command.add_argument("--rate", type=_share, default=1e-3, metavar="X", help="rate of learning (default: 0.001)")
    command.add_argument(
        "--with-club",
        type=_share,
        default=0.4,
        metavar="SHARE",
        help="self-play: share of tables with club players in all seats but one (default: 0.4)",
    )
    command.add_argument(
        "--worlds", type=count, default=64, metavar="N", help="search: worlds in which each move is tried (default: 64)"
    )
    command.add_argument("--exam-games", type=count, metavar="N", help="games of an exam (default: half the tables)")
    command.add_argument("--exams", type=count, default=20, metavar="N", help="exams in the whole run (default: 20)")
    command.add_argument("--engine", choices=("gpu", "cpu"), help="where to learn (default: on a GPU if there is one)")
    command.add_argument(
        "--from", dest="starting", type=Path, metavar="FILE", help="start with another run's checkpoint"
    )
    command.add_argument(
        "--output", type=Path, metavar="FOLDER", help="where everything goes (default: learned/GAME in this folder)"
    )
    add_seed(command, "the same seed gives the same deals and the same first weights")


def run(options: argparse.Namespace) -> int:
    """Learn, and write the network."""
    game = registry.load(options.game)
    players = tuple(game.check_players(n) for n in sorted(set(options.players or game.players)))
    _check(options, game)
    library("torch", "weatherdeck learn", "learn")
    from ..learning.course import Course, Settings

    on_gpu = _on_gpu(options.engine)
    tables = options.tables or (ON_GPU if on_gpu else ON_CPU)
    settings = Settings(
        teacher=options.teacher,
        players=players,
        lessons=options.lessons,
        tables=tables,
        units=options.units,
        last=options.last,
        rate=options.rate,
        with_club=options.with_club,
        worlds=options.worlds,
        seed=options.seed,
        exam_games=options.exam_games or max(64, tables // 2),
    )
    folder = options.output or Path("learned") / game.name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Problem(f"{folder}: nothing can be written there: {problem.strerror or problem}") from None
    with Progress(f"compiling {game.title}") as progress:
        progress.show(0)
        course = Course(game, settings, folder, on_gpu, options.starting)
    if course.record.lesson:
        print(f"Going on after lesson {course.record.lesson:,} of {settings.lessons:,}, from {folder}.", flush=True)
    status = _learn(course, game, options.exams)
    _write(course, folder)
    return status


def _check(options: argparse.Namespace, game: Game) -> None:
    """Refuse options that have no effect."""
    if options.teacher == "search":
        without_effect(options, {"--with-club": "it is for --teacher self-play"})
    else:
        without_effect(options, {"--worlds": "it is for --teacher search"})
    if game.cooperative:
        without_effect(options, {"--with-club": f"in {game.title} all players are on one team"})


def _learn(course: Course, game: Game, exams: int) -> int:
    """Give all lessons, with exams between them; return 130 if interrupted."""
    from ..learning.course import told

    total, saved, started = course.settings.lessons, time.monotonic(), time.monotonic()
    every = max(1, total // exams)
    first = course.record.lesson
    try:
        if not course.record.history:
            print(f"before the first lesson: {told(course.examine(), game)}", flush=True)
        with Progress(f"{game.title} lessons", total) as progress:
            for record in course.lessons():
                left = (time.monotonic() - started) / (record.lesson - first) * (total - record.lesson)
                progress.show(record.lesson, f"({time_text(left)} left)")
                if record.lesson % every == 0 or record.lesson == total:
                    found = told(course.examine(), game)
                    print(f"lesson {record.lesson:,}, {time_text(record.seconds)}: {found}", flush=True)
                if time.monotonic() - saved > SAVED:
                    course.save()
                    saved = time.monotonic()
    except KeyboardInterrupt:
        course.save()
        print(f"\nStopped after lesson {course.record.lesson:,} of {total:,}. The same command goes on from here.")
        return 130
    course.save()
    return 0


def _write(course: Course, folder: Path) -> None:
    """Write the network and the page."""
    from ..learning.page import page

    network = course.network()
    network.write(folder / FILE)
    (folder / PAGE).write_text(page(course.game, course.settings, course.record, network), encoding="utf-8")
    size = (folder / FILE).stat().st_size
    print(f"Wrote {folder / FILE} ({size / 1000:,.0f} kB, {network.fingerprint[:12]}) and {folder / PAGE}.")


def _on_gpu(engine: str | None) -> bool:
    if engine == "cpu":
        return False
    missing = cuda.why_not()
    if engine == "gpu" and missing is not None:
        raise Problem(f"learning on a GPU needs one, and {missing}")
    return missing is None


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return value
