"""`weatherdeck tune`: read what is wanted and what may change, let the lab search, print what it found."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from .. import bots
from ..errors import Problem
from ..games import registry
from ..games.game import Game
from ..lab.playing.plan import LARGEST_SEED
from ..lab.tuning import Tuning, brief, read_file, tune
from ..lab.tuning.brief import DECK, Budget
from ..lab.tuning.quantities import quantities
from ..parsing import is_whole
from ..reading import is_standard
from . import completing
from .arguments import add_seed, command_line, count, examples, folder, game_name, game_names, sample_game
from .completing import offering
from .engines import add_engine, engine_of
from .files import Document
from .parser import given, without_effect
from .progress import Stages

USUAL = Budget()


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What is wanted, what may change, and how much is played."""
    command.description = (
        "Find changes of a game that give it what you want. Say the goals and what may change; the lab tries "
        "candidates on the same deals, cheap bots first, promotes the promising ones to a stronger bot, and confirms "
        "the best on deals that the search never saw. You get the frontier between close to the goals and close to "
        "the rulebook: each candidate with confidence intervals, what changes in plain words, its settings and deck "
        "file, a comparison with the rulebook and cards to print. Press Ctrl-C to stop; the same command resumes."
    )
    game = sample_game()
    command.epilog = examples(
        (f"weatherdeck tune {game} --measures", "what can be wanted, and what may change"),
        (f'weatherdeck tune {game} --want "the starting player within 0.5 points of fair"', ""),
        (f'weatherdeck tune {game} --want "40..50 decisions" --want "expert beats club at least 60%"', ""),
        (f'weatherdeck tune {game} --want "decisions at most 40" --change NAME=2..5 --change OPTION', ""),
        ("weatherdeck tune tune.toml --bot expert", "a whole tuning from a file (docs/tuning.md)"),
    )
    game_argument = command.add_argument(
        "game",
        type=game_name,
        metavar="GAME",
        help=f"{game_names()}; or a file with a whole tuning (.toml, or - for stdin)",
    )
    offering(game_argument, completing.games)
    command.add_argument(
        "--want",
        action="append",
        metavar="GOAL",
        help='a goal, such as "WHAT 45..55%%", "WHAT at least 3", "WHAT within 1 point of fair", with "at 3 players", '
        '"at every number of players" or "by expert"; may be repeated',
    )
    command.add_argument(
        "--change",
        action="append",
        metavar="NAME[=VALUES]",
        help="a parameter or option that may change: NAME=2..5, NAME=a,b, or NAME for all its values; deck=K for up to "
        "K steps to neighbouring decks; may be repeated (default: all parameters of the game)",
    )
    option = command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game in all candidates; may be repeated",
    )
    offering(option, completing.game_options)
    command.add_argument("--data", type=Path, metavar="FILE", help="start from this deck file, not the game's own")
    command.add_argument(
        "--players", metavar="P,Q", help="numbers of players for goals that do not say (default: the usual number)"
    )
    bot = command.add_argument(
        "--bot", metavar="BOT", help=f"who must confirm the goals: {', '.join(bots.names())} (default: greedy)"
    )
    offering(bot, completing.bots)
    for name, said in (
        ("candidates", "candidates tried by the cheap bot"),
        ("deals", "deals that each of them plays, with each number of players"),
        ("finalists", "candidates promoted to --bot"),
        ("strong-deals", "deals that each of these plays at first"),
        ("confirm", "unseen deals for each candidate of the frontier"),
    ):
        usual = getattr(USUAL, name.replace("-", "_"))
        command.add_argument(f"--{name}", type=count, metavar="N", help=f"{said} (default: {usual:,})")
    add_seed(command, "the same seed gives the same result", LARGEST_SEED - 1, default=None)
    command.add_argument("--out", type=folder, metavar="FOLDER", help="the folder (default: lab/GAME-tuned)")
    command.add_argument(
        "--report", type=Path, metavar="FILE", help="the page (default: report.html in that folder; -: stdout)"
    )
    command.add_argument(
        "--measures", action="store_true", help="list what can be wanted and what may change, and stop"
    )
    add_engine(command)


