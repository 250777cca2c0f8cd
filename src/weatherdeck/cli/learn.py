"""`weatherdeck learn`: train a network that plays a game."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..bots.levels import LEVELS
from ..errors import Problem
from ..extras import library
from ..games import registry
from ..games.game import Game
from ..games.network import FILE
from ..kernel import cuda
from ..parsing import is_whole
from . import completing
from .arguments import add_game, add_seed, count, examples, sample_game
from .completing import offering
from .parser import without_effect
from .progress import Progress, time_text

if TYPE_CHECKING:
    from ..learning.course import Course  # PyTorch is loaded only when something is learned

TEACHERS = ("self-play", "search")
BOTS = ("random", "novice", "club", "network")
"""Whom a response can be learned to."""
NETWORK = "network"
NEAR = 8.0
"""The trust in greedy with which a response begins, by default: nearly as greedy plays (decision 0074)."""
ON_GPU, ON_CPU = 32768, 256
"""Tables at once, by default."""
EXPERTS_GPU, EXPERTS_CPU = 256, 32
"""Games of an exam among experts that search, by default."""
SAVED = 30.0
"""Seconds between two checkpoints."""
PAGE = "learning.html"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What is learned, how, and where it goes."""
    command.description = (
        "Train a network that plays a game: by play against itself, or from what search finds out. It starts with what "
        "the greedy bot knows, so it never begins below it. On a GPU everything stays on the device; without one it "
        "learns the same, some hundred times slower. Press Ctrl-C to stop: the same command goes on from there. With "
        "--against it learns a best response instead: how far a bot can be exploited."
    )
    command.epilog = examples(
        (f"weatherdeck learn {sample_game()}", "self-play, with the defaults: some minutes on a GPU"),
        (f"weatherdeck learn {sample_game()} --teacher search --lessons 4000", "search as the teacher"),
        (f"weatherdeck learn {sample_game()} --engine cpu --tables 64 --lessons 20", "a try without a GPU"),
        (f"weatherdeck learn {sample_game()} --against club", "how far club players can be exploited"),
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
    option = command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE[,VALUE]",
        help="set an option of the game; with several values, tables take them in turn, which players must observe",
    )
    offering(option, completing.game_options)
    command.add_argument(
        "--against",
        metavar="BOT",
        help=f"learn a best response to a bot and write what it gains, instead of a network: {', '.join(BOTS)}",
    )
    command.add_argument("--lessons", type=count, default=2000, metavar="N", help="how much to learn (default: 2000)")
    command.add_argument(
        "--tables", type=count, metavar="N", help=f"games at once (default: {ON_GPU} on a GPU, else {ON_CPU})"
    )
    command.add_argument(
        "--units",
        type=count,
        metavar="N",
        help="units of the first layer (default: 512, or as many as fit into the file of a network)",
    )
    command.add_argument("--last", type=count, default=128, metavar="N", help="units of the last layer (default: 128)")
    command.add_argument("--rate", type=_share, default=1e-3, metavar="X", help="rate of learning (default: 0.001)")
    command.add_argument(
        "--trust",
        type=_trust,
        metavar="X",
        help="weight of what greedy likes at the start; with 8, moves in the first lessons are nearly greedy's, and "
        "with 1 they vary much more (default: 1; with --against: 8)",
    )
    command.add_argument(
        "--with-club",
        type=_share,
        default=0.4,
        metavar="SHARE",
        help="share of tables with club players in all seats but one (default: 0.4)",
    )
    command.add_argument(
        "--times", type=count, default=1, metavar="N", help="search: how often each move is tried (default: 1)"
    )
    command.add_argument(
        "--own-after",
        type=_share,
        default=0.4,
        metavar="SHARE",
        help="search: share of the lessons after which the student, not greedy, plays on from a tried move "
        "(default: 0.4)",
    )
    command.add_argument("--exam-games", type=count, metavar="N", help="games of an exam (default: half the tables)")
    command.add_argument(
        "--expert-games",
        type=_games,
        metavar="N",
        help=f"games of an exam among experts that search; 0: none (default: {EXPERTS_GPU} with a GPU, else "
        f"{EXPERTS_CPU})",
    )
    command.add_argument("--exams", type=count, default=20, metavar="N", help="exams in the whole run (default: 20)")
    command.add_argument("--engine", choices=("gpu", "cpu"), help="where to learn (default: on a GPU if there is one)")
    command.add_argument(
        "--from", dest="starting", type=Path, metavar="FILE", help="start with another run's checkpoint or network.npz"
    )
    command.add_argument(
        "--output",
        type=Path,
        metavar="FOLDER",
        help="where everything goes (default: learned/GAME in this folder; with --against: learned/GAME-against-BOT)",
    )
    add_seed(command, "the same seed gives the same deals and the same first weights")


