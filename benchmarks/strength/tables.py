"""Tables and numbers in the pages about strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weatherdeck.bots.evidence import Estimate


def table(*columns: str) -> Iterator[str]:
    """The first two lines of a table."""
    yield line(*columns)
    yield "|" + "---|" * len(columns)


def line(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def edge_cells(edge: Estimate) -> tuple[str, str]:
    """An edge and its interval."""
    return f"{edge.mean:+.3f}", interval(edge, "+.3f")


def interval(estimate: Estimate, form: str) -> str:
    """The interval of an estimate, in a format."""
    return f"{estimate.low:{form}} to {estimate.high:{form}}"


def gain(edge: Estimate) -> str:
    """An edge with its error, bold if all of it is above 0."""
    text = f"{edge.mean:+.3f} ±{(edge.high - edge.low) / 2:.3f}"
    return f"**{text}**" if edge.low > 0 else text


def listed(items: Sequence[Any]) -> str:
    """Things in a sentence: "3, 4 and 5"."""
    texts = [str(item) for item in items]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
