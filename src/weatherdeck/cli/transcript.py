"""`weatherdeck transcript`: bots play whole games, written down for others to check."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from .. import bots
from ..games import registry
from ..match import transcript
from . import completing
from .arguments import add_game, add_seed, add_table, chosen, count, examples, sample_game
from .completing import offering
from .progress import Progress


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Which games to write."""
    command.description = (
        "Let a bot play whole games and print each as one line of JSON with nothing hidden: every deal, every legal "
        "action, every choice, the result. docs/notation.md describes the format."
    )
    command.epilog = examples(
        (f"weatherdeck transcript {sample_game()} --games 1000 --seed 1 > games.jsonl", ""),
        (f"weatherdeck transcript {sample_game()} --games 1000 --seed 1 | weatherdeck verify -", ""),
    )
    add_game(command)
    add_table(command)
    command.add_argument("--games", type=count, default=1, metavar="N", help="the number of games (default: 1)")
    add_seed(command, "the same seed gives the same games")
    policy = command.add_argument(
        "--policy", default="random", metavar="BOT", help=f"the bot: {', '.join(bots.names())} (default: random)"
    )
    offering(policy, completing.bots)


def run(options: argparse.Namespace) -> int:
    """Play games and write them to standard output."""
    game = registry.load_with(options.game, options.data)
    players = game.check_players(options.players)
    settings = chosen(game, options.option)
    bots.load(options.policy, 0)  # reject an unknown bot before the first line
    with Progress(f"{game.title} games", options.games) as progress:
        for number in range(options.games):
            seed = (options.seed << 32) + number
            bot = bots.load(options.policy, seed ^ 1 << 95)  # not the generator of the deal

            def policy(state: Any, legal: Sequence[int], bot: bots.Bot = bot) -> int:
                return bot.choose(game, game.redacted(state, state.to_move), legal)

            print(transcript.record(game, seed=seed, players=players, options=settings, policy=policy))
            progress.show(number + 1)
    return 0
