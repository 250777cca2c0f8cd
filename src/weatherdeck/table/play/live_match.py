"""The match being played, as its stored entries make it: deal, moves, undo. It knows every card."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...errors import IllegalMove, Problem
from ...games.game import LAST_STEP, Game
from ...games.options import Value
from ...games.story import Chapter, told
from ...kernel import new_rng
from ...match import Draft, Match
from ...match.match import Step
from ..store.records import Entry
from .errors import BrokenMatch

REMEMBERED = 64
"""Changes that a client who reconnects is sent one by one; after a longer break it is sent the whole position."""


@dataclass(frozen=True)
class Change:
    """An entry that was applied: the steps of the rules, and the state after each (for an undo, only the last)."""

    version: int
    entry: Entry | None  # None for the deal
    steps: tuple[Step, ...]
    states: tuple[Any, ...]  # shared with the match: never to be modified
    step: int  # how many steps of the rules led here

    @property
    def bot(self) -> str | None:
        """The level of the bot that decided; None for a person and for the deal."""
        return None if self.entry is None else self.entry.bot


@dataclass(frozen=True)
class Decision:
    """Moves that are legal now: the actions in the order of the rules, and the notation that is stored."""

    actions: tuple[int, ...]
    moves: tuple[str, ...]


@dataclass(frozen=True)
class UndoOption:
    """What a seat's undo would take back: how many steps, and their notation."""

    back: int
    moves: tuple[str, ...]


class LiveMatch:
    """A match in memory."""

    def __init__(self, game: Game, seed: int, players: int, options: Mapping[str, Value]) -> None:
        self.game = game
        self.match = Match(game, seed=seed, players=players, options=options)
        self.version = 0
        self.bots: list[str | None] = [None]  # for each step, the level of the bot that decided
        self.deal = Change(0, None, (self.match.steps[0],), (self.match.state,), 0)
        self.recent: deque[Change] = deque([self.deal], REMEMBERED)
        self._undo_options: dict[int, UndoOption] | None = None

    # ------------------------------------------------------------ state
    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    @property
    def to_move(self) -> int | None:
        """The seat to move; None if the match is over."""
        return self.match.to_move

    @property
    def last(self) -> Change:
        """The latest change."""
        return self.recent[-1]

    def redacted(self, seat: int | None) -> Any:
        """What a seat may know of the state; everything it is told is built from this."""
        return self.game.redacted(self.match.state, seat)

    def since(self, version: int) -> list[Change] | None:
        """The changes after a version; None if they are no longer remembered (or the version is in the future)."""
        if version > self.version or version < self.recent[0].version:
            return None
        return [change for change in self.recent if change.version > version]

    @cached_property
    def chapters(self) -> list[Chapter]:
        """How a match that is over went; nothing if the game tells no story."""
        assert self.is_over, "only the whole story is told"
        if self.game.story is None:
            return []
        states = [before for before, _ in self.match.history] + [self.match.state]
        return told(self.game.story(self.match.state), states)

    def undo_option(self, seat: int) -> UndoOption | None:
        """What a seat could take back; None if it has not decided anything since somebody last learned something."""
        if self._undo_options is None:
            self._undo_options = self._find_undo_options()
        return self._undo_options.get(seat)

    def _find_undo_options(self) -> dict[int, UndoOption]:
        """For each seat its last decision, going back until somebody learned something."""
        options: dict[int, UndoOption] = {}
        moves: list[str] = []
        for step, bot in zip(reversed(self.match.steps[1:]), reversed(self.bots[1:]), strict=True):
            if step.reveals:
                break
            moves.append(step.text)
            if step.seat is not None and bot is None and step.seat not in options:
                options[step.seat] = UndoOption(len(moves), tuple(reversed(moves)))
        return options

    # ------------------------------------------------------------ checking moves
    def check(self, moves: Sequence[str]) -> Decision:
        """Check moves that a player wants to make now; IllegalMove says why not.

        The reason is given from what the mover may know, so that a refusal reveals nothing.
        """
        actions = [self.action(move) for move in moves]
        if len(actions) == 1:
            if actions[0] not in self.match.legal():
                raise self._illegal(self.redacted(self.to_move), actions[0])
            return Decision(tuple(actions), tuple(moves))
        draft = self.drafted(actions[:-1])
        if self.game.place(actions[-1]) != LAST_STEP:
            raise IllegalMove(moves[-1], "several moves can be sent at once only if the last one completes them")
        known = draft.after(self.redacted(self.to_move))
        if actions[-1] not in self.game.legal(known):
            raise self._illegal(known, actions[-1])
        steps = (*draft.sorted(), actions[-1])
        self._rehearse(steps)
        return Decision(steps, tuple(self.game.words.text(action) for action in steps))

    def action(self, move: str) -> int:
        """The action of a notation."""
        try:
            return self.game.words.parse(move)
        except ValueError as problem:
            raise IllegalMove(repr(move), str(problem)) from None

    def drafted(self, actions: Sequence[int]) -> Draft:
        """A draft of these steps of one move, in the order in which they were named."""
        seat, draft = self.to_move, Draft(self.game)
        for action in actions:
            if self.game.place(action) in (None, LAST_STEP):
                raise IllegalMove(self.game.words.text(action), "this is not a step of a longer move")
            if action not in draft.legal(lambda: self.redacted(seat)):
                raise self._illegal(draft.after(self.redacted(seat)), action)
            draft.name(action)
        return draft

    def _illegal(self, known: Any, action: int) -> IllegalMove:
        refusal = self.game.words.why_not(known, action)
        return IllegalMove(self.game.words.text(action), refusal.sentence, refusal.clause)

    def _rehearse(self, actions: Sequence[int]) -> None:
        """Make several steps on a copy: an entry is stored only if all of its steps are possible."""
        state = self.match.state.copy()
        for action in actions:
            if action not in self.game.legal(state):
                raise IllegalMove(self.game.words.text(action), "it cannot be combined with the other steps")
            self.game.rules.apply(state, action, new_rng(0))

    # ------------------------------------------------------------ applying entries
    def apply(self, entry: Entry, decision: Decision | None = None) -> Change:
        """Apply a stored entry. With the decision that it was made from, its moves are not checked a second time."""
        if entry.version != self.version + 1:
            raise BrokenMatch(f"entry {entry.version} of the match follows entry {self.version}")
        try:
            if entry.kind == "undo":
                steps, states = self._undo(entry)
            else:
                steps, states = self._move(entry, self._actions(entry) if decision is None else decision.actions)
        except Problem as problem:
            raise BrokenMatch(f"entry {entry.version} of the match cannot be replayed: {problem}") from None
        self.version = entry.version
        self._undo_options = None
        change = Change(self.version, entry, steps, states, self.match.version)
        self.recent.append(change)
        return change

    def _move(self, entry: Entry, actions: Iterable[int]) -> tuple[tuple[Step, ...], tuple[Any, ...]]:
        steps, states = [], []
        for action in actions:
            steps.append(self.match.make(action))
            states.append(self.match.state)
            self.bots.append(entry.bot)
        return tuple(steps), tuple(states)

    def _actions(self, entry: Entry) -> Iterator[int]:
        """The actions of an entry that another server or an earlier run stored; each is checked when its turn comes."""
        return (self.match.check(move) for move in entry.moves)

    def _undo(self, entry: Entry) -> tuple[tuple[Step, ...], tuple[Any, ...]]:
        for _ in range(entry.back):
            self.match.undo()
            self.bots.pop()
        return (), (self.match.state,)
