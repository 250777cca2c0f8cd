"""Who sits where: people, and the bots that play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ... import bots
from ...bots import Bot
from ...errors import SaveRefused
from .. import sitters
from ..sitters import Sitter


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
    """The seats as plain data, kept in a saved game under `seats`."""
    return sitters.as_data([Sitter(seat.name, seat.bot.name if seat.bot else None) for seat in seats])


def restore(about: Mapping[str, Any], players: int, seed: int) -> list[Seat]:
    """The seats that a saved game remembers; bots are created again, from the seed."""
    try:
        return [
            Seat(sitter.name, bots.at_table(sitter.bot, seed + number) if sitter.bot else None)
            for number, sitter in enumerate(sitters.from_data(about, players))
        ]
    except bots.UnknownBot as problem:
        raise SaveRefused(f"the saved game cannot be used: {problem}") from None
