"""`python -m scripts.pictures`: the pictures of the terminal in the README and the docs, taken from real games.

Needs `rsvg-convert` (Debian: librsvg2-bin) to turn Textual's SVG into PNG.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

from weatherdeck.bots import RandomBot
from weatherdeck.cli.terminal import Seat, TableApp
from weatherdeck.cli.terminal.session import Session
from weatherdeck.games import registry
from weatherdeck.kernel import new_rng, rng_below
from weatherdeck.match import Match

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Anna", "Bernie", "Cecil", "Donna", "Edda", "Finn")
BEGIN, TRIED = 0.25, 12
"""After this share of a game, so many positions are looked at for the one that shows most."""
SIZE = (132, 40)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or registry.ours():
        svg = asyncio.run(_screenshot(name))
        png = FOLDER / f"{name}.png"
        command = ["rsvg-convert", "--width", "1400", "--output", str(png)]
        subprocess.run(command, input=svg.encode(), check=True)
        print(f"wrote {png.name}")


async def _screenshot(name: str) -> str:
    """A game in its middle, with the first seat to decide."""
    match = _middle(name)
    seats = [Seat(NAMES[0]), *(Seat(NAMES[seat], RandomBot(seat)) for seat in range(1, match.players))]
    app = TableApp(Session(match, seats, None, None), pause=0, rest=0, dark=False)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(1.0)
        svg = app.export_screenshot(title=f"weatherdeck play {name}")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # no fonts from elsewhere
    return svg.replace("Fira Code", "DejaVu Sans Mono").replace("<svg ", '<svg xml:space="preserve" ', 1)


def _middle(name: str) -> Match:
    """The position of a random game, some way into it, in which the first seat decides and sees most."""
    whole, rng = Match(registry.load(name), seed=11), new_rng(7)
    while not whole.is_over:
        legal = whole.legal()
        whole.play(legal[rng_below(rng, len(legal))])
    match = Match(whole.game, seed=whole.seed)
    seen: dict[int, int] = {}
    for move in whole.moves:
        if match.version > BEGIN * whole.version and match.to_move == 0 and len(match.legal()) > 1:
            seen[match.version] = len(json.dumps(match.view(0)))
        if len(seen) == TRIED:
            break
        match.play(move)
    best = max(seen, key=lambda version: seen[version])
    match = Match(whole.game, seed=whole.seed)
    for move in whole.moves[:best]:
        match.play(move)
    return match


if __name__ == "__main__":
    main()
