"""How numbers are written in the lab, and how strong a run's players are."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...bots.policy import LOOK
from ..measuring.moments import Figure
from ..playing.plan import RunPlan


def number(value: float, half: float = 0.0, more: int = 1) -> str:
    """A number as people read it: the digits that its interval (half its width) supports, and some more."""
    return f"{value:,.{_digits(value, half, more)}f}"


def percent(value: float, half: float = 0.0, more: int = 1) -> str:
    """A share as a percentage."""
    digits = _digits(100 * value, 100 * half, more) if 0 < half < math.inf else 1
    return f"{100 * value:.{max(1, digits)}f}%"


def _digits(value: float, half: float, more: int) -> int:
    if 0 < half < math.inf:
        return min(4, max(0, more - math.floor(math.log10(half))))
    return 0 if abs(value) >= 100 or value == round(value) else 2


def said(figure: Figure, as_percent: bool = False) -> str:
    """A figure with its interval, rounded for reading; the tables have more digits."""
    write = percent if as_percent else number
    if figure.half == 0:
        return f"{write(figure.mean)} (always)"
    mean, low, high = (write(value, figure.half, 0) for value in (figure.mean, figure.low, figure.high))
    return f"{mean} ({low} to {high})" if figure.is_bounded else f"{mean} (interval unknown)"


def only(figure: Figure, as_percent: bool = False) -> str:
    """A figure without its interval."""
    return (percent if as_percent else number)(figure.mean, figure.half)


def interval(figure: Figure, as_percent: bool = False) -> str:
    """The interval of a figure."""
    if not figure.is_bounded:
        return "unknown"
    write = percent if as_percent else number
    return f"{write(figure.low, figure.half)} to {write(figure.high, figure.half)}"


def signed(value: float) -> str:
    """A difference of shares in percentage points, which are games per hundred, with its sign."""
    return f"{100 * value:+.1f}"


def per_hundred(figure: Figure, unit: str = "games per hundred") -> str:
    """A difference of shares with its interval."""
    return f"{signed(figure.mean)} {unit} ({signed(figure.low)} to {signed(figure.high)})"


def strength(plan: RunPlan) -> tuple[float, ...]:
    """A rank that grows with the strength of the first bot, as far as its settings show; others' bots rank highest."""
    settings = plan.policies[plan.bots[0]]
    if not settings:
        return (math.inf,)
    return min(settings["kind"], LOOK), settings["simulations"], -settings["noise"]


def listed(words: Sequence[str]) -> str:
    """Some words as a list: a, b and c."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
