"""The errors that people may meet, as one family: each message says what was wrong and what was expected.

    Problem
    ├── MoveRefused
    │   ├── IllegalMove      not legal now, with the reason
    │   ├── StaleMove        answers an older version of the game
    │   └── NothingToUndo    somebody has learned something since
    └── SaveRefused          a saved game that cannot be used

Beside it stand the errors of the games layer: `OptionError`, `DataError`, `UnknownGame`.
"""

from __future__ import annotations


class Problem(Exception):
    """Something a person can put right."""


class MoveRefused(Problem):
    """A move that was not made; the game is as it was."""


class IllegalMove(MoveRefused):
    """A move that the rules do not allow now."""

    def __init__(self, move: str, reason: str, clause: str | None = None) -> None:
        super().__init__(f"{move}: {reason}" + (f" ({clause})" if clause else ""))
        self.move, self.reason, self.clause = move, reason, clause


class StaleMove(MoveRefused):
    """A move that answers a version of the game which is no longer the current one."""


class NothingToUndo(MoveRefused):
    """There is no move that may be taken back."""


class SaveRefused(Problem):
    """A saved game that cannot be used, and why."""
