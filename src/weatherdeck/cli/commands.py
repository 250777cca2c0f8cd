"""The commands, and the parser made of them.

A command is the module of its name in this package: `add_arguments(parser)` declares what it takes, `run(options)` does
it and returns the exit status. A module is imported only when its command is called, because some of them need
libraries that take a while to load.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from .. import __version__
from ..errors import Problem
from ..extras import install, missing, need
from .arguments import sample_game
from .parser import Parser

COMMANDS = {
    "games": "list the games and their options",
    "rules": "show how to play a game",
    "play": "play a game in the terminal, against bots or with friends",
    "serve": "start the table server: play in the browser, with bots and friends",
    "admin": "look after the tables of a server: list, close, delete, back up, drain",
    "review": "find the decisions that mattered in a saved game, and what would have been better",
    "transcript": "let bots play, and write whole games down for others to check",
    "verify": "check transcripts from anyone, and the shuffle of a game from a table",
    "conformance": "check that a game, ours or yours, keeps the contract of a game",
    "ladder": "measure which bot is stronger",
    "exploit": "measure how far a bot can be exploited by a player who knows it",
    "learn": "train a network that plays a game, on a GPU or without one",
    "lab": "play many games and report how a game plays; compare variants",
    "tune": "find changes of a game that give it what you want",
    "print": "make a PDF of a game's cards, tiles and tokens, to cut out and play",
    "cache": "show what compiled rules take on the disk, or delete them",
    "doctor": "check what is installed, compiled and reachable, and say what to do",
    "completion": "let your shell complete commands, games and options with the Tab key",
}
"""What there is, in the order of `--help`."""

EXTRAS = {"lab": "lab", "tune": "lab", "print": "lab"}
"""Commands that need more than the base package."""

OF_THE_SERVER = ("serve", "admin")
"""Commands that need sockets and a store, which Python in a browser does not have."""

MODULES = {"print": "printing"}
"""Where a module is not called like its command: one called `print` would hide the function in this package."""

WELCOME = """\
Modern card games to play in the terminal and the browser, to measure, and to check.

first steps:
  weatherdeck games  see which games there are, and their options
  weatherdeck serve  play in the browser, with bots or friends
  weatherdeck play {game}  play in the terminal, against bots
  weatherdeck rules {game}  read how the game is played
"""


def parser(arguments: Sequence[str] | None = None) -> Parser:
    """The parser for a command line, with the arguments of the command in it; without one, with those of all."""
    top = Parser(
        prog="weatherdeck",
        description=WELCOME.format(game=sample_game()),
        epilog="'weatherdeck COMMAND --help' shows what a command takes.",
    )
    top.add_argument("--version", action="version", version=f"weatherdeck {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        extra = EXTRAS.get(name)
        if extra is not None and missing(extra):
            command.description = f"This command needs more than the base package. Install it with {install(extra)}"
            if _is_called(name, arguments or ()):
                need(extra, f"weatherdeck {name}")
        elif name in OF_THE_SERVER and sys.platform == "emscripten":
            if _is_called(name, arguments or ()):
                raise Problem(f"weatherdeck {name} does not run in a browser: install weatherdeck on a computer for it")
        elif arguments is None or name in arguments:
            module = import_module(f"{__package__}.{MODULES.get(name, name)}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return top


def _is_called(name: str, arguments: Sequence[str]) -> bool:
    """Whether a command is to be run, not only to tell what it takes."""
    return name == next(iter(arguments), "") and not {"-h", "--help"} & set(arguments)
