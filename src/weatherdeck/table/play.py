"""A match as its entries make it: deal, moves, undo. It knows every card, and speaks to nobody but the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import IllegalMove, Problem
from ..games.game import LAST_STEP, Game
from ..games.options import Value
from ..kernel import new_rng
from ..match import Draft, Match
from ..match.match import Step
from .records import Entry

REMEMBERED = 64
"""Entries that one who comes back can be told one by one; after a longer break the whole view is sent."""


@dataclass(frozen=True)
class Told:
    """An entry, and what came of it: the steps of the rules, and the state after each (of an undo: only the last)."""

    version: int
    entry: Entry | None  # None: the deal
    steps: tuple[Step, ...]
    states: tuple[Any, ...]
    step: int  # how many steps of the rules led here
    undoable: frozenset[int]  # the seats that could take back after it, in the opinion of the rules


@dataclass(frozen=True)
class UndoPlan:
    """How many steps would be taken back, their notation, and the seats that have decided since."""

    back: int
    moves: tuple[str, ...]
    others: frozenset[int]


class Damaged(Problem):
    """Entries that do not make a match: the rules have changed, or the store was tampered with."""


class Play:
    """A match in memory."""

    def __init__(self, game: Game, seed: int, players: int, options: Mapping[str, Value]) -> None:
        self.game = game
        self.match = Match(game, seed=seed, players=players, options=options)
        self.version = 0
        self.bots: list[str | None] = [None]  # for each step, the level of the bot that decided
        self.deal = Told(0, None, (self.match.steps[0],), (self.match.state.copy(),), 0, frozenset())
        self.recent: deque[Told] = deque([self.deal], REMEMBERED)

    # ------------------------------------------------------------ what is
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.match.is_over

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is asked for."""
        return self.match.to_move

    @property
    def now(self) -> Told:
        """The last that happened."""
        return self.recent[-1]

    def redacted(self, seat: int | None) -> Any:
        """What a seat may know of the state; everything said to it is made from this."""
        return self.game.redacted(self.match.state, seat)

    def since(self, version: int) -> list[Told] | None:
        """What happened after a version; None where that is too long ago (or has not happened)."""
        if version > self.version or version < self.recent[0].version:
            return None
        return [told for told in self.recent if told.version > version]

    # ------------------------------------------------------------ what is wanted
    def sorted(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Moves that may be made now, in the order of the rules; IllegalMove says why not.

        Judged by what the mover may know, so that a refusal tells nothing new.
        """
        seat = self.to_move
        assert seat is not None, "the game goes on"
        actions = [self.action(move) for move in moves]
        if len(actions) == 1:
            self._check(self.redacted(seat), actions[0])
            return tuple(moves)
        draft = self.drafted(actions[:-1])
        if self.game.view.place(actions[-1]) != LAST_STEP:
            raise IllegalMove(moves[-1], "several moves can be sent at once only if the last one completes them")
        self._check(draft.after(self.redacted(seat)), actions[-1])
        steps = [*draft.sorted(), actions[-1]]
        self._rehearse(steps)
        return tuple(self.game.words.text(action) for action in steps)

    def action(self, move: str) -> int:
        """The action of a notation."""
        try:
            return self.game.words.parse(move)
        except ValueError as problem:
            raise IllegalMove(repr(move), str(problem)) from None

    def drafted(self, actions: Sequence[int]) -> Draft:
        """A draft of these steps of one move, in whatever order they were named."""
        seat, draft = self.to_move, Draft(self.game)
        for action in actions:
            if self.game.view.place(action) in (None, LAST_STEP):
                raise IllegalMove(self.game.words.text(action), "this is no step of a longer move")
            if action not in draft.legal(lambda: self.redacted(seat)):
                self._refuse(draft.after(self.redacted(seat)), action)
            draft.name(action)
        return draft

    def _check(self, known: Any, action: int) -> None:
        if action not in self.game.legal(known):
            self._refuse(known, action)

    def _refuse(self, known: Any, action: int) -> None:
        refusal = self.game.words.why_not(known, action)
        raise IllegalMove(self.game.words.text(action), refusal.sentence, refusal.clause)

    def _rehearse(self, actions: Sequence[int]) -> None:
        """Make several steps on a copy: an entry that is stored must be possible to the last step."""
        state = self.match.state.copy()
        for action in actions:
            if action not in self.game.legal(state):
                raise IllegalMove(self.game.words.text(action), "it does not go together with the other steps")
            self.game.rules.apply(state, action, new_rng(0))

    def undo_plan(self, seat: int) -> UndoPlan | None:
        """How a seat could take back its last decision, with what followed; None where somebody learned something."""
        others: set[int] = set()
        moves: list[str] = []
        for step, bot in zip(reversed(self.match.steps[1:]), reversed(self.bots[1:]), strict=True):
            if step.reveals:
                return None
            moves.append(step.text)
            if step.seat == seat and bot is None:
                return UndoPlan(len(moves), tuple(reversed(moves)), frozenset(others))
            if step.seat is not None and bot is None:
                others.add(step.seat)
        return None

    # ------------------------------------------------------------ what happens
    def apply(self, entry: Entry) -> Told:
        """Let a stored entry happen."""
        if entry.version != self.version + 1:
            raise Damaged(f"entry {entry.version} of a match follows entry {self.version}")
        try:
            steps, states = self._undo(entry) if entry.kind == "undo" else self._move(entry)
        except Problem as problem:
            raise Damaged(f"entry {entry.version} of a match cannot be played again: {problem}") from None
        self.version = entry.version
        able = frozenset(seat for seat in range(self.match.players) if self.undo_plan(seat) is not None)
        told = Told(self.version, entry, steps, states, self.match.version, able)
        self.recent.append(told)
        return told

    def _move(self, entry: Entry) -> tuple[tuple[Step, ...], tuple[Any, ...]]:
        steps, states = [], []
        for move in entry.moves:
            steps.append(self.match.play(move))
            states.append(self.match.state.copy())
            self.bots.append(entry.bot)
        return tuple(steps), tuple(states)

    def _undo(self, entry: Entry) -> tuple[tuple[Step, ...], tuple[Any, ...]]:
        for _ in range(entry.back):
            self.match.undo()
            self.bots.pop()
        return (), (self.match.state.copy(),)
