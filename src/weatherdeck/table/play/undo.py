"""An undo that other players have to agree to."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..wire.perspective import Json

if TYPE_CHECKING:
    from .session import TableSession


BOTS_WAIT = 30.0
"""Seconds for which bots let people think about an undo; a move ends the question."""


@dataclass
class UndoRequest:
    """An undo that other players have to agree to."""

    version: int
    seat: int
    moves: tuple[str, ...]
    back: int
    needed: frozenset[int]
    agreed: set[int] = field(default_factory=set)
    asked_at: float = field(default_factory=time.monotonic)

    @property
    def bots_wait(self) -> float:
        """The seconds for which bots still wait."""
        return max(0.0, self.asked_at + BOTS_WAIT - time.monotonic())

    def info(self) -> Json:
        """Who asks whom, for everyone at the table."""
        return {"seat": self.seat, "needed": sorted(self.needed), "agreed": sorted(self.agreed)}

    def message(self) -> Json:
        """The question to the other players."""
        return {"type": "ask_undo", "version": self.version, "seat": self.seat, "moves": list(self.moves)}


def ask(session: TableSession, seat: int) -> None:
    """Ask the other people at the table whether a seat may take back its decision."""
    option = session.live.undo_option(seat) if session.live is not None else None
    if session.live is None or option is None:
        return
    needed = session.persons - {seat}
    session.undo_request = UndoRequest(session.live.version, seat, option.moves, option.back, needed)
    session.tell(session.undo_request.message(), needed)
    session.tell_table()


async def answer(session: TableSession, seat: int, *, agree: bool) -> None:
    """Take a player's answer; once all have agreed, the undo is made. Hold the lock."""
    asking = session.undo_request
    if asking is None or session.live is None or asking.version != session.live.version:
        return
    if not agree or asking.seat not in session.persons:  # a bot that plays on for the person does not undo
        session.undo_request = None
        session.tell({"type": "undo_answered", "version": asking.version, "seat": seat, "agreed": False})
        session.tell_table()
        return
    asking.agreed.add(seat)
    session.tell_table()
    if asking.needed <= asking.agreed | (asking.needed - session.persons):
        await session.make_undo(asking.seat, asking.back)
