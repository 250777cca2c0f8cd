"""What was seen of a game so far: perfect recall, which a state alone does not give.

A `Moment` is a state and the move that led to it; moments form a list back to the deal. What somebody has seen is, for
every moment, the move (all moves are public) and what they may know of the state, which is what `redact` leaves.
Nothing else is read, so a story cannot tell a seat more than it knows.

An imagined moment is a world that one seat supposes in place of the true one. That seat has still seen what it saw. For
the other seats the private part of the past is unknown: their story is what everyone saw, and what they would know now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..kernel import Record
from .desk import Engine
from .position import SPECTATOR

EVERYTHING = -2
"""The seat of somebody from whom nothing is hidden."""


@dataclass(frozen=True)
class Lens:
    """Whose knowledge to show, and whether to show what everyone knows too, or only what spectators do not know."""

    seat: int
    public: bool = True


class Moment:
    """A state, and the move before it. It never changes, so copies of a game share it."""

    __slots__ = ("action", "before", "imagined_by", "seat", "seen", "state")

    def __init__(
        self,
        state: bytes,
        before: Moment | None = None,
        seat: int | None = None,
        action: int | None = None,
        imagined_by: int | None = None,
    ) -> None:
        self.state = state  # packed, without a generator: what is yet to be drawn does not exist
        self.before = before
        self.seat = seat  # that moved; None for the deal and what is imagined
        self.action = action
        self.imagined_by = imagined_by
        self.seen: dict[Lens, str] = {}  # what was new at this moment, once it has been asked for

    def __copy__(self) -> Moment:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # As one flat list: pickle would follow the moments one inside another, deeper than Python's stack.
        told = [(m.state, m.seat, m.action, m.imagined_by) for m in self.back()]
        return _replayed, (told[::-1],)

    def back(self) -> Iterator[Moment]:
        """This moment and those before it, back to the deal."""
        moment: Moment | None = self
        while moment is not None:
            yield moment
            moment = moment.before


def _replayed(told: list[tuple[bytes, int | None, int | None, int | None]]) -> Moment:
    moment = None
    for state, seat, action, imagined_by in told:
        moment = Moment(state, moment, seat, action, imagined_by)
    assert moment is not None, "there is at least the deal"
    return moment


def view(engine: Engine, state: bytes, lens: Lens) -> str:
    """What there is to see in a state now: all fields as `name=value`."""
    return _told(engine, _shown(engine, state, lens))


def story(engine: Engine, last: Moment, lens: Lens) -> str:
    """Everything that was seen from the deal up to a moment, one line for each move."""
    lines = []
    for moment in last.back():
        if moment.imagined_by is None:
            lines.append(_new(engine, moment, lens))
        elif lens.seat not in (moment.imagined_by, SPECTATOR):
            lines.append(view(engine, moment.state, lens))
            if lens.public:
                assert moment.before is not None, "something was imagined in its place"
                lines.append(story(engine, moment.before, Lens(SPECTATOR)))
            break
    return "\n".join(reversed(lines))


def _new(engine: Engine, moment: Moment, lens: Lens) -> str:
    if lens not in moment.seen:
        now = _shown(engine, moment.state, lens)
        past = {} if moment.before is None else _shown(engine, moment.before.state, lens)
        news = {name: value for name, value in now.items() if past.get(name) != value}
        gone = [f"{name}=" for name in past if name not in now]
        move = [] if moment.action is None or not lens.public else [move_text(engine, moment.seat, moment.action)]
        moment.seen[lens] = " ".join([*move, _told(engine, news), *gone]).strip()
    return moment.seen[lens]


def move_text(engine: Engine, seat: int | None, action: int) -> str:
    """A move, as everyone sees it."""
    return f"{seat}:{engine.game.words.text(action)}"


def _shown(engine: Engine, state: bytes, lens: Lens) -> dict[str, bytes]:
    """The bytes of each field of a state that is shown."""
    known = state if lens.seat == EVERYTHING else engine.redact(state, lens.seat)
    places = _places(engine.game.rules.State)  # type: ignore[arg-type]  # a class can be hashed, its instances cannot
    if lens.public:
        return {name: known[place] for name, place in places.items()}
    public = engine.redact(state, SPECTATOR)
    return {name: known[place] for name, place in places.items() if public[place] != known[place]}


def _told(engine: Engine, fields: dict[str, bytes]) -> str:
    told = []
    for name, packed in fields.items():
        kind = engine.game.rules.State.dtype[name]
        told.append(f"{name}={np.frombuffer(packed, kind.base).reshape(kind.shape).tolist()}".replace(", ", ","))
    return " ".join(told)


@cache
def _places(kind: type[Record]) -> dict[str, slice]:
    """Where each field lies in the bytes of a record."""
    places = {}
    for name, (part, offset, *_) in (kind.dtype.fields or {}).items():
        places[name] = slice(offset, offset + part.itemsize)
    return places
