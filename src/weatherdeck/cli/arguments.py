"""Arguments that several commands take, and how their values are read."""

from __future__ import annotations

import argparse
import ipaddress
import shlex
import sys
from pathlib import Path

from ..games import registry
from ..games.game import Game
from ..games.options import Value

LARGEST_SEED = (1 << 63) - 1


class Help(argparse.HelpFormatter):
    """Wraps a paragraph to the width of the terminal; leaves a text of several lines, such as examples, as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)


def sample_game(*, with_deck: bool = False) -> str:
    """A game to name in examples; one that can be played with another deck, where that matters."""
    names = registry.names()
    return next((name for name in names if not with_deck or registry.load(name).data_file is not None), names[0])


def examples(*lines: tuple[str, str]) -> str:
    """Command lines, each with what it does; "" where it speaks for itself. They end the help of a command."""
    width = max(len(line) for line, what in lines if what) if any(what for _, what in lines) else 0
    return "\n".join(["examples:", *(f"  {line:<{width}}  {what}".rstrip() for line, what in lines)])


# ---------------------------------------------------------------- what several commands take
def add_game(command: argparse.ArgumentParser, *, optional: bool = False, also: str = "") -> None:
    """The game."""
    said = f"one of {', '.join(registry.names())}{also}"
    if optional:
        command.add_argument("game", nargs="?", metavar="GAME", help=said)
    else:
        command.add_argument("game", metavar="GAME", help=said)


def add_data(
    command: argparse.ArgumentParser, said: str = "play with this deck file instead of the game's own"
) -> None:
    """A deck of one's own."""
    command.add_argument("--data", type=Path, metavar="FILE", help=said)


def add_table(command: argparse.ArgumentParser) -> None:
    """How a game is set up: players, options, deck."""
    command.add_argument(
        "--players", type=int, metavar="P", help="the number of players, for a game that leaves a choice"
    )
    add_options(command)
    add_data(command)


def add_options(command: argparse.ArgumentParser) -> None:
    """The game's own options."""
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; repeat it to set several ('weatherdeck games' lists them)",
    )


def add_seed(command: argparse.ArgumentParser, said: str) -> None:
    """The seed from which a command repeats what it did."""
    command.add_argument(
        "--seed", type=seed, default=1, metavar="S", help=f"{said}; a whole number below 2**63 (default: 1)"
    )


def command_line() -> str:
    """The command as it was typed, for pages that say how they were made; empty in a notebook."""
    return shlex.join(["weatherdeck", *sys.argv[1:]]) if len(sys.argv) > 1 else ""


def chosen(game: Game, texts: list[str]) -> dict[str, Value]:
    """The options of a game, from `name=value` texts."""
    return game.read_options(texts)


# ---------------------------------------------------------------- values
def count(text: str) -> int:
    """A number of things: 1 or more."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
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
    if not (text.isascii() and text.isdigit()) or int(text) > 65535:
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


def seed(text: str) -> int:
    """A seed of 63 bits."""
    if not (text.isascii() and text.isdigit()) or int(text) > LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to 2**63 - 1, not {text!r}")
    return int(text)


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
