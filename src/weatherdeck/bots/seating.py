"""Bots at a table with people, in the terminal or on a server: their names, and how long a hint may take."""

from __future__ import annotations

from collections.abc import Collection, Iterator

BOT_NAMES = ("Alberta", "Bernie", "Cecil", "Donna", "Edda", "Finn")

HINT_SECONDS = 1.0
"""How long a search may think about a hint while a person waits."""


def free_names(taken: Collection[str]) -> Iterator[str]:
    """Names for the bots of a table, without those that people have: as many as are asked for."""
    yield from (name for name in BOT_NAMES if name not in taken)
    number = len(BOT_NAMES)
    while True:
        number += 1
        if f"Bot {number}" not in taken:
            yield f"Bot {number}"
