"""`weatherdeck transcript`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from .. import bots
from ..games import registry
from ..match import transcript
from .progress import Progress


def write(options: argparse.Namespace) -> int:
    """Play games and write them to standard output."""
    from .arguments import chosen

    game = registry.load_with(options.game, options.data)
    players = game.check_players(options.players)
    settings = chosen(game, options.option)
    bots.load(options.policy, 0)  # an unknown one is refused before the first line
    with Progress(f"{game.title} games", options.games) as progress:
        for number in range(options.games):
            seed = (options.seed << 32) + number
            bot = bots.load(options.policy, seed ^ 1 << 95)  # not the generator of the deal

            def policy(state: Any, legal: Sequence[int], bot: bots.Bot = bot) -> int:
                return bot.choose(game, game.redacted(state, state.to_move), legal)

            print(transcript.record(game, seed=seed, players=players, options=settings, policy=policy))
            progress.show(number + 1)
    return 0
