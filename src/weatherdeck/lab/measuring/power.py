"""How many games a question needs, and how small an effect the games at hand could have shown."""

from __future__ import annotations

import math
from statistics import NormalDist

from .moments import Figure

ERROR = 0.05
"""How often a test may call something significant that is not,"""
POWER = 0.8
"""and how often it shall see an effect of the size in question."""
ONE_PERCENT = 0.01


def smallest_effect(error: float, tests: int = 1) -> float:
    """The smallest difference from 0 that a figure with this standard error shows in four of five studies.

    Where many things are tested together (Holm's method), the first of them must pass the strictest test.
    """
    normal = NormalDist()
    return error * (normal.inv_cdf(1 - ERROR / (2 * max(1, tests))) + normal.inv_cdf(POWER))


def games_needed(figure: Figure, games: int, effect: float = ONE_PERCENT, tests: int = 1) -> int | None:
    """How many games would show an effect of this size in four of five studies; None if the error is not known.

    The standard error shrinks with the square root of the number of games.
    """
    if not 0 < figure.error < math.inf:
        return None
    return math.ceil(games * (smallest_effect(figure.error, tests) / effect) ** 2)
