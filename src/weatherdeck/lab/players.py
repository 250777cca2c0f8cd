"""Who may play in the lab: bots that choose the same from the same seed, on any machine."""

from __future__ import annotations

import hashlib

from .. import bots
from ..bots.guard import Guarded
from ..bots.levels import LEVELS
from ..errors import Problem
from ..games.game import Game


def check(name: str, game: Game) -> None:
    """Refuse a bot that does not exist, cannot play this game or thinks by the clock."""
    bots.load(name, 0)
    if name != "random" and (name in bots.BOTS or name in LEVELS):
        _ = game.judgement  # refuses a game that has none
    if name in LEVELS and LEVELS[name].seconds is not None:
        steady = [other for other in bots.names() if other not in LEVELS or LEVELS[other].seconds is None]
        raise Problem(
            f"the bot {name!r} thinks by the clock, so that its games would differ from machine to machine; "
            f"the lab takes: {', '.join(steady)}"
        )


def seated(name: str, *of: object) -> Guarded:
    """A bot for one seat of one game, with a seed that is made from which seat and game that is."""
    seed = int.from_bytes(hashlib.sha256(repr(of).encode()).digest()[:7], "big")
    bot = bots.load(name, seed)
    return Guarded(bot.bot if isinstance(bot, Guarded) else bot, seed, name=name, limit=None)
