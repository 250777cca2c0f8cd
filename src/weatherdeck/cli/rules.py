"""`weatherdeck rules`: how a game is played."""

from __future__ import annotations

import argparse

from ..games import registry
from .arguments import add_game, examples, sample_game


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Which game."""
    command.description = "Print the rules of a game, as Markdown."
    command.epilog = examples(
        (f"weatherdeck rules {sample_game()}", ""),
        (f"weatherdeck rules {sample_game()} | less", ""),
    )
    add_game(command)


def run(options: argparse.Namespace) -> int:
    """Print the rules."""
    print(registry.load(options.game).rulebook_for_terminals)
    return 0
