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
from typing import Any

from .packed import SPECTATOR, PackedGame

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
        self.state = state
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


def view(game: PackedGame, state: bytes, lens: Lens) -> str:
    """What there is to see in a state now: all fields as `name=value`."""
    return _told(game, _shown(game, state, lens))


def story(game: PackedGame, last: Moment, lens: Lens) -> str:
    """Everything that was seen from the deal up to a moment, one line for each move."""
    lines = []
    for moment in last.back():
        if moment.imagined_by is None:
            lines.append(_new(game, moment, lens))
        elif lens.seat not in (moment.imagined_by, SPECTATOR):
            lines.append(view(game, moment.state, lens))
            if lens.public:
                assert moment.before is not None, "something was imagined in its place"
                lines.append(story(game, moment.before, Lens(SPECTATOR)))
            break
    return "\n".join(reversed(lines))


def _new(game: PackedGame, moment: Moment, lens: Lens) -> str:
    if lens not in moment.seen:
        now = _shown(game, moment.state, lens)
        past = {} if moment.before is None else _shown(game, moment.before.state, lens)
        news = {name: value for name, value in now.items() if past.get(name) != value}
        gone = [f"{name}=" for name in past if name not in now]
        move = [] if moment.action is None or not lens.public else [move_text(game, moment.seat, moment.action)]
        moment.seen[lens] = " ".join([*move, _told(game, news), *gone]).strip()
    return moment.seen[lens]


def move_text(game: PackedGame, seat: int | None, action: int) -> str:
    """A move, as everyone sees it."""
    return f"{seat}:{game.game.words.text(action)}"


def _shown(game: PackedGame, state: bytes, lens: Lens) -> dict[str, bytes]:
    known = game.fields(state if lens.seat == EVERYTHING else game.redacted(state, lens.seat))
    if lens.public:
        return known
    public = game.fields(game.redacted(state, SPECTATOR))
    return {name: value for name, value in known.items() if public[name] != value}


def _told(game: PackedGame, fields: dict[str, bytes]) -> str:
    return " ".join(f"{name}={game.values(name, value)}".replace(", ", ",") for name, value in fields.items())
