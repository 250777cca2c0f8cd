"""Who may play in the lab."""

from __future__ import annotations

from ... import bots
from ...bots.guard import Guarded
from ...bots.levels import LevelBot, level_of
from ...bots.seeds import seed_for
from ...games.game import Game


def check(name: str, game: Game) -> None:
    """Refuse a bot that does not exist or cannot play this game."""
    bots.load(name, 0)
    if name != "random" and (name in bots.BOTS or level_of(name) is not None):
        _ = game.judgement  # refuses a game that has none


def seated(name: str, *of: object) -> Guarded:
    """A bot for one seat of one game, with a seed that is made from which seat and game that is.

    No clock, so that it is the same on any machine; and levels play without networks, as `policy_of` says.
    """
    seed, level = seed_for(*of), level_of(name)
    bot = bots.among_bots(name, seed).bot if level is None else LevelBot(level.untimed.unlearned, seed)
    return Guarded(bot, seed, name=name, limit=None)
