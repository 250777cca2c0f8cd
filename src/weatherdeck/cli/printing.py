"""`weatherdeck print`: a game's cards, tiles and tokens as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import Problem
from ..games import registry
from .arguments import add_data, add_game, count, examples, sample_game


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What to print, and on which paper."""
    command.description = (
        "Make a PDF with nine cards to a page and cut marks, from the same data files as the game itself. Suits differ "
        "by shape and letter, not only by colour. A game without drawings of its own gets plain cards."
    )
    command.epilog = examples(
        (f"weatherdeck print {sample_game()}", ""),
        (f"weatherdeck print {sample_game()} --paper letter --out cards.pdf", ""),
    )
    add_game(command, also="; or the dotted name of a package that holds a game")
    add_data(command, "print the cards of this deck file instead of the game's own")
    command.add_argument("--players", type=count, metavar="P", help="print only what this number of players needs")
    command.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper size (default: a4)")
    command.add_argument(
        "--backs",
        action="store_true",
        help="follow each sheet with the backs of its cards, to print on both sides",
    )
    command.add_argument("--out", type=Path, metavar="FILE", help="the PDF to write (default: GAME.pdf)")


def run(options: argparse.Namespace) -> int:
    """Write the PDF."""
    try:
        from ..lab import paper
    except ImportError:
        raise Problem("print needs fpdf2: install it with pip install 'weatherdeck[lab]'") from None
    game = registry.load_with(options.game, options.data)
    made = paper.write(game, options.out, players=options.players, paper=options.paper, backs=options.backs)
    sheets = f"{made.sheets} sheet{'' if made.sheets == 1 else 's'}"
    print(f"{made.path}: {made.pieces} pieces of {game.title} on {sheets}. Print at 100%, not fitted to the page.")
    return 0
