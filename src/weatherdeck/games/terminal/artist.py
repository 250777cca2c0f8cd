"""How a game is drawn in the terminal: what an artist is given, and what it offers.

An artist draws `view` data and knows no rules. It draws the things that can be clicked (`card:5`, `place:ne`). Its game
says which of them an action names (`things` in `games/game.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..events import Event
from ..game import Game, Standing
from .canvas import Canvas
from .colours import Colours

View = dict[str, Any]

MORE = "more"
"""The thing that folds and unfolds what is only for reference. No game names it: things of games have a colon."""


@dataclass(frozen=True)
class Preview:
    """What an action would lead to, as far as the player who considers it may know."""

    view: View
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Scene:
    """Everything that a drawing needs."""

    view: View
    standings: Sequence[Standing]  # by seat
    seat: int | None  # the viewer; None for a spectator
    names: Sequence[str]
    colours: Colours
    open: frozenset[str] = frozenset()  # things that lead to a legal move
    picked: frozenset[str] = frozenset()  # things picked so far
    cursor: frozenset[str] = frozenset()  # things under the cursor
    action: int | None = None  # the action under the cursor, if it is a single one
    labels: Mapping[str, str] = field(default_factory=dict)  # things to be picked next, in words
    my_turn: bool = False
    unfolded: bool = False  # whether what is only for reference is shown
    preview: Callable[[int], Preview] | None = None  # what an action would lead to; None if it is not my turn

    @property
    def bottom(self) -> int:
        """The seat that is drawn at the bottom: mine."""
        return self.seat if self.seat is not None else 0


class Artist(ABC):
    """Draws the tables of one game."""

    example = ""  # a move in notation, for the hint in the input
    has_reference = False  # whether it folds away what is only for reference

    @abstractmethod
    def table(self, scene: Scene, width: int, height: int) -> Canvas:
        """The table. A sheet larger than the given size can be scrolled."""

    @abstractmethod
    def hand(self, scene: Scene, width: int, screen_height: int) -> Canvas:
        """The viewer's hand; no lines where there is none."""

    def label(self, thing: str, view: View) -> str:
        """A thing in words, for a line of the list that stands for several actions."""
        del view
        return thing.partition(":")[2]

    def rest(self, before: View, after: View, events: Sequence[Event], game: Game) -> View | None:
        """What should be shown for a moment between the views before and after a step: a finished trick."""
        del before, after, events, game
        return None
