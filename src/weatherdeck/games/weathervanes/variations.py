"""What a designer may try in Weathervanes: the faces of two cards exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..variations import DeckStep, Power
from .deck import NUMBERS

POWERS: tuple[Power, ...] = ()


def neighbours(values: Mapping[str, Any]) -> Iterator[DeckStep]:
    """Each face one higher, which makes the next one lower: there are 24 arrangements for 24 cards (WV-2), so that none
    can be left out or doubled."""
    cards = values["cards"]
    for number in range(1, NUMBERS):
        low, high = str(number), str(number + 1)
        yield DeckStep(
            f"the faces of {low} and {high} exchanged",
            {**values, "cards": {**cards, low: cards[high], high: cards[low]}},
        )