def run(options: argparse.Namespace) -> int:
    """Learn, and write the network."""
    game = registry.load(options.game)
    players = tuple(game.check_players(n) for n in sorted(set(options.players or game.players)))
    _check(options, game, players)
    library("torch", "weatherdeck learn", "learn")
    from ..learning import rounding, variants
    from ..learning.course import Course, Settings

    varied = variants.read(game, players, options.option)
    on_gpu = _on_gpu(options.engine)
    tables = options.tables or (ON_GPU if on_gpu else ON_CPU)
    units, last = options.units or rounding.fitting_units(game, options.last), options.last
    if options.against == NETWORK and game.network is not None:
        units, last = game.network.arrays["second"].shape  # the response begins as the network
    rounding.check_size(game, units, last)
    settings = Settings(
        teacher=options.teacher,
        players=players,
        lessons=options.lessons,
        tables=tables,
        units=units,
        last=last,
        rate=options.rate,
        with_club=options.with_club,
        times=options.times,
        own_after=options.own_after,
        seed=options.seed,
        exam_games=options.exam_games or max(64, tables // 2),
        expert_games=(EXPERTS_GPU if on_gpu else EXPERTS_CPU) if options.expert_games is None else options.expert_games,
        options=varied,
        against=options.against or "",
        trust=options.trust or (NEAR if options.against and options.against != NETWORK else 1.0),
    )
    name = f"{game.name}-against-{options.against}" if options.against else game.name
    folder = options.output or Path("learned") / name
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


def _check(options: argparse.Namespace, game: Game, numbers: Sequence[int]) -> None:
    """Refuse options that have no effect."""
    if options.against is not None:
        without_effect(options, {
            "--teacher": "with --against, the student learns by play against the bot",
            "--with-club": "with --against, all other players are the bot",
            "--expert-games": "with --against, exams are played among the bot only",
        })  # fmt: skip
    if options.against == NETWORK:
        reason = "with --against network, the response begins as the network and has its layers"
        without_effect(options, {"--units": reason, "--last": reason, "--trust": reason})
    if options.starting is not None:
        without_effect(options, {"--trust": "with --from, the student has learned how much to trust greedy"})
    if options.teacher != "search":
        reason = "it is for --teacher search"
        without_effect(options, {"--times": reason, "--own-after": reason})
    experts = [LEVELS["expert"].here(game, game.new_state(players)) for players in numbers]
    if not options.option and not any(expert.searches for expert in experts):
        without_effect(options, {"--expert-games": "experts do not search here, they take one look by the network"})
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
            print(f"before the first lesson: {told(course, course.examine())}", flush=True)
        with Progress(f"{game.title} lessons", total) as progress:
            for record in course.lessons():
                left = (time.monotonic() - started) / (record.lesson - first) * (total - record.lesson)
                progress.show(record.lesson, f"({time_text(left)} left)")
                if record.lesson % every == 0 or record.lesson == total:
                    found = told(course, course.examine())
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
    """Write the network, or what the response gains, and the page."""
    from ..learning import response
    from ..learning.page import page

    if course.settings.against:
        found = course.respond()
        text = json.dumps(response.document(course, found), indent=2)
        (folder / response.FILE).write_text(text + "\n", encoding="utf-8")
        (folder / PAGE).write_text(page(course, response=found), encoding="utf-8")
        for players, mark in found.items():
            print(
                f"{players} players: the response gains {mark} over the {course.settings.against} bot in the same seat."
            )
        print(f"Wrote {folder / response.FILE} and {folder / PAGE}.")
        return
    network = course.network()
    network.write(folder / FILE)
    (folder / PAGE).write_text(page(course, network), encoding="utf-8")
    size = (folder / FILE).stat().st_size
    print(f"Wrote {folder / FILE} ({size / 1000:,.0f} kB, {network.fingerprint[:12]}) and {folder / PAGE}.")


def _on_gpu(engine: str | None) -> bool:
    if engine == "cpu":
        return False
    missing = cuda.why_not()
    if engine == "gpu" and missing is not None:
        raise Problem(f"learning on a GPU needs one, and {missing}")
    return missing is None


def _games(text: str) -> int:
    if not is_whole(text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, not {text!r}")
    return int(text)


def _trust(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0.0 < value <= 100.0:
        raise argparse.ArgumentTypeError(f"{text} is not above 0 and up to 100")
    return value


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return value
