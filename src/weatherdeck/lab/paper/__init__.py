"""Print and play: a game's cards, tiles and tokens as a PDF, made from the same data as the game."""

from __future__ import annotations

from ...errors import Problem
from ...games.game import Game
from . import four_seasons, tradewinds, tweedy_tricksters, weathervanes, winter_court
from .sheet import Paper, Piece, pdf

__all__ = ["Paper", "Piece", "pdf", "pieces"]

DRAWN = {
    "weathervanes": weathervanes.pieces,
    "tradewinds": tradewinds.pieces,
    "winter-court": winter_court.pieces,
    "tweedy-tricksters": tweedy_tricksters.pieces,
    "four-seasons": four_seasons.pieces,
}


def pieces(game: Game, players: int | None = None) -> list[Piece]:
    """All that is needed to play a game with so many players (by default, with as many as can)."""
    if game.name not in DRAWN:
        raise Problem(f"there are no drawings of {game.title}; there are some of: {', '.join(DRAWN)}")
    return DRAWN[game.name](game, game.players[-1] if players is None else game.check_players(players))
