"""An undo that other players have to agree to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..wire.perspective import Json

if TYPE_CHECKING:
    from .session import TableSession


@dataclass
class UndoRequest:
    """An undo that other players have to agree to."""

    version: int
    seat: int
    moves: tuple[str, ...]
    back: int
    needed: frozenset[int]
    agreed: set[int] = field(default_factory=set)

    def message(self) -> Json:
        """The question to the other players."""
        return {"type": "ask_undo", "version": self.version, "seat": self.seat, "moves": list(self.moves)}


def ask(session: TableSession, seat: int) -> None:
    """Ask the players who have decided since whether a seat may take back its decision."""
    option = session.live.undo_option(seat) if session.live is not None else None
    if session.live is None or option is None:
        return
    needed = option.others & session.persons
    session.undo_request = UndoRequest(session.live.version, seat, option.moves, option.back, needed)
    session.tell(session.undo_request.message(), needed)


async def answer(session: TableSession, seat: int, *, agree: bool) -> None:
    """Take a player's answer; once all have agreed, the undo is made. Hold the lock."""
    asking = session.undo_request
    if asking is None or session.live is None or asking.version != session.live.version:
        return
    if not agree or asking.seat not in session.persons:  # a bot that plays on for the person does not undo
        session.undo_request = None
        session.tell({"type": "undo_answered", "version": asking.version, "seat": seat, "agreed": False})
        return
    asking.agreed.add(seat)
    if asking.needed <= asking.agreed | (asking.needed - session.persons):
        await session.make_undo(asking.seat, asking.back)
