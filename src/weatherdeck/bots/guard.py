"""A guard around a bot that may fail: whatever it does, a sensible move is made, and what went wrong is reported."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from ..games.game import Game, NoJudgement
from .bot import Bot, Follower, History, Watcher
from .greedy_bot import GreedyBot
from .random_bot import RandomBot

LIMIT = 60.0
"""Time limit of a bot for a move, in seconds."""


@dataclass(frozen=True)
class Report:
    """What a bot did wrong, and the move that was made instead."""

    bot: str
    what: Literal["crashed", "illegal", "late"]
    detail: str
    instead: str | None  # in notation; None if no move of the bot was due

    def __str__(self) -> str:
        instead = f"; {self.instead} was played instead" if self.instead else ""
        return f"bot {self.bot} {self.detail}{instead}"


class Guarded:
    """A bot whose answer is always legal and in time (limit None: no time limit); `reports` says what went wrong."""

    def __init__(self, bot: Bot, seed: int = 0, *, name: str | None = None, limit: float | None = LIMIT) -> None:
        self.name = name or bot.name
        self.bot, self.limit = bot, limit
        self.reports: list[Report] = []
        self._seed = seed
        self._thinking: threading.Thread | None = None

    def watch(self, game: Game, state: Any, seat: int, action: int | None) -> None:
        """Tell the bot about a move that is about to be made."""
        if isinstance(self.bot, Watcher):
            with self._reporting():
                self.bot.watch(game, state, seat, action)

    def follow(self, game: Game, seat: int, history: History) -> None:
        """Tell the bot about the moves of a match that are new."""
        if isinstance(self.bot, Follower):
            with self._reporting():
                self.bot.follow(game, seat, history)

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Report a crash while no move is due."""
        try:
            yield
        except Exception as failure:  # whatever the bot of another package may raise
            what = f"crashed while it watched ({type(failure).__name__}: {failure})"
            self.reports.append(Report(self.name, "crashed", what, None))

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """The bot's choice; if there is none, that of greedy (or random, in a game without a greedy.py)."""
        problem = self._ask(game, state, legal)
        if isinstance(problem, int):
            return problem
        instead: Bot = RandomBot(self._seed) if game.greedy is None else GreedyBot(self._seed)
        action = instead.choose(game, state, legal)
        self.reports.append(Report(self.name, *problem, game.words.text(action)))
        return action

    def _ask(
        self, game: Game, state: Any, legal: Sequence[int]
    ) -> int | tuple[Literal["crashed", "illegal", "late"], str]:
        """The bot's choice, or what went wrong."""
        if self._thinking is not None and self._thinking.is_alive():
            return "late", "is still thinking about an earlier move"
        answers: list[Any] = []
        failures: list[Exception] = []
        given = state.copy(), list(legal)  # copies, so that the bot cannot change ours

        def think() -> None:
            try:
                answers.append(self.bot.choose(game, *given))
            except Exception as failure:  # whatever the bot of another package may raise
                failures.append(failure)

        if self.limit is None:
            think()
        else:
            # A thread cannot be stopped: one that is late is abandoned, and does not keep the program from exiting.
            self._thinking = threading.Thread(target=think, daemon=True)
            self._thinking.start()
            self._thinking.join(self.limit)
        if failures:
            if isinstance(failures[0], NoJudgement):  # not the bot's fault: it was asked to play the wrong game
                raise failures[0]
            return "crashed", f"crashed ({type(failures[0]).__name__}: {failures[0]})"
        if not answers:
            return "late", f"took longer than {self.limit:g} seconds"
        try:
            action = answers[0].__index__()  # also NumPy's integers
        except (AttributeError, TypeError):
            action = None
        if action not in legal or isinstance(answers[0], bool):
            return "illegal", f"answered {answers[0]!r}, which is not a legal action"
        return int(action)
