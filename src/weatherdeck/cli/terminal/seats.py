"""Who sits where: people and bots, and how a saved game remembers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ... import bots
from ...bots import Bot
from ...errors import SaveRefused


@dataclass(frozen=True)
class Seat:
    """One seat of the table: a name, and the bot that plays it; None for a person."""

    name: str
    bot: Bot | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.bot is None


def remember(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """The seats as plain data, to be kept beside a saved game under `seats`."""
    return [{"name": seat.name, "bot": seat.bot.name if seat.bot else None} for seat in seats]


def restore(about: Mapping[str, Any], players: int, seed: int) -> list[Seat]:
    """The seats that a saved game remembers; bots are made anew, from the seed."""
    kept = about.get("seats")
    if not isinstance(kept, list) or len(kept) != players:
        raise SaveRefused(f"the saved game does not say who sits at its {players} seats")
    seats = []
    for number, entry in enumerate(kept):
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise SaveRefused(f"the saved game is damaged: seat {number} has no name")
        name = entry.get("bot")
        if name is not None and not isinstance(name, str):
            raise SaveRefused(f"the saved game is damaged: the bot of seat {number} is not a name")
        try:
            seats.append(Seat(entry["name"], bots.at_table(name, seed + number) if name else None))
        except bots.UnknownBot as problem:
            raise SaveRefused(f"the saved game cannot be used: {problem}") from None
    return seats
