"""A position as text: the table and the hand as the terminal shows them, without colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.game import Game
from ..games.terminal import Scene, artist_of
from ..games.terminal.colours import LIGHT

HEIGHT = 24
"""Lines that the artist is offered for the table; it takes more where it needs them."""


def sketch(game: Game, state: Any, seat: int | None, names: Sequence[str], width: int) -> str:
    """The table as a seat (None: a spectator) sees it."""
    known, words = game.redacted(state, seat), game.words
    scene = Scene(
        view=dict(game.view.view(known, seat)),
        standings=[words.standing(known, other) for other in range(state.players)],
        seat=seat,
        names=names,
        colours=LIGHT,
    )
    artist = artist_of(game)
    head = f"{game.title} · {words.status(known)}\n{words.prompt(known, names)}"
    sheets = [artist.table(scene, width, HEIGHT).text(), artist.hand(scene, width, HEIGHT).text()]
    return "\n\n".join([head, *(sheet.strip("\n") for sheet in sheets if sheet.strip())])
