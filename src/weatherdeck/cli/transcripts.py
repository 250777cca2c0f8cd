"""`weatherdeck transcript` and `weatherdeck verify`."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from .. import bots
from ..errors import Problem
from ..games import registry
from ..games.game import Game
from ..match import transcript
from .progress import Progress


def write(options: argparse.Namespace) -> int:
    """Play games and write them to standard output."""
    from .arguments import chosen

    game = registry.load(options.game, options.data)
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


def verify(options: argparse.Namespace) -> int:
    """Check transcripts; report the first difference of each."""

    @cache
    def load(name: str) -> Game:
        return registry.load(name, options.data)

    games = decisions = differences = 0
    with _open(options.file) as lines, Progress("transcripts") as progress:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            games += 1
            try:
                decisions += transcript.verify(line, load)
            except transcript.Difference as difference:
                differences += 1
                print(f"line {number}: {difference}")
            progress.show(games)
    if games == 0:
        raise Problem(f"{options.file}: there are no transcripts in it")
    found = f"{differences:,} with a difference" if differences else "no difference"
    print(f"{games:,} transcript{'s' if games != 1 else ''}, {decisions:,} decisions checked: {found}")
    return 1 if differences else 0


def _open(name: str) -> TextIO:
    if name == "-":
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    try:
        return Path(name).open(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise Problem(f"{name}: cannot be read ({problem.strerror})") from None
