"""`weatherdeck print`: a game's cards, tiles, tokens and rules as a PDF, or as pictures."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import Problem
from ..games import registry
from ..games.game import Game
from ..reading import is_standard
from .arguments import add_data, add_game, add_options, count, examples, sample_game
from .files import Document
from .parser import without_effect


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What to print, and on which paper."""
    command.description = (
        "Make a PDF of everything in a game's box: cards, tiles, tokens, reference and score cards, each at its own "
        "size, with cut marks and a bar that shows whether it was printed at 100%. It is made from the same data files "
        "as the game itself. Suits differ by shape and letter, not only by colour. A game without drawings of its own "
        "gets plain cards. --png makes pictures instead, for a virtual table or for a service that prints cards."
    )
    command.epilog = examples(
        (f"weatherdeck print {sample_game()}", ""),
        (f"weatherdeck print {sample_game()} --backs --rules --paper letter --out cards.pdf", ""),
        (f"weatherdeck print {sample_game()} --png tabletop --out sheets", "sheets for Tabletop Simulator"),
    )
    add_game(command, also="; or the dotted name of a package that holds a game")
    add_data(command, "print the cards of this deck file instead of the game's own")
    add_options(command)
    command.add_argument("--players", type=count, metavar="P", help="print only what this number of players needs")
    command.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper size (default: a4)")
    command.add_argument(
        "--backs",
        action="store_true",
        help="follow each sheet with the other sides of its pieces, to print on both sides (turned over the long edge)",
    )
    command.add_argument(
        "--bleed",
        type=float,
        default=0.0,
        metavar="MM",
        help="let the colours reach so far beyond the lines to cut along, 0 to 5 mm (default: 0)",
    )
    command.add_argument("--rules", action="store_true", help="add the rules, with their pictures")
    command.add_argument(
        "--png",
        choices=("tabletop", "cards"),
        help="write pictures into a folder instead: sheets of cards for Tabletop Simulator, or each piece with 3 mm "
        "bleed at 300 dots to an inch, for print on demand; pieces.csv lists what is on them",
    )
    command.add_argument(
        "--out",
        type=Path,
        metavar="PATH",
        help="the PDF to write (-: stdout), or the folder of pictures (default: GAME.pdf, GAME)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the PDF or the pictures."""
    from ..lab.printing import paper

    game = registry.load_with(options.game, options.data)
    chosen = game.read_options(options.option)
    if options.png:
        return _pictures(game, options)
    with Document(options.out if is_standard(options.out) else None) as out, TemporaryDirectory() as aside:
        made = paper.write(
            game,
            Path(aside) / "print.pdf" if out.is_standard else options.out,
            players=options.players,
            options=chosen,
            paper=options.paper,
            backs=options.backs,
            bleed=options.bleed,
            rules=options.rules,
        )
        if out.is_standard:
            out.write(made.path.read_bytes())
        sheets = f"{made.sheets} sheet{'' if made.sheets == 1 else 's'}"
        where = "Standard output" if out.is_standard else made.path
        print(f"{where}: {made.pieces} pieces of {game.title} on {sheets}. Print at 100%, not fitted to the page.")
    return 0


def _pictures(game: Game, options: argparse.Namespace) -> int:
    from ..lab.printing import paper, pixels

    about_pdf = ("--backs", "--bleed", "--rules", "--paper")
    without_effect(options, dict.fromkeys(about_pdf, "it is about the PDF; pictures have their own backs and bleed"))
    if is_standard(options.out):
        raise Problem("--out - can only be a PDF: name a folder for the pictures")
    pieces = paper.pieces(game, options.players, game.read_options(options.option))
    folder = options.out or Path(game.name)
    files = pixels.write(pieces, paper.back(game), folder, options.png)
    print(f"{folder}: {len(files) - 1} pictures of {game.title}; {files[-1].name} says what is on them.")
    return 0
