"""Arguments that several commands take, and how their values are read."""

from __future__ import annotations

import argparse
import ipaddress
import math
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ..games import discovery
from ..parsing import is_whole
from . import completing
from .completing import offering

if TYPE_CHECKING:
    from ..games.game import Game
    from ..games.options import Value

LARGEST_SEED = (1 << 63) - 1
PORT = 8712
"""Where the table server listens, unless it is told otherwise."""
Arguments: TypeAlias = argparse._ActionsContainer
"""A parser, or a group of its arguments."""


def sample_game(*, with_deck: bool = False) -> str:
    """A game to name in examples; one that can be played with another deck, where that matters."""
    if not with_deck:
        return discovery.ours()[0]
    from ..games import registry  # here, like below: `weatherdeck --help` does without the games themselves

    names = registry.names()
    return next((name for name in names if registry.load(name).data_file is not None), names[0])


def examples(*lines: tuple[str, str]) -> str:
    """Command lines, each with what it does; "" where it speaks for itself. They end the help of a command."""
    return "\n".join(["examples:", *(f"  {line}  {what}".rstrip() for line, what in lines)])


# ---------------------------------------------------------------- what several commands take
def add_game(command: Arguments, *, optional: bool = False, also: str = "") -> None:
    """The game."""
    game = command.add_argument(
        "game", type=game_name, nargs="?" if optional else None, metavar="GAME", help=f"{game_names()}{also}"
    )
    offering(game, completing.games)


def add_data(command: Arguments, said: str = "play with this deck file instead of the game's own") -> None:
    """A deck of one's own."""
    command.add_argument("--data", type=Path, metavar="FILE", help=said)


def add_table(command: Arguments) -> None:
    """How a game is set up: players, options, deck."""
    command.add_argument(
        "--players", type=int, metavar="P", help="the number of players, for a game that leaves a choice"
    )
    add_options(command)
    add_data(command)


def add_options(command: Arguments) -> None:
    """The game's own options."""
    option = command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; repeat it to set several ('weatherdeck games' lists them)",
    )
    offering(option, completing.game_options)


def add_seed(command: Arguments, said: str, largest: int = LARGEST_SEED, default: int | None = 1) -> None:
    """The seed from which a command repeats what it did."""
    command.add_argument(
        "--seed",
        type=partial(seed, largest=largest),
        default=default,
        metavar="S",
        help=f"{said}; a whole number below {_power(largest + 1)} (default: 1)",
    )


def command_line() -> str:
    """The command as it was typed, for pages that say how they were made; empty in a notebook."""
    return shlex.join(["weatherdeck", *sys.argv[1:]]) if len(sys.argv) > 1 else ""


def chosen(game: Game, texts: list[str]) -> dict[str, Value]:
    """The options of a game, from `name=value` texts."""
    return game.read_options(texts)


# ---------------------------------------------------------------- values
def game_name(text: str) -> str:
    """A game's name, whichever way it is spelled. A package's name stays as it is, and so does a wrong one."""
    if discovery.is_known(text) or discovery.is_package(text):
        return text
    from ..games import registry

    return registry.spelled(text) or text


def game_names() -> str:
    """The games, for help."""
    return f"one of {', '.join(discovery.names())}"


def count(text: str) -> int:
    """A number of things: 1 or more."""
    if not is_whole(text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """A time of up to a minute."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 60:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to 60, not {text!r}")
    return found


def days(text: str) -> float | None:
    """A number of days; None for 0, which means never."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 100_000:
        raise argparse.ArgumentTypeError(f"expected a number of days, or 0 for never, not {text!r}")
    return found or None


def port(text: str) -> int:
    """A TCP port, or 0 for any."""
    if not is_whole(text) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, not {text!r}")
    return int(text)


def duration(text: str) -> float:
    """A time of up to a day, in seconds."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 86_400:
        raise argparse.ArgumentTypeError(f"expected a number of seconds from 0 to 86400, not {text!r}")
    return found


def seed(text: str, largest: int = LARGEST_SEED) -> int:
    """A seed: by default of 63 bits."""
    if not is_whole(text) or int(text) > largest:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to {_power(largest + 1, -1)}, not {text!r}")
    return int(text)


def _power(number: int, more: int = 0) -> str:
    """A number close to a power of two, plus a little more, as people read it."""
    bits = round(math.log2(number))
    beyond = number + more - (1 << bits)
    return f"2**{bits}" + (f" {'+' if beyond > 0 else '-'} {abs(beyond)}" if beyond else "")


def folder(text: str) -> Path:
    """A folder; standard output is none."""
    if text == "-":
        raise argparse.ArgumentTypeError("expected a folder: - (standard output) can only be a single file")
    return Path(text)


def names(text: str) -> list[str]:
    """Different names with commas between them."""
    found = [name.strip() for name in text.split(",")]
    if not all(found) or len(set(found)) != len(found):
        raise argparse.ArgumentTypeError(f"expected different names with commas between them, not {text!r}")
    return found


def network(text: str) -> str:
    """An IP address or network."""
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected an IP address or a network such as 10.0.0.0/8, not {text!r}"
        ) from None
