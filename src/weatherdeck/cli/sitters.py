"""Who sat where: how a saved game remembers people and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import SaveRefused


@dataclass(frozen=True)
class Sitter:
    """A player by name, with the name of the bot; None for a person."""

    name: str
    bot: str | None = None

    def __str__(self) -> str:
        return f"{self.name} ({self.bot})" if self.bot else self.name


def as_data(sitters: Sequence[Sitter]) -> list[dict[str, Any]]:
    """The players as plain data, kept in a saved game under `seats`."""
    return [{"name": sitter.name, "bot": sitter.bot} for sitter in sitters]


def from_data(about: Mapping[str, Any], players: int) -> list[Sitter]:
    """The players that a saved game remembers."""
    kept = about.get("seats")
    if not isinstance(kept, list) or len(kept) != players:
        raise SaveRefused(f"the saved game does not say who sits at its {players} seats")
    for number, entry in enumerate(kept):
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise SaveRefused(f"the saved game is damaged: seat {number} has no name")
        if not isinstance(entry.get("bot"), str | None):
            raise SaveRefused(f"the saved game is damaged: the bot of seat {number} is not a name")
    return [Sitter(entry["name"], entry.get("bot")) for entry in kept]
