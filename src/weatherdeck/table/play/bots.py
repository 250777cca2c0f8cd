"""The bots of a match: which can play, what each has seen, and what they think."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ... import bots
from ...bots import BotSeat, History
from ...bots.guard import Report
from ...bots.review import Adviser
from ...bots.search_bot import Thought
from ...bots.seating import HINT_SECONDS
from ...games.game import Game
from ..store.records import MatchRecord
from ..wire.perspective import Json, Perspective
from .live_match import LiveMatch

MEMORY = -1
"""The version that seeds what a bot remembers; decisions are seeded by versions from 0."""


def levels_of(game: Game) -> tuple[str, ...]:
    """The bots that can play a game at a table; a game without a greedy.py has only random ones."""
    return (*bots.LEVELS, "random") if game.greedy is not None else ("random",)


def usual_level(game: Game) -> str:
    """The bot that takes a seat if no other level was asked for, and plays for somebody who has left."""
    return "club" if game.greedy is not None else "random"


class Ranked(NamedTuple):
    """What a bot thinks of an action."""

    action: int
    value: float | None  # None if it was not tried
    share: float  # of the simulations


class MatchBots:
    """The bots of one match. What each has seen stays with it, so it takes in only the moves that are new.

    A decision depends only on the match and its seed, so every server makes the same one, also after a restart.
    """

    def __init__(self, live: LiveMatch, record: MatchRecord) -> None:
        self._live, self._record = live, record
        self._seats: dict[tuple[int, str], BotSeat] = {}
        self._advisers: dict[int, Adviser] = {}

    def decision(self, seat: int, level: str) -> Callable[[], tuple[int, list[Report]]]:
        """Work that finds a bot's action, from what its seat may know now. Whatever goes wrong, it is legal.

        The reports say what went wrong.
        """
        bot = self._seats.get((seat, level))
        if bot is None:
            bot = BotSeat(self._live.game, level, seat, self._record.bot_seed(seat, MEMORY))
            self._seats[seat, level] = bot
        seed = self._record.bot_seed(seat, self._live.version)
        return partial(bot.choose, self._live.redacted(seat), self._live.match.history, seed)

    def advice(self, seat: int) -> Callable[[], list[Ranked]]:
        """Work that finds what a strong player thinks of each action that a seat has now, best first."""
        adviser = self._advisers.get(seat)
        if adviser is None:
            adviser = self._advisers[seat] = Adviser(self._live.game, seat)
        return partial(_advise, adviser, self._live.redacted(seat), self._live.match.history)


def _advise(adviser: Adviser, known: Any, history: History) -> list[Ranked]:
    return ranked(adviser.advise(known, history, HINT_SECONDS))


def ranked(thoughts: Sequence[Thought]) -> list[Ranked]:
    """A search's thoughts, with each action's share of the simulations."""
    total = sum(thought.visits for thought in thoughts) or 1
    return [Ranked(one.action, one.value if one.visits else None, one.visits / total) for one in thoughts]


def advice_message(perspective: Perspective, known: Any, found: Sequence[Ranked]) -> list[Json]:
    """Ranked actions, for a message."""
    return [{**perspective.named(known, one.action), "value": one.value, "share": one.share} for one in found]