def run(options: argparse.Namespace) -> int:
    """Tune a game."""
    document = _document(options)
    if options.measures:
        taken = {"--measures", "--data"}
        without_effect(options, dict.fromkeys(given(options) - taken, "--measures only lists, and tunes nothing"))
        game = registry.load_with(document["game"], options.data)
        print("\n".join(_measures(game)))
        return 0
    asked = brief(document)
    engine = engine_of(options)
    try:
        with Stages() as stages:
            found = tune(asked, folder=options.out, engine=engine, on_progress=stages.show)
    except KeyboardInterrupt:
        print("\nInterrupted. What was played is kept: run the same command to resume.", file=sys.stderr)
        return 130
    with Document(options.report if is_standard(options.report) else None) as page:
        target = found.write_report(None if page.is_standard else options.report, command_line())
        if page.is_standard:
            page.copy(target)
        print("\n".join(_lines(found)))
        print(f"\nPage: {target}\nFiles: {found.folder}")
    return 0


def _document(options: argparse.Namespace) -> dict[str, Any]:
    """The tuning of a file, or of the command line; the command line comes first."""
    name: str = options.game
    document: dict[str, Any] = read_file(Path(name)) if _is_file(name) else {"game": name}
    if options.want:
        document["goals"] = options.want
    if options.change:
        document["change"] = dict(_change(text) for text in options.change)
    if options.option:
        game = registry.load_with(document.get("game", name), options.data)
        document["set"] = {**document.get("set", {}), **game.read_options(options.option)}
    if options.players:
        document["players"] = [_number(part) for part in options.players.split(",")]
    for key in ("bot", "seed"):
        if getattr(options, key) is not None:
            document[key] = getattr(options, key)
    if options.data is not None:
        document["data"] = str(options.data)
    budget = {
        name: getattr(options, name)
        for name in ("candidates", "deals", "finalists", "strong_deals", "confirm")
        if getattr(options, name) is not None
    }
    if budget:
        document["budget"] = {**document.get("budget", {}), **budget}
    return document


def _is_file(name: str) -> bool:
    return name.endswith(".toml") or is_standard(name)


def _change(text: str) -> tuple[str, Any]:
    name, equals, values = text.partition("=")
    if name == DECK:
        return name, _number(values) if equals else 1
    return name, values if equals else True


def _number(text: str) -> int:
    if not is_whole(text.strip()):
        raise Problem(f"expected a whole number, not {text!r}")
    return int(text)


def _measures(game: Game) -> list[str]:
    lines = [f"What can be wanted in {game.title}:"]
    lines += [
        f"  {one.name}{' (percent)' if one.is_share else ''}" for one in quantities(game, game.check_players(None))
    ]
    lines += ["  BOT beats OTHER (percent)"] if not game.cooperative else []
    for title, are_parameters in (("parameters", True), ("options", False)):
        some = [option for option in game.options if option.is_parameter is are_parameters]
        if some:
            lines += ["", f"What may change, {title}:"]
            lines += [f"  {option.name}  {option.help}; {option.expects}" for option in some]
    if game.data_file is not None and game.variations is not None:
        lines += ["", f"  deck  {sum(1 for _ in game.neighbours())} steps to neighbouring decks"]
    return lines


def _lines(found: Tuning) -> list[str]:
    from ..lab.tuning.page import found_text

    lines = [f"- {sentence}" for sentence in found.summary()]
    for place, one in enumerate(found.confirmed):
        lines += ["", f"Candidate {place}" if place else "The rulebook", *(f"  {change}" for change in one.changes)]
        width = max(len(judged.goal.name) for judged in one.judged)
        lines += [
            f"  {judged.verdict:8} {judged.goal.name:{width}}  {found_text(judged)}, wanted {judged.goal.wanted}"
            for judged in one.judged
        ]
        if place and found.parcels:
            lines.append(f"  {found.parcels[place - 1].play}")
    return lines
