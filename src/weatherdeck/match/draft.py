"""A move that is put together from several steps, in any order, and played when it is complete.

The rules ask for the steps of a move in a fixed order, but a person may name them in any order: the draft sorts them.
Nobody else sees anything before the move is complete, so every step can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..games.game import LAST_STEP, Game
from ..kernel import new_rng


class Draft:
    """The steps named so far."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._named: list[int] = []  # in the order in which they were named

    def __len__(self) -> int:
        return len(self._named)

    def clear(self) -> None:
        """Remove all steps."""
        self._named = []

    def take_back(self) -> int:
        """Remove the step that was named last, and return it."""
        return self._named.pop()

    def place(self, action: int) -> int | None:
        """Where an action belongs among the steps of a move; None if it is a whole move."""
        return self._game.place(action)

    def sorted(self, *more: int) -> list[int]:
        """The steps named so far and some more, in the order that the rules ask for."""
        return sorted([*self._named, *more], key=lambda action: (self.place(action), action))

    def after(self, state: Any, *more: int) -> Any | None:
        """The state after the steps named so far and some more; None if the rules do not allow them together."""
        for action in self.sorted(*more):
            if action not in self._game.legal(state):
                return None
            self._game.rules.apply(state, action, new_rng(0))
        return state

    def legal(self, start: Callable[[], Any]) -> list[int]:
        """What may be named next: the steps that are legal together with those named so far, in any order."""
        if not self._named:
            return self._game.legal(start())
        state = self.after(start())
        assert state is not None
        now = self._game.legal(state)
        earlier = [action for action in self._steps() if action not in now and self._fits(start(), action)]
        return sorted([*now, *earlier])

    def _steps(self) -> list[int]:
        """Every step that can be added to a move, except those that begin or complete it."""
        places = ((action, self.place(action)) for action in range(self._game.rules.ACTIONS))
        return [action for action, place in places if place not in (None, 0, LAST_STEP) and action not in self._named]

    def _fits(self, state: Any, action: int) -> bool:
        return self.after(state, action) is not None

    def name(self, action: int) -> None:
        """Add a step."""
        self._named.append(action)
