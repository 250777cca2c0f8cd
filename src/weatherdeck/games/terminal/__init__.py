"""Drawing games in the terminal: the kit for a game's `terminal.py`, and the table of a game without one.

Nothing here is imported until a table is drawn: playing, measuring and serving games do without it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from ..game import Game
from .artist import MORE, Artist, Preview, Scene, View
from .generic import GenericArtist

__all__ = ["MORE", "Artist", "GenericArtist", "Preview", "Scene", "View", "artist_of"]


def artist_of(game: Game) -> Artist:
    """The artist in the game's own `terminal.py`; for a game without one, the artist that draws any game."""
    name = f"{game.package.__name__}.terminal"
    if find_spec(name) is None:
        return GenericArtist(game)
    artist = import_module(name).ARTIST
    assert isinstance(artist, Artist), f"{name}: ARTIST is an Artist of weatherdeck.games.terminal"
    return artist
