"""How long a bot's decision takes, as people see it: the same for a forced move as for a difficult one.

A forced move is found at once. If it were made at once, everybody would know that the bot had no choice, and so
something about its cards.
"""

from __future__ import annotations

import random
from collections import deque

from ...bots import LEVELS

REMEMBERED = 200
"""Decisions of a game and level from which the usual time is computed."""
ENOUGH = 8
"""Until there are so many, a level's time limit counts."""
SHARE = 0.98
"""The share of a level's decisions that take no longer than the usual time."""
JITTER = 0.15
"""The longest random addition, as a share."""
LONGEST = 3.0
"""Seconds that a person waits at most for a decision that has been found."""


class Pace:
    """The time that bots' decisions are made to take at tables with people. It knows no positions."""

    def __init__(self, minimum: float, rng: random.Random | None = None) -> None:
        self._minimum = minimum
        self._rng = rng or random.Random()
        self._took: dict[tuple[str, str], deque[float]] = {}

    def record(self, game: str, level: str, seconds: float) -> None:
        """Take note of how long a bot thought about a decision that was not forced."""
        self._took.setdefault((game, level), deque(maxlen=REMEMBERED)).append(seconds)

    def expected(self, game: str, level: str) -> float:
        """How long a bot is expected to think."""
        took = self._took.get((game, level))
        if not took:
            known = LEVELS.get(level)
            return (known.seconds or 0.0) if known is not None else 0.0
        return sum(took) / len(took)

    def seconds(self, game: str, level: str) -> float:
        """How long the next decision takes at least: the level's usual time and a little at random."""
        if self._minimum <= 0:
            return 0.0
        usual = min(LONGEST, max(self._minimum, self._usual(game, level)))
        return usual * (1 + JITTER * self._rng.random())

    def _usual(self, game: str, level: str) -> float:
        took = sorted(self._took.get((game, level), ()))
        if len(took) < ENOUGH:
            known = LEVELS.get(level)
            return (known.seconds or 0.0) if known is not None else 0.0
        return took[min(len(took) - 1, int(SHARE * len(took)))]
