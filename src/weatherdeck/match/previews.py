"""What an action would lead to, as far as the seat that considers it can know: up to chance, and nothing invented.

The action is played from what the seat knows, and in some worlds that are possible for it, with nothing to draw from.
The rules stop where they draw or deal. What is not the same in all of these is not known yet, and the preview ends
before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..games.events import Event
from ..games.game import Game
from ..kernel import Told, listening, new_rng

WORLDS = 3
"""Possible worlds in which an action is played, besides the one that holds only what is known."""


class Preview(NamedTuple):
    """What is certain to happen, and the table after it, both as the seat sees them."""

    events: tuple[Event, ...]
    view: Mapping[str, Any]


class _Film(list[Told]):
    """Notes, each with the state at the moment when it was made."""

    def __init__(self, state: Any) -> None:
        super().__init__()
        self._state = state
        self.states: list[Any] = []

    def append(self, told: Told) -> None:
        """Take a note."""
        super().append(told)
        self.states.append(self._state.copy())


class _Run(NamedTuple):
    """An action in one world, up to chance: the events, the state at each, and the state where it stopped."""

    events: tuple[Event, ...]
    states: Sequence[Any]
    last: Any


def preview(game: Game, known: Any, seat: int, action: int, *, seed: int = 0) -> Preview:
    """What a legal action would lead to, from what the seat knows. The seed chooses the worlds and changes nothing."""
    runs = [_run(game, world, seat, action) for world in _worlds(game, known, seat, seed)]
    sure = _agreed([run.events for run in runs])
    moments = [[run.states[number] for run in runs] for number in range(sure)]
    if all(len(run.events) == sure for run in runs):
        moments.append([run.last for run in runs])
    for states in reversed(moments):
        view = _same_view(game, states, seat)
        if view is not None:
            return Preview(runs[0].events[:sure], view)
    return Preview(runs[0].events[:sure], game.view.view(game.redacted(known, seat), seat))


def _worlds(game: Game, known: Any, seat: int, seed: int) -> Iterator[Any]:
    yield known.copy()
    for number in range(WORLDS):
        world = known.copy()
        game.rules.redeal(world, seat, new_rng(seed * WORLDS + number))
        yield world


def _run(game: Game, state: Any, seat: int, action: int) -> _Run:
    film = _Film(state)
    # From an empty generator nothing can be drawn: the rules raise something, and that is where the preview ends. They
    # also raise something, whatever it may be, where they need a hidden card that is not there.
    with listening(film), suppress(Exception):
        game.rules.apply(state, action, [])
    events = tuple(game.rules.EVENTS.seen_by(game.rules.EVENTS.read(told), seat) for told in film)
    return _Run(events, film.states, state)


def _agreed(told: Sequence[Sequence[Event]]) -> int:
    """How many events are the same in all worlds, from the first on."""
    for number, events in enumerate(zip(*told, strict=False)):
        if any(event != events[0] for event in events):
            return number
    return min(len(events) for events in told)


def _same_view(game: Game, states: Sequence[Any], seat: int) -> Mapping[str, Any] | None:
    """The seat's view, if it is the same in all worlds; None if not, or if a state in the middle has none."""
    try:
        views = [game.view.view(game.redacted(state, seat), seat) for state in states]
    except Exception:  # a view need not cope with a state in the middle of a rule
        return None
    return views[0] if all(view == views[0] for view in views) else None
