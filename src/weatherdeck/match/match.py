"""A game being played: options, seed and moves determine everything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import IllegalMove, NothingToUndo, StaleMove
from ..games.drawing import draw
from ..games.events import Event
from ..games.game import Game
from ..games.options import Value
from ..kernel import listening, new_rng


@dataclass(frozen=True)
class Step:
    """A move, and what followed from it."""

    version: int  # of the game after it; the deal is version 0
    seat: int | None  # None for the deal
    action: int | None
    text: str  # the move in notation; empty for the deal
    events: tuple[Event, ...]

    @property
    def reveals(self) -> bool:
        """Whether it showed somebody something new."""
        return any(event.reveals for event in self.events)


class Match:
    """A game from the deal to the end. The same game, players, options, seed and moves give the same match."""

    def __init__(
        self, game: Game, *, seed: int, players: int | None = None, options: Mapping[str, Value] | None = None
    ) -> None:
        self.game = game
        self.players = game.check_players(players)
        self.options = game.check_options(options or {})
        self.seed = seed
        self.state: Any = game.new_state(self.players, self.options)
        self._rng = new_rng(seed)
        self._before: list[tuple[Any, list[int]]] = []
        with listening() as told:
            game.rules.deal(self.state, self._rng)
        self.steps = [Step(0, None, None, "", tuple(game.rules.EVENTS.read(one) for one in told))]

    @property
    def version(self) -> int:
        """How many moves have been made."""
        return len(self.steps) - 1

    @property
    def moves(self) -> list[str]:
        """The moves so far, in notation."""
        return [step.text for step in self.steps[1:]]

    @property
    def history(self) -> list[tuple[Any, int]]:
        """Every move so far with the state in which it was made. Do not change the states."""
        moves = (step.action for step in self.steps[1:])
        return [(before, move) for (before, _), move in zip(self._before, moves, strict=True) if move is not None]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game.rules.is_over(self.state)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.is_over else self.state.to_move

    def legal(self) -> list[int]:
        """The actions that are legal now."""
        return self.game.legal(self.state)

    def play(self, move: int | str, *, version: int | None = None) -> Step:
        """Make a move, given as an action or in notation. With a version, only if the game is still at that version."""
        if version is not None and version != self.version:
            raise StaleMove(f"the move answers version {version} of the game, which is now at version {self.version}")
        return self.make(self.check(move))

    def check(self, move: int | str) -> int:
        """The action of a move that is legal now; IllegalMove says why it is not."""
        action = self._action(move)
        if action not in self.legal():
            refusal = self.game.words.why_not(self.state, action)
            raise IllegalMove(self.game.words.text(action), refusal.sentence, refusal.clause)
        return action

    def make(self, action: int) -> Step:
        """Carry out an action that `check` has found legal in this state."""
        # The state before is kept as it is, and the move is made on a copy: so both can be handed out without copying.
        before, self.state = self.state, self.state.copy()
        self._before.append((before, list(self._rng)))
        with listening() as told:
            self.game.rules.apply(self.state, action, self._rng)
        events = tuple(self.game.rules.EVENTS.read(one) for one in told)
        self.steps.append(Step(self.version + 1, before.to_move, action, self.game.words.text(action), events))
        return self.steps[-1]

    def _action(self, move: int | str) -> int:
        if isinstance(move, str):
            try:
                return self.game.words.parse(move)
            except ValueError as problem:
                raise IllegalMove(repr(move), str(problem)) from None
        if not 0 <= move < self.game.rules.ACTIONS:
            raise IllegalMove(str(move), f"actions are numbered 0 to {self.game.rules.ACTIONS - 1}")
        return move

    def why_no_undo(self) -> str | None:
        """Why the last move cannot be undone; None if it can."""
        if self.version == 0:
            return "no move has been made yet"
        if self.steps[-1].reveals:
            return "the last move showed somebody something new"
        return None

    def undo(self) -> Step:
        """Undo the last move, unless it showed somebody something new."""
        reason = self.why_no_undo()
        if reason is not None:
            raise NothingToUndo(f"cannot undo: {reason}")
        before, self._rng = self._before.pop()
        self.state = before.copy()  # a new one: whoever remembers the old one can tell that there was an undo
        return self.steps.pop()

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """What a seat (or a spectator) may see."""
        return self.game.view.view(self.state, seat)

    def _repr_html_(self) -> str:
        """What a notebook shows: the position as a spectator sees it."""
        return draw(self.game, self.state)

    def result(self) -> dict[str, Any]:
        """The result, when the game is over."""
        return self.game.transcript.result(self.state)
