"""`weatherdeck games`: what there is to play."""

from __future__ import annotations

import argparse

from ..games import registry
from ..games.game import Game
from .arguments import examples


def add_arguments(command: argparse.ArgumentParser) -> None:
    """How to list them."""
    command.description = "List every installed game with its players, its length and its options."
    command.epilog = examples(
        ("weatherdeck games", ""),
        ("weatherdeck games --names", "one name per line, for scripts"),
        ("weatherdeck games --names --shipped", "without the games of other packages"),
    )
    command.add_argument("--names", action="store_true", help="print only the names, one per line")
    command.add_argument("--shipped", action="store_true", help="only the games that come with weatherdeck")


def run(options: argparse.Namespace) -> int:
    """List the games."""
    names = registry.ours() if options.shipped else registry.names()
    if options.names:
        print("\n".join(names))
        return 0
    for name in names:
        print("\n".join(_lines(registry.load(name))), end="\n\n")
    print("Play one with: weatherdeck play GAME [--option NAME=VALUE]")
    return 0


def _lines(game: Game) -> list[str]:
    players = f"{game.players[0]}-{game.players[-1]}" if len(game.players) > 1 else str(game.players[0])
    kind = ", cooperative" if game.cooperative else ""
    lines = [f"{game.name}: {game.title}, {players} players{kind}, {game.minutes} minutes", f"  {game.summary}"]
    for title, are_parameters in (("options", False), ("parameters, for designers", True)):
        options = [option for option in game.options if option.is_parameter is are_parameters]
        lines += [f"  {title}:"] if options else []
        for option in options:
            default = "not set" if option.default is None else str(option.default).lower()
            lines.append(f"    {option.name}  {option.help}; {option.expects} (default: {default})")
    return lines
