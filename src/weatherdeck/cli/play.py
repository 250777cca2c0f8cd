"""`weatherdeck play`: who sits where, which deal, and where it is saved; then the table in the terminal."""

from __future__ import annotations

import argparse
import getpass
import secrets
import shutil
import sys
import textwrap
import time
from pathlib import Path

import platformdirs

from .. import bots
from ..errors import Problem
from ..games import registry
from ..games.game import Game
from ..match import Match, save
from .terminal import Seat, restore
from .terminal import run as run_table

BOT_NAMES = ("Alberta", "Bernie", "Cecil", "Donna", "Edda", "Finn")


def run(options: argparse.Namespace) -> int:
    """Play a new game, or go on with a saved one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Problem("the table needs a terminal: standard input and output are not one")
    if options.resume is not None:
        return _resume(options)
    game = registry.load_with(options.game or _choose(), options.data)
    match, seats = _new(game, options)
    path = options.save or _saves() / f"{game.name}-{time.strftime('%Y-%m-%d-%H%M%S')}.json"
    _writable(path)
    about = {"data": str(options.data.resolve())} if options.data else {}
    return run_table(match, seats, save_path=path, about=about, fast=options.fast)


def _new(game: Game, options: argparse.Namespace) -> tuple[Match, list[Seat]]:
    from .arguments import chosen

    seed = options.seed if options.seed is not None else secrets.randbits(63)
    match = Match(game, seed=seed, players=options.players, options=chosen(game, options.option))
    people = options.names or [_own_name()]
    if len(people) > match.players:
        raise Problem(f"there are {len(people)} names for {match.players} seats of {game.title}")
    free = [name for name in BOT_NAMES if name not in people]
    bot = options.bot or ("greedy" if game.greedy else "random")
    if bot != "random":
        _ = game.judgement  # a game without one is refused before the table opens
    seats = [Seat(name) for name in people]
    for number in range(len(people), match.players):
        seats.append(Seat(free.pop(0), bots.at_table(bot, seed + number)))
    return match, seats


def _own_name() -> str:
    """What the machine calls the person at it; the log speaks of everyone by name."""
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
    _writable(target)
    return run_table(match, seats, save_path=target, about=about, fast=options.fast)


def _choose() -> str:
    """Ask for a game."""
    names = registry.names()
    width = min(shutil.get_terminal_size().columns, 100)
    for number, name in enumerate(names, 1):
        game = registry.load(name)
        print(f"{number:>3}  {game.title}")
        print(textwrap.fill(game.summary, width, initial_indent="     ", subsequent_indent="     "))
    while True:
        answer = input(f"Which game? 1-{len(names)}: ").strip()
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer in names:
            return answer
        print(f"Please type a number from 1 to {len(names)}, or the name of a game.")


def _saves() -> Path:
    """Where games are saved."""
    return Path(platformdirs.user_data_dir("weatherdeck", appauthor=False)) / "games"


def _last(game: str | None) -> Path:
    """The game saved last."""
    saved = sorted(_saves().glob(f"{game or ''}*.json"), key=lambda path: path.stat().st_mtime)
    if not saved:
        raise Problem(f"there is no saved game{f' of {game}' if game else ''} in {_saves()}")
    return saved[-1]


def _writable(path: Path) -> None:
    """Refuse a place where the game could not be saved, before it begins."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8"):
            pass
        if path.stat().st_size == 0:
            path.unlink()
    except OSError as problem:
        raise Problem(f"{path}: the game cannot be saved there ({problem.strerror})") from None
