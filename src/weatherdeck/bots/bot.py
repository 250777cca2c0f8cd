"""What a bot is: it is handed what its seat may know and the legal actions, and answers with one of them.

A bot may also have a method `watch(game, state, seat, action)`, which is then called for every move that is made at its
table, its own included: what its seat (that number) knew before the move, and the move. (All moves are open in our
games; what a move brings to light is in the next state.) The action is None where moves were taken back: the game goes
on from that state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from ..games.game import Game


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """One of the legal actions for the seat to move; the state is redacted for it: nothing hidden is there."""


@runtime_checkable
class Watcher(Protocol):
    """A bot that follows the game between its own decisions."""

    def watch(self, game: Game, state: Any, seat: int, action: int | None) -> None:
        """A move is about to be made in a state, which is redacted for this bot's seat; None: moves were taken back."""


def tell(bot: Bot, game: Game, state: Any, seat: int, action: int | None) -> None:
    """Let the bot of a seat know of a move that is about to be made in a state (which nobody redacted yet)."""
    if isinstance(bot, Watcher):
        bot.watch(game, game.redacted(state, seat), seat, action)


def brief(bot: Bot, game: Game, seat: int, history: Sequence[tuple[Any, int]]) -> None:
    """Let a new bot know what has happened before it sat down: the moves so far and the states they were made in."""
    if isinstance(bot, Watcher):
        for state, action in history:
            tell(bot, game, state, seat, action)
