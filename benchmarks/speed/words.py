"""How figures are written on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from weatherdeck.errors import Problem
from weatherdeck.games import registry


@cache
def title(name: str) -> str:
    """The name of a game, ours or another project's."""
    try:
        return registry.load(name).title
    except Problem:
        plain, _, options = name.partition("(")
        told = plain.replace("_", " ").replace("-", " ")
        return f"{told}, with the cards played" if options else told


def number(value: float) -> str:
    """A rate with three significant digits, or fewer where there are fewer."""
    if value >= 999_500:
        return f"{value / 1e6:,.{_decimals(value / 1e6)}f} million"
    if value >= 1000:
        return f"{_significant(value):,.0f}"
    return f"{value:.{_decimals(value)}f}"


def times(ratio: float) -> str:
    """A ratio."""
    return f"{_significant(ratio, 2):,.0f}" if ratio >= 10 else f"{ratio:.2f}" if ratio < 1 else f"{ratio:.1f}"


def seconds(value: float) -> str:
    """A duration in the unit that suits it."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= size:
            return f"{value / size:,.{_decimals(value / size)}f} {unit}"
    return f"{value / 1e-9:,.{_decimals(value / 1e-9)}f} ns"


def size(count: float) -> str:
    """A number of bytes."""
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.0f} MB"


def between(values: Iterable[float], form: Any = times) -> str:
    """The least and the most of some values."""
    ordered = sorted(values)
    low, high = form(ordered[0]), form(ordered[-1])
    return low if low == high else f"{low} to {high}"


def _decimals(value: float) -> int:
    return 0 if value >= 100 else 1 if value >= 10 else 2


def _significant(value: float, digits: int = 3) -> float:
    return float(f"{value:.{digits}g}")


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """A table in Markdown."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def measured(part: dict[str, Any], how: str) -> Iterable[str]:
    """When, where and how a part was measured."""
    if part["quick"]:
        yield "**A quick trial, not a measurement.**"
    load = "" if part["load"] is None else f" Load average of the machine at the end: {part['load']}."
    yield f"*Measured on {part['date']} with weatherdeck {part['version']} on {part['machine']}. {how}{load}*"
    yield ""


def rounds_of(part: dict[str, Any]) -> str:
    """How the cases of a part took turns."""
    figures = part["figures"]
    return (
        f"One core; all take turns, {figures['rounds']} rounds of {figures['seconds']:g} s of processor time each. "
        "The best round counts, since other work on a machine can only slow a round down; the median is beside it."
    )
