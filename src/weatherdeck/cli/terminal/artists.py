"""Which artist draws which game."""

from __future__ import annotations

from importlib import import_module

from ...games.game import Game
from .artist import Artist

ARTISTS = {
    "weathervanes": "weathervanes",
    "tweedy-tricksters": "tweedy_tricksters",
    "tradewinds": "tradewinds",
    "winter-court": "winter_court",
    "four-seasons": "four_seasons",
}


def artist_of(game: Game) -> Artist:
    """The artist of one of our games; the plain one for any other."""
    if game.name not in ARTISTS:
        return Artist()
    artist = import_module(f"{__package__}.{ARTISTS[game.name]}").ARTIST
    assert isinstance(artist, Artist)
    return artist
