"""`weatherdeck games` and `weatherdeck rules`."""

from __future__ import annotations

import argparse

from ..games import registry
from ..games.game import Game


def games(options: argparse.Namespace) -> int:  # noqa: ARG001  # it takes none
    """List the games, with what one can choose."""
    for name in registry.names():
        print("\n".join(_lines(registry.load(name))), end="\n\n")
    print("Play one with: weatherdeck play GAME [--option NAME=VALUE]")
    return 0


def _lines(game: Game) -> list[str]:
    players = f"{game.players[0]}-{game.players[-1]}" if len(game.players) > 1 else str(game.players[0])
    kind = ", together against the game" if game.cooperative else ""
    lines = [f"{game.name}: {game.title}, {players} players{kind}, {game.minutes} minutes", f"  {game.summary}"]
    if game.options:
        lines.append("  options:")
    for option in game.options:
        default = "not set" if option.default is None else str(option.default).lower()
        lines.append(f"    {option.name}  {option.help}; {option.expects} (default: {default})")
    return lines


def rules(options: argparse.Namespace) -> int:
    """Print a game's rulebook."""
    print(registry.load(options.game).rulebook)
    return 0
