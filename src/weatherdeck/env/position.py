"""A position: one moment of a game, as an immutable value."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import IllegalMove, Problem
from ..games.drawing import draw
from ..games.picture import SIZE, picture
from .single import NOBODY

if TYPE_CHECKING:
    from .game import Variant

SPECTATOR = -1
"""The seat of somebody who only watches, where it is asked what a seat may know."""

Origin: TypeAlias = int | bytes
"""Where a history begins: the seed of a deal, or a packed position."""
Trail: TypeAlias = "tuple[Trail | None, int]"
"""A history, from its end: what came before, and the last action. Positions share what they have in common."""


class Position:
    """One moment of a game: the state, the generator of everything that is yet to be drawn, and the actions so far.

    Positions come from `Game.deal`, and from other positions by `apply`, `redact` and `redeal`. They never change, and
    they can be compared, hashed, pickled and sent to other processes. Two positions are equal if their games, states
    and generators are; how they were reached does not count.
    """

    __slots__ = ("_game", "_legal", "_origin", "_packed", "_to_move", "_trail", "_viewer")

    def __init__(
        self,
        game: Variant,
        packed: bytes,
        found: tuple[int, tuple[int, ...] | None],
        origin: Origin,
        trail: Trail | None = None,
        viewer: int | None = None,
    ) -> None:
        self._game, self._packed, self._origin, self._trail, self._viewer = game, packed, origin, trail, viewer
        self._to_move, self._legal = found

    # ------------------------------------------------------------ what is asked
    @property
    def game(self) -> Variant:
        """The game, with its deck, number of players and options."""
        return self._game

    @property
    def to_move(self) -> int | None:
        """The seat to move; None when the game is over."""
        return None if self._to_move == NOBODY else self._to_move

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._to_move == NOBODY

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions, in ascending order; none when the game is over."""
        if self._legal is None:
            raise Problem(
                f"{_viewer(self._viewer)} cannot know what seat {self._to_move} may do: ask the position before it was "
                f"redacted"
            )
        return self._legal

    @property
    def legal_texts(self) -> tuple[str, ...]:
        """The legal actions in notation, in the order of `legal`."""
        return tuple(map(self._game.text, self.legal))

    def mask(self) -> npt.NDArray[np.int8]:
        """A new array with 1 for each legal action and 0 for all others."""
        flags = bytearray(self._game.actions)  # faster than an array for a few numbers
        for action in self.legal:
            flags[action] = 1
        return np.frombuffer(flags, np.int8)

    def observe(self, seat: int | None = None) -> npt.NDArray[np.float32]:
        """What a seat sees, in a new array laid out like `Game.observation`. By default, the seat to move sees it."""
        return self._game._engine.observe(self._packed, self._seat(seat))

    @property
    def returns(self) -> tuple[float, ...]:
        """Each seat's result, from -1 to 1; zeros until the game is over."""
        if not self.over:
            return (0.0,) * self._game.players
        return self._game._engine.returns(self._packed, self._game.players)

    @property
    def ending(self) -> str | None:
        """How the game ended and why, in a sentence; None until it is over."""
        return self._game._game.words.ending(self.state, self._names) if self.over else None

    @property
    def viewer(self) -> int | None:
        """The seat that this position is redacted for (`SPECTATOR`: a spectator); None if it hides nothing."""
        return self._viewer

    @property
    def history(self) -> tuple[int, ...]:
        """The actions so far, from the deal or from where this position was given by its bytes, redacted or redealt."""
        actions = []
        trail = self._trail
        while trail is not None:
            trail, action = trail
            actions.append(action)
        return tuple(reversed(actions))

    def path(self) -> Iterator[Position]:
        """All positions of its history, from the first one to this one."""
        position = self._game._at(self._origin, self._viewer)
        yield position
        for action in self.history:
            position = position.apply(action)
            yield position

    @property
    def state(self) -> Any:
        """A copy of the state: a record with the fields of the game's rules, which can change with the ruleset."""
        return self._game._engine.unpack(self._packed)

    # ------------------------------------------------------------ other positions
    def apply(self, action: SupportsIndex | str) -> Position:
        """The position after an action, given as a number or in notation.

        IllegalMove says why an action is not legal, with the clause of the rules.
        """
        number = action if type(action) is int else self._game._number(action)
        if self._viewer is not None or number not in self._legal:  # type: ignore[operator]  # None: it has a viewer
            raise self._refusal(number)
        packed, seat, legal = self._game._engine.advance(self._packed, number)
        return Position(self._game, packed, (seat, legal), self._origin, (self._trail, number))

    def play(self, *actions: SupportsIndex | str) -> Position:
        """The position after several actions."""
        position = self
        for action in actions:
            position = position.apply(action)
        return position

    def redact(self, seat: int) -> Position:
        """What a seat (or `SPECTATOR`) may know: the rest is not in it, nor its history, nor what will be drawn.

        It shows the legal actions if it is that seat's turn. Actions can be applied only after a `redeal`.
        """
        checked = SPECTATOR if seat == SPECTATOR else self._seat(seat)
        if self._viewer == checked:
            return self
        return self._game._at(self._game._engine.redact(self._packed, checked), checked)

    def redeal(self, seat: int | None = None, *, seed: int) -> Position:
        """A world that a seat cannot tell from the true one, uniformly among all of them: hidden cards and future.

        By default, the seat to move cannot tell. The world depends on what the seat knows and on the seed alone.
        """
        checked = self._seat(seat)
        engine, known = self._game._engine, self.redact(checked)
        world = engine.redeal(known._packed, checked, engine.words(self._game._seed(seed)))
        return self._game._at(world, None)

    def copy(self) -> Position:
        """This position itself: it never changes."""
        return self

    # ------------------------------------------------------------ how it looks
    def __str__(self) -> str:
        return self.drawing()

    def drawing(self, seat: int | None = None, *, width: int = 100) -> str:
        """The table as it is drawn in the terminal, without colours.

        It is drawn as a seat (or `SPECTATOR`) sees it: by default the seat to move, or the seat it is redacted for.
        """
        from .sketch import sketch  # needs Rich, which nothing else here does

        return sketch(self._game._game, self.state, self._onlooker(seat), self._names, width)

    def svg(self, seat: int | None = None, *, size: tuple[int, int] = SIZE) -> str:
        """A picture of the table in a size in pixels, as SVG. It shows what `drawing` shows."""
        return picture(self._game._game, self.state, self._onlooker(seat), self._names, size)

    def _repr_html_(self) -> str:
        """What a notebook shows: the position as a spectator sees it."""
        return draw(self._game._game, self.state)

    def __repr__(self) -> str:
        played = ", ".join(repr(self._game.text(action)) for action in self.history)
        if isinstance(self._origin, int):
            first = f"deal(seed={self._origin})"
        else:
            first = f"from_bytes({self._game._sealed(self._origin, self._viewer)!r})"
        return f"{self._game!r}.{first}" + (f".play({played})" if played else "")

    # ------------------------------------------------------------ as a value
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._packed == other._packed and self._viewer == other._viewer and self._game == other._game

    def __hash__(self) -> int:
        return hash((self._packed, self._viewer))

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._game, self._packed, self._viewer, self._origin, self.history)

    def to_bytes(self) -> bytes:
        """Everything that makes two positions equal, for `Game.from_bytes`."""
        return self._game._sealed(self._packed, self._viewer)

    # ------------------------------------------------------------ inside
    def _onlooker(self, seat: int | None) -> int | None:
        """Whose view is drawn: a seat's, or a spectator's (None)."""
        if seat is None:
            seat = self._viewer if self._viewer is not None else self._to_move
        return None if seat in (SPECTATOR, NOBODY) else self._seat(seat)

    @property
    def _names(self) -> list[str]:
        return [f"seat {seat}" for seat in range(self._game.players)]

    def _seat(self, seat: SupportsIndex | None) -> int:
        """A seat whose knowledge this position has; by default, the one that it is about."""
        if seat is None:
            seat = self._viewer if self._viewer is not None and self._viewer != SPECTATOR else self._to_move
            if seat == NOBODY:
                raise Problem("the game is over and nobody is to move: say which seat is meant")
        number = whole_number(seat)
        if number is None or not 0 <= number < self._game.players:
            raise Problem(f"a seat is a number from 0 to {self._game.players - 1}, not {seat!r}")
        if self._viewer is not None and self._viewer != number:
            raise Problem(
                f"this position is redacted for {_viewer(self._viewer)}: what seat {number} knows is not in it"
            )
        return number

    def _refusal(self, action: int) -> Problem:
        """Why an action cannot be applied."""
        if self._viewer is not None:
            return Problem(
                f"this position is redacted for {_viewer(self._viewer)}, so nothing can be played in it; redeal it "
                f"first, or play in the position that it was redacted from"
            )
        text = self._game.text(action)  # it refuses numbers that are no actions
        refusal = self._game._game.words.why_not(self.state, action)
        return IllegalMove(text, refusal.sentence, refusal.clause)


def whole_number(value: object) -> int | None:
    """A whole number of any type, NumPy's too; None for anything else, and for truth values."""
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return None


def _viewer(seat: int | None) -> str:
    return "a spectator" if seat == SPECTATOR else f"seat {seat}"


def _restored(game: Variant, packed: bytes, viewer: int | None, origin: Origin, history: tuple[int, ...]) -> Position:
    """How a pickled position comes back."""
    trail: Trail | None = None
    for action in history:
        trail = trail, action
    return Position(game, packed, game._found(packed, viewer), origin, trail, viewer)
