"""`weatherdeck play`: who sits where, which deal, and where it is saved; then the table in the terminal."""

from __future__ import annotations

import argparse
import getpass
import secrets
import shutil
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import platformdirs

from .. import bots, kernel
from ..bots import warming
from ..bots.levels import policy_of
from ..bots.seating import free_names
from ..errors import Problem
from ..games import registry
from ..games.game import Game
from ..match import Match, save
from ..parsing import is_whole
from ..reading import is_standard
from . import completing
from .arguments import add_game, add_table, chosen, examples, names, sample_game, seed
from .completing import offering
from .files import check_writable
from .parser import without_effect
from .terminal import Seat, restore
from .terminal import run as run_table


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Which game, who plays, and where it is saved."""
    command.description = (
        "Play in the terminal, against bots or with friends at the same keyboard. The game is saved after every move. "
        "The keys are shown at the bottom of the screen, such as 'h' for a hint and '?' for the rules."
    )
    game = sample_game(with_deck=True)
    command.epilog = examples(
        ("weatherdeck play", "choose a game from a list"),
        (f"weatherdeck play {game}", "you against bots"),
        (f"weatherdeck play {game} --names Anna,Bo", "two people take turns at the keyboard; bots fill up"),
        (f"weatherdeck play {game} --option NAME=VALUE", "with an option of the game"),
        (f"weatherdeck play {game} --data my-deck.toml", "with a deck of your own"),
        ("weatherdeck play --resume", "resume the last saved game"),
    )
    add_game(command, optional=True)
    add_table(command)
    command.add_argument(
        "--names", type=names, metavar="A,B,...", help="the people at the table, in seat order (default: you)"
    )
    bot = command.add_argument(
        "--bot", metavar="BOT", help=f"the bot in the other seats: {', '.join(bots.names())} (default: greedy)"
    )
    offering(bot, completing.bots)
    command.add_argument(
        "--seed", type=seed, metavar="S", help="deal the same cards again; a whole number below 2**63 (default: random)"
    )
    command.add_argument("--save", type=Path, metavar="FILE", help="where to save (default: with your saved games)")
    command.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="resume a saved game (default: the last one saved)"
    )
    command.add_argument("--fast", action="store_true", help="let bots move without a pause")


def run(options: argparse.Namespace) -> int:
    """Play a new game, or resume a saved one."""
    if is_standard(options.save):
        raise Problem("--save - is no place for a game that is saved after every move: name a file")
    if options.resume is not None:
        fixed = ("--players", "--option", "--names", "--bot", "--seed")
        without_effect(options, dict.fromkeys(fixed, "a saved game has its own set-up, and is resumed as it was"))
    if not _is_at_terminal():
        raise Problem("play needs a terminal: its input and output cannot be redirected")
    if options.resume is not None:
        return _resume(options)
    game = registry.load_with(options.game or _choose(), options.data)
    match, seats = _new(game, options)
    path = _where_to_save(game, options.save)
    return _play(match, seats, save_path=path, fast=options.fast)


def _where_to_save(game: Game, wanted: Path | None) -> Path | None:
    """The file of a new game. If the usual folder cannot be written, people can still play: None."""
    path = wanted or _saves() / f"{game.name}-{time.strftime('%Y-%m-%d-%H%M%S')}.json"
    try:
        check_writable(path, in_new_folder=True)
    except Problem as problem:
        if wanted is not None:
            raise
        print(f"weatherdeck: this game will not be saved: {problem}; choose a file with --save", file=sys.stderr)
        return None
    return path


def _play(match: Match, seats: list[Seat], **more: Any) -> int:
    """Open the table at once; what hints and strong bots think with is compiled meanwhile."""
    if match.game.greedy is not None and kernel.can_compile():
        threading.Thread(target=warming.begin, args=(match.game,), daemon=True).start()
    status = run_table(match, seats, **more)
    for line in warming.failures():
        print(f"weatherdeck: {line}", file=sys.stderr)
    return status


def _is_at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _new(game: Game, options: argparse.Namespace) -> tuple[Match, list[Seat]]:
    dealt = options.seed if options.seed is not None else secrets.randbits(63)
    match = Match(game, seed=dealt, players=options.players, options=chosen(game, options.option))
    people = options.names or [_own_name()]
    if len(people) > match.players:
        raise Problem(f"there are {len(people)} names for {match.players} seats of {game.title}")
    if len(people) == match.players:
        without_effect(options, dict.fromkeys(("--bot", "--fast"), "people sit in all seats, so no bot plays"))
    free = free_names(people)
    bot = options.bot or ("greedy" if game.greedy else "random")
    if bot != "random":
        _ = game.judgement  # a game without one is refused before the table opens,
    policy_of(bot, game, match.state)  # and so is a network that does not know it
    seats = [Seat(name) for name in people]
    for number in range(len(people), match.players):
        seats.append(Seat(next(free), bots.at_table(bot, dealt + number)))
    return match, seats


def _own_name() -> str:
    """The user's name on this machine; the log calls everyone by name."""
    try:
        return getpass.getuser().split(".")[0].capitalize()
    except (OSError, KeyError):
        return "Player"


def _resume(options: argparse.Namespace) -> int:
    path = Path(options.resume) if options.resume else _last(options.game)
    match, about = save.read(path, registry.loader(options.data))
    if options.game not in (None, match.game.name):
        raise Problem(f"{path}: is a saved game of {match.game.name}, not of {options.game}")
    seats = restore(about, match.players, match.seed)
    target = options.save or path
    check_writable(target)
    return _play(match, seats, save_path=target, about=about, fast=options.fast)


def _choose() -> str:
    """Ask for a game."""
    known = registry.names()
    width = min(shutil.get_terminal_size().columns, 100)
    for number, name in enumerate(known, 1):
        game = registry.load(name)
        print(f"{number:>3}  {game.title}")
        print(textwrap.fill(game.summary, width, initial_indent="     ", subsequent_indent="     "))
    while True:
        answer = input(f"Which game? 1-{len(known)}: ").strip()
        if is_whole(answer) and 1 <= int(answer) <= len(known):
            return known[int(answer) - 1]
        if answer in known:
            return answer
        print(f"Please type a number from 1 to {len(known)}, or the name of a game.")


def _saves() -> Path:
    """The folder of saved games."""
    return Path(platformdirs.user_data_dir("weatherdeck", appauthor=False)) / "games"


def _last(game: str | None) -> Path:
    """The game saved last."""
    saved = sorted(_saves().glob(f"{game or ''}*.json"), key=lambda path: path.stat().st_mtime)
    if not saved:
        raise Problem(f"there is no saved game{f' of {game}' if game else ''} in {_saves()}")
    return saved[-1]
