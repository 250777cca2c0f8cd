"""Learned best responses, as `weatherdeck learn GAME --against BOT` writes them: response.json.

A copy of that file as GAME-response-BOT.json in the folder of results is all that the page needs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weatherdeck.bots.evidence import Z95, Estimate
from weatherdeck.errors import Problem
from weatherdeck.games import registry

FORMAT = "weatherdeck response 1"
BOTS = ("novice", "club", "network")


@dataclass(frozen=True)
class Answer:
    """What a learned response gains against a bot, with some number of players."""

    path: Path
    game: str
    players: int
    bot: str
    gain: Estimate
    stale: str = ""  # why it does not count, if it does not

    @property
    def title(self) -> str:
        game = registry.load(self.game)
        return game.title if len(game.players) == 1 else f"{game.title}, {self.players} players"


def files(folder: Path) -> list[Path]:
    """The files of learned responses in a folder."""
    return sorted(folder.glob("*-response-*.json"))


def read(folder: Path) -> list[Answer]:
    """All learned responses in a folder."""
    return [answer for path in files(folder) for answer in _answers(path)]


def _answers(path: Path) -> list[Answer]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        game, bot, stale = str(document["game"]), str(document["bot"]), _stale(document)
        return [Answer(path, game, int(row["players"]), bot, _gain(row), stale) for row in document["gains"]]
    except (OSError, ValueError, KeyError, TypeError, Problem) as problem:
        raise Problem(f"{path} is not what 'weatherdeck learn --against' writes ({problem})") from None


def _gain(row: dict[str, Any]) -> Estimate:
    mean, half = float(row["mean"]), Z95 * float(row["error"])
    return Estimate(mean, mean - half, mean + half, int(row["games"]))


def _stale(document: dict[str, Any]) -> str:
    """Why a response does not count for the game as it is now."""
    game = registry.load(document["game"])
    if document["format"] != FORMAT:
        return f"not of the format {FORMAT!r}"
    if document["ruleset"] != game.rules.RULESET:
        return "learned with another version of the rules"
    if document["options"]:
        return "learned with other options"
    if document["network"] is not None and (game.network is None or game.network.fingerprint != document["network"]):
        return "learned against another network"
    return ""


def missing(found: Sequence[Answer]) -> list[str]:
    """The files of responses that could be learned and are not there."""
    there = {(answer.game, answer.bot) for answer in found}
    return [
        f"{name}-response-{bot}"
        for name in registry.ours()
        for bot in BOTS
        if (name, bot) not in there and (bot != "network" or registry.load(name).network is not None)
    ]
