"""What the Tab key offers: games, bots and their options, as they are installed now.

argcomplete finds out which argument is being typed. A function here offers its values: it gets the text so far, and
what was already on the line. Tab must never show an error, so whatever cannot be known offers nothing.
"""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Offer = Callable[..., Iterable[str]]
OF_FILES = ("FILE", "FOLDER", "PATH", "STORE", "SAVED-GAME", "VARIANT")
"""What arguments that take files are called in help."""
A = TypeVar("A", bound=argparse.Action)


def offering(action: A, offer: Offer) -> A:
    """Let an argument offer values."""
    setattr(action, "completer", offer)  # noqa: B010  # argcomplete looks for it there, and argparse does not declare it
    return action


def is_asked() -> bool:
    """Whether the shell asks for completions, instead of running a command."""
    return "_ARGCOMPLETE" in os.environ


def answer() -> None:
    """Answer the shell, and end."""
    import argcomplete
    from argcomplete.completers import FilesCompleter
    from argcomplete.finders import safe_actions

    from . import commands
    from .parser import ACTIONS

    class Files(FilesCompleter):
        """Files, for arguments that take one: a number or a name is not a file."""

        def __call__(self, prefix: str, **details: Any) -> list[str]:
            kind = str(details["action"].metavar)
            return list(super().__call__(prefix, **details)) if any(word in kind for word in OF_FILES) else []

    line = os.environ["COMP_LINE"]
    try:
        words = shlex.split(line)[1:]
    except ValueError:  # a quote that is still open
        words = line.split()[1:]
    # Only the command that is on the line is loaded: people wait for this.
    safe_actions.update(ACTIONS.values())  # what they store tells the other arguments which game is meant
    argcomplete.autocomplete(commands.parser(words), always_complete_options=False, default_completer=Files())


# ---------------------------------------------------------------- what is offered
def games(**_: object) -> list[str]:
    """The games."""
    from ..games import registry

    return registry.names()


def bots(**_: object) -> list[str]:
    """The bots."""
    from .. import bots

    return bots.names()


def line_ups(prefix: str, **_: object) -> list[str]:
    """Bots by seat, with commas between them."""
    before = prefix[: prefix.rfind(",") + 1]
    return [f"{before}{name}" for name in bots()]


def game_options(prefix: str, parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """The options of the game on the line, and once one is named, its values."""
    from ..errors import Problem
    from ..games import registry
    from .arguments import game_name

    named = vars(parsed_args).get("game")
    words = named if isinstance(named, list) else [named]
    try:
        game = registry.load(game_name(str(words[-1])))
    except (Problem, IndexError):
        return []
    name, equals, _value = prefix.partition("=")
    if not equals:
        return [f"{option.name}=" for option in game.options]
    values = {"flag": ("true", "false"), "number": ()}
    return [
        f"{name}={value}"
        for option in game.options
        if option.name == name
        for value in values.get(option.kind, option.choices)
    ]


def lab_words(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """A game, or what the lab can do with one."""
    from .lab import USAGE

    words = vars(parsed_args).get("game") or []
    return games() if words else [*USAGE, *games()]
