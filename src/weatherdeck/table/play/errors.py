"""Errors raised while a message or a request is answered. The client is told about each.

Problem
├── RequestError    cannot be granted: answered with `error` on the socket, with a 4xx status over HTTP
├── MoveRejected    a move or undo that was not made: answered with `refused` and the current position
└── BrokenMatch     stored entries that cannot be replayed
"""

from __future__ import annotations

from ...errors import IllegalMove, Problem
from ..wire.messages import ErrorCode


class RequestError(Problem):
    """A message or request that cannot be granted."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class MoveRejected(Problem):
    """A move or undo that was not made; the match is unchanged."""

    def __init__(self, code: str, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.code, self.clause = code, clause

    @classmethod
    def illegal(cls, problem: IllegalMove) -> MoveRejected:
        """A move that the rules do not allow."""
        return cls("illegal", problem.reason, problem.clause)

    @classmethod
    def stale(cls, version: int) -> MoveRejected:
        """A move that somebody else was faster than."""
        return cls("stale", f"the match has moved on: it is now at version {version}")


class BrokenMatch(Problem):
    """Stored entries that cannot be replayed: the rules have changed, or the store was tampered with."""
