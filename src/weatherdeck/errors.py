"""One family of errors: everything that goes wrong because of something a person can fix.

Each message says what was wrong, what was expected and what to do. The command line prints it as one line and never
shows a traceback for it; the server sends it as an answer. Any other exception is a bug.

    Problem
    ├── MoveRefused              a move that was not made; the game is unchanged
    │   ├── IllegalMove          not legal now, with the reason and the rule
    │   ├── StaleMove            answers an older version of the game
    │   └── NothingToUndo        no move can be undone
    ├── SaveRefused              a saved game that cannot be used
    ├── UnknownGame              games: no game has that name
    ├── BrokenGame               games: a game from another package that cannot be loaded
    ├── OptionError              games: an unknown option, a bad value, a wrong number of players
    ├── DataError                games: a deck file that cannot be used
    ├── LessonError              games: a lesson that cannot be used
    ├── NetworkError             games: a network that cannot be used
    │   └── OutdatedError        games: a network of the game before its rules or its deck changed
    ├── NoGpu                    kernel: no device, or its extra is not installed
    ├── NoJudgement              games: a bot needs the game's greedy.py, and there is none
    ├── Difference               match: a transcript and the rules disagree
    ├── UnknownBot               bots: no bot has that name
    ├── StrengthsError           bots: figures of how strong the levels are that cannot be used
    ├── BrokenBot                bots: a bot from another package that cannot be created
    ├── Damaged                  lab: a recorded game that cannot have been played
    ├── IllegalActions           env: actions that are not legal at their tables of a batch
    ├── MissingLibrary           extras: a library that is not part of the base package, and is not installed
    ├── RequestError             table: a message or request that the server rejects
    │   └── Outdated             table: a match under rules that this server does not have
    ├── MoveRejected             table: a move or an undo that the server rejects
    ├── InvalidMessage           table: a message that the server cannot read
    ├── BrokenMatch              table: a stored match that cannot be replayed
    ├── UnknownTarget            table: an administrator named a table or server that is not there
    ├── Unfair                   table: a shuffle that does not match its commitment
    ├── StoreDown                table: a store that does not answer
    └── StoreRefused             table: a store that cannot be used

The word before the colon is the layer that defines a class; this module holds the base and what several layers raise.
`tests/test_errors.py` keeps this tree complete.
"""

from __future__ import annotations


class Problem(Exception):
    """The base class of everything that is refused. Its text says what was wrong and what was expected."""


class MoveRefused(Problem):
    """A move that was not made; the game is unchanged."""


class IllegalMove(MoveRefused):
    """A move that the rules do not allow now: the `move`, the `reason`, and the `clause` of the rules, if any."""

    def __init__(self, move: str, reason: str, clause: str | None = None) -> None:
        super().__init__(move, reason, clause)  # all of it, so that the error can travel between processes
        self.move, self.reason, self.clause = move, reason, clause

    def __str__(self) -> str:
        named = self.reason.startswith(self.move)  # the reason why a text is no move begins with the text
        told = self.reason if named else f"{self.move}: {self.reason}"
        return f"{told} ({self.clause})" if self.clause else told


class StaleMove(MoveRefused):
    """A move that answers an older version of the game."""


class NothingToUndo(MoveRefused):
    """There is no move that can be undone."""


class SaveRefused(Problem):
    """A saved game that cannot be used."""
