"""The interface of a bot: it gets what its seat may know and the legal actions, and returns one of them.

A bot may also have a method `watch(game, state, seat, action)`. It is called for every move at the bot's table,
including its own, with the state before the move (redacted for the bot's seat) and the move. All moves are public in
our games; whatever a move reveals is in the next state. After an undo it is called once with the state at the start
and the action None: the bot forgets everything, and hears all moves again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from ..games.game import Game

History: TypeAlias = Sequence[tuple[Any, int]]
"""The moves of a match so far, each with the state before it (not redacted): `Match.history`."""


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """Choose one of the legal actions for the seat to move; the state is redacted for that seat."""


@runtime_checkable
class Watcher(Protocol):
    """A bot that follows the game between its own decisions."""

    def watch(self, game: Game, state: Any, seat: int, action: int | None) -> None:
        """Take note of a move about to be made in a state (redacted for this bot's seat); None: after an undo."""


@runtime_checkable
class Follower(Protocol):
    """A bot that takes in a whole history at once, and of a longer one only what is new."""

    def follow(self, game: Game, seat: int, history: History) -> None:
        """Take in the moves that are new, as this bot's seat saw them."""


def tell(bot: Bot, game: Game, state: Any, seat: int, action: int | None) -> None:
    """Tell the bot in a seat about a move that is about to be made in a state (which is not redacted yet)."""
    if isinstance(bot, Watcher):
        bot.watch(game, game.redacted(state, seat), seat, action)


def is_continued(told: Sequence[Any], history: History) -> bool:
    """Whether a history continues the one whose states were told before: there was no undo in between.

    States are compared by identity: a match never changes a state of its history, and makes a new one after an undo.
    """
    return len(told) <= len(history) and all(old is new for old, (new, _) in zip(told, history, strict=False))


class Briefing:
    """Keeps a bot in a seat of a match up to date: the bot hears each move once, and all of them again after an undo.

    Call `update` with the match's history before the bot chooses. It does not matter how many moves are new.
    """

    def __init__(self, bot: Bot, game: Game, seat: int) -> None:
        self._bot, self._game, self._seat = bot, game, seat
        self._told: list[Any] = []  # the states of the moves that the bot has heard of

    def update(self, history: History) -> None:
        """Tell the bot about the moves that are new."""
        if not isinstance(self._bot, Watcher):
            return
        if not is_continued(self._told, history):
            tell(self._bot, self._game, self._told[0], self._seat, None)
            self._told.clear()
        for state, action in history[len(self._told) :]:
            tell(self._bot, self._game, state, self._seat, action)
            self._told.append(state)


def brief(bot: Bot, game: Game, seat: int, history: History) -> None:
    """Tell a new bot everything that happened before it sat down."""
    Briefing(bot, game, seat).update(history)
