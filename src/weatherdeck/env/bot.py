"""Bots for positions: each seat's bot is handed what that seat may know, and nothing else."""

from __future__ import annotations

import threading
import warnings
from typing import TYPE_CHECKING, Any

from .. import bots
from ..bots import BotSeat, GreedyBot, LevelBot, SearchBot, among_bots, search
from ..bots.seeds import seed_for
from ..errors import Problem
from .desk import fastest
from .position import Origin, Position

if TYPE_CHECKING:
    from .game import Variant


class Bot:
    """A player that is a program. It can play any number of seats and games.

    In one position, after one history, it always chooses the same action: everything depends on its seed. A seat's
    choice is made from the position as redacted for that seat and from the moves that everyone has seen.
    """

    def __init__(self, game: Variant, name: str, seed: int) -> None:
        made = bots.load(name, seed)  # what would fail later fails now: an unknown name, a game without a greedy.py
        if isinstance(made, GreedyBot | LevelBot | SearchBot):
            modules = game._game.modules
            if isinstance(made, SearchBot) or (isinstance(made, LevelBot) and made.level.policy == "search"):
                fastest(f"the search of {game.title}", search, *modules)
        self._game, self._name, self._seed = game, name, seed
        self._seats: dict[int, _Seat] = {}

    @property
    def name(self) -> str:
        """The name that it was made by."""
        return self._name

    def choose(self, position: Position) -> int:
        """The action that it would play for the seat to move.

        A position that is redacted for that seat works, too; but it has no history, so the bot knows nothing about the
        moves before.
        """
        if position.game != self._game:
            raise Problem(f"this bot plays {self._game!r}, not {position.game!r}")
        seat = position.to_move
        if seat is None:
            raise Problem("the game is over: there is nothing to choose")
        known = position.redact(seat)
        if seat not in self._seats:
            self._seats[seat] = _Seat(self._game, self._name, seat, self._seed)
        return self._seats[seat].choose(position, known)

    def __repr__(self) -> str:
        return f"{self._game!r}.bot({self._name!r}, seed={self._seed})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Bot, (self._game, self._name, self._seed)


class _Seat:
    """A seat that a bot plays, and the moves that it has heard of."""

    def __init__(self, game: Variant, name: str, seat: int, seed: int) -> None:
        self._game, self._seat, self._seed = game, seat, seed
        self._bot = BotSeat(game._game, name, seat, seed_for(seed, seat), among_bots)
        self._busy = threading.Lock()
        self._origin: Origin | None = None
        self._told: list[tuple[Any, int]] = []  # each move with the state before it
        self._packed = b""  # the position after them

    def choose(self, position: Position, known: Position) -> int:
        with self._busy:
            self._hear(position)
            seed = seed_for(self._seed, self._seat, known.to_bytes())
            action, reports = self._bot.choose(known.state, list(self._told), seed)
        for report in reports:
            warnings.warn(str(report), RuntimeWarning, stacklevel=3)
        return action

    def _hear(self, position: Position) -> None:
        """Bring the moves up to date: usually some are new; else it is another game."""
        actions, engine = position.history, self._game._engine
        told = tuple(action for _, action in self._told)
        if position._origin != self._origin or actions[: len(told)] != told:
            self._origin, self._told, told = position._origin, [], ()
        if actions and not told:
            self._packed = self._game._at(position._origin, None)._packed
        for action in actions[len(told) :]:
            self._told.append((engine.unpack(self._packed), action))
            self._packed = engine.advance(self._packed, action)[0]


def list_bots() -> list[str]:
    """The names of all bots: the basic ones, the levels from weak to strong, and those of other packages."""
    return bots.names()
