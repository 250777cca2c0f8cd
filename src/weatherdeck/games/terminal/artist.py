"""How a game is drawn in the terminal: what an artist of a game offers, and the plain one for any game.

An artist draws `view` data and knows no rules. It draws the things that can be clicked (`card:5`, `place:ne`); which of
them an action names, its game says (`things` in `games/game.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..events import Event
from ..game import Game, Standing
from .canvas import Canvas, wrap
from .colours import Colours, style

View = dict[str, Any]


@dataclass(frozen=True)
class Preview:
    """What an action would lead to, as far as the player who considers it may know."""

    view: View
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Scene:
    """All that a drawing needs."""

    view: View
    standings: Sequence[Standing]  # by seat
    seat: int | None  # the viewer; None for a spectator
    names: Sequence[str]
    colours: Colours
    open: frozenset[str] = frozenset()  # things that may be chosen now
    picked: frozenset[str] = frozenset()  # things chosen already
    cursor: frozenset[str] = frozenset()  # things under the cursor
    action: int | None = None  # the action under the cursor, where it is a single one
    my_turn: bool = False
    preview: Callable[[int], Preview] | None = None  # what an action would lead to; None when it is not my turn

    @property
    def bottom(self) -> int:
        """The seat that is drawn at the bottom: mine."""
        return self.seat if self.seat is not None else 0


class Artist:
    """Draws any game: the view as it is, in words. The artists of our games draw more."""

    example = ""  # a move in notation, for the hint in the input

    def table(self, scene: Scene, width: int, height: int) -> Canvas:
        """The table. A sheet larger than the given size can be scrolled."""
        colours = scene.colours
        lines = list(self._lines(scene.view, 0))
        lines = [part for line in lines for part in self._folded(line, width - 2)]
        canvas = Canvas(width, max(height, len(lines)), style(colours.ink, colours.table))
        for y, line in enumerate(lines):
            canvas.write(1, y, line)
        return canvas

    def hand(self, scene: Scene, width: int, screen_height: int) -> Canvas:
        """The hand of the one who looks; nothing where the list of actions says it all."""
        del screen_height
        return Canvas(width, 0, style(scene.colours.ink, scene.colours.paper))

    def label(self, thing: str, view: View) -> str:
        """A thing in words, for a line of the list that stands for several actions."""
        del view
        return thing.partition(":")[2]

    def rest(self, before: View, events: Sequence[Event], game: Game) -> View | None:
        """What should be looked at for a moment before the table is drawn as it now is: a finished trick."""
        del before, events, game
        return None

    # ------------------------------------------------------------ any view in lines
    def _lines(self, value: Any, depth: int) -> Iterator[str]:
        indent = "  " * depth
        for key, part in value.items():
            name = str(key).replace("_", " ")
            if isinstance(part, dict) and part:
                yield f"{indent}{name}"
                yield from self._lines(part, depth + 1)
            elif isinstance(part, list) and any(isinstance(one, dict) for one in part):
                yield f"{indent}{name}"
                yield from (f"{indent}  {number}: {self._flat(one)}" for number, one in enumerate(part))
            else:
                yield f"{indent}{name}: {self._flat(part)}"

    def _flat(self, value: Any) -> str:
        if isinstance(value, dict):
            return ", ".join(f"{str(key).replace('_', ' ')} {self._flat(part)}" for key, part in value.items())
        if isinstance(value, (list, tuple)):
            return " ".join(self._flat(part) for part in value) or "-"
        return {None: "-", True: "yes", False: "no"}.get(value, str(value)) if _is_word(value) else str(value)

    @staticmethod
    def _folded(line: str, width: int) -> list[str]:
        indent = " " * (len(line) - len(line.lstrip()))
        parts = wrap(line.strip(), max(width - len(indent) - 2, 8))
        return [indent + ("  " if number else "") + part for number, part in enumerate(parts)] or [""]


def _is_word(value: Any) -> bool:
    return value is None or isinstance(value, bool)
