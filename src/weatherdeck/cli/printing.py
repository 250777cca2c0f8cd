"""`weatherdeck print`: a game's cards, tiles and tokens as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import Problem
from ..games import registry


def run(options: argparse.Namespace) -> int:
    """Make the PDF."""
    try:
        from ..lab import paper
    except ImportError:
        raise Problem("print needs fpdf2: install it with pip install 'weatherdeck[lab]'") from None
    game = registry.load_with(options.game, options.data)
    pieces = paper.pieces(game, options.players)
    content = paper.pdf(game.title, pieces, options.paper)
    target: Path = options.out or Path(f"{game.name}.pdf")
    try:
        target.write_bytes(content)
    except OSError as problem:
        raise Problem(f"{target}: cannot be written ({problem.strerror})") from None
    count = sum(piece.copies for piece in pieces)
    print(
        f"{target}: {count} pieces of {game.title} on {-(-count // 9)} sheets. Print at 100%, not fitted to the page."
    )
    return 0
