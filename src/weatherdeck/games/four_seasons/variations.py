"""What a designer may try in 4 Seasons: tokens that a seat may not use. Its deck is a matter of parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..variations import DeckStep, Power
from .rules import DONE, FIRST_AUTUMN, FIRST_SPRING, FIRST_SUMMER, SKIP

POWERS = (
    Power("the Autumn token", FIRST_AUTUMN, FIRST_SPRING),
    Power("the Spring token", FIRST_SPRING, FIRST_SUMMER),
    Power("the Summer token", FIRST_SUMMER, SKIP),
    Power("the Winter token", SKIP, DONE),
    Power("all tokens", FIRST_AUTUMN, DONE),
)


def neighbours(values: Mapping[str, Any]) -> Iterator[DeckStep]:  # noqa: ARG001  # it has no deck file
    """None: 4 Seasons has no deck file."""
    return iter(())
