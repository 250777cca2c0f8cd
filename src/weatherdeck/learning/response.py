"""A learned best response: how far a bot can be exploited.

At every table the student has one seat, each in turn, and the bot has the others. The student begins as the bot plays
(against random moves: as greedy plays) and learns by policy gradients whatever gains most. What it gains over the bot
in the same seat of the same deals is a lower bound of how far the bot can be exploited: another response may gain more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bots.levels import policy_of
from ..bots.policy import Policy
from ..errors import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..games.game import Game
    from .course import Course
    from .exam import Mark

FILE = "response.json"
FORMAT = "weatherdeck response 1"
BOTS = ("random", "novice", "club", "network")
"""Bots that can be responded to: those that take one look."""
NETWORK = "network"
SEED = 1 << 41
"""The deals of the result are neither those of lessons nor those of exams."""
TIMES = 4
"""So many times the games of an exam are played for the result."""


def bot_of(name: str, game: Game, blanks: Sequence[Any]) -> Policy:
    """The bot of a name, if it can play with the players and options of all blanks."""
    if name not in BOTS:
        raise Problem(f"a response is learned to {', '.join(BOTS[:-1])} or {BOTS[-1]}, not to {name!r}")
    found = [policy_of(name, game, blank) for blank in blanks]
    assert found[0] is not None
    return found[0]


def document(course: Course, marks: Mapping[int, Mark]) -> dict[str, Any]:
    """The result, as plain data. A gain is in what people count: a win rate, or points in a cooperative game."""
    game, settings = course.game, course.settings
    network = game.network.fingerprint if settings.against == NETWORK and game.network is not None else None
    return {
        "format": FORMAT,
        "game": game.name,
        "ruleset": game.rules.RULESET,
        "deck": game.fingerprint,
        "bot": settings.against,
        "network": network,
        "options": {name: list(values) for name, values in settings.options.items()},
        "unit": game.contest.unit.name,
        "lessons": course.record.lesson,
        "decisions": course.record.decisions,
        "command": settings.as_command(game),
        "gains": [
            {"players": players, "mean": mark.mean, "error": mark.error, "games": mark.games}
            for players, mark in marks.items()
        ],
    }
