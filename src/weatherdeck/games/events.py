"""What `note()` reports: each game declares its events, with the names of their numbers.

An event that shows somebody something new, such as a deal or a card from a hidden hand, is marked `reveals`: undo does
not go back past it. A number that only one seat may know is listed in `secret`; that seat is the event's `seat`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..kernel import Told


@dataclass(frozen=True)
class EventKind:
    """One kind of thing that can happen in a game."""

    name: str
    parts: tuple[str, ...]
    reveals: bool
    secret: tuple[str, ...]


@dataclass(frozen=True)
class Event:
    """Something that happened: the name of its kind, and its numbers by name. None: hidden from this seat."""

    name: str
    reveals: bool
    numbers: dict[str, int | None]

    def __getitem__(self, part: str) -> int:
        number = self.numbers[part]
        if number is None:
            raise KeyError(f"{part} of {self.name} is hidden from this seat")
        return number


@dataclass
class Events:
    """The events of a game, in the order of their numbers."""

    kinds: list[EventKind] = field(default_factory=list)

    def add(self, name: str, parts: str = "", *, reveals: bool = False, secret: str = "") -> int:
        """Declare the next event and return its number, for `note`."""
        self.kinds.append(EventKind(name, tuple(parts.split()), reveals, tuple(secret.split())))
        return len(self.kinds) - 1

    def read(self, told: Told) -> Event:
        """A note as an event, with names for its numbers."""
        kind = self.kinds[told[0]]
        return Event(kind.name, kind.reveals, dict(zip(kind.parts, told[1:], strict=True)))

    def seen_by(self, event: Event, seat: int | None) -> Event:
        """The event as a seat (None: a spectator) may know it."""
        kind = next(kind for kind in self.kinds if kind.name == event.name)
        if not kind.secret or (seat is not None and event.numbers["seat"] == seat):
            return event
        public = {part: None if part in kind.secret else number for part, number in event.numbers.items()}
        return Event(event.name, event.reveals, public)
