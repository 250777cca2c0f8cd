"""Choosing an action in steps: each click or key picks a thing, and the actions that name all of them stay open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

FEW = 8
"""Up to this many choices are listed one by one; more are grouped by the first thing they name."""


@dataclass(frozen=True)
class Choice:
    """A legal action: its notation, what it would do, and the things on the table that it names."""

    action: int
    text: str
    phrase: str
    things: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A line of the list: one choice, or the thing that several choices name."""

    choices: tuple[Choice, ...]
    thing: str | None = None

    @property
    def is_group(self) -> bool:
        """Whether it stands for several choices."""
        return self.thing is not None

    @property
    def things(self) -> frozenset[str]:
        """The things under the cursor when it is on this line."""
        if self.thing is not None:
            return frozenset({self.thing})
        return frozenset(self.choices[0].things)


@dataclass
class Choosing:
    """The legal actions, and the things picked so far."""

    all: Sequence[Choice] = ()
    picked: list[str] = field(default_factory=list)

    @property
    def open(self) -> list[Choice]:
        """The choices that name all that was picked."""
        return self._naming(self.picked)

    def _naming(self, things: Sequence[str]) -> list[Choice]:
        return [choice for choice in self.all if all(thing in choice.things for thing in things)]

    @property
    def clickable(self) -> frozenset[str]:
        """The things that can be picked next."""
        return frozenset(thing for choice in self.open for thing in choice.things)

    @property
    def startable(self) -> frozenset[str]:
        """The things that any legal action names, regardless of what is picked."""
        return frozenset(thing for choice in self.all for thing in choice.things)

    def pick(self, thing: str) -> list[Choice]:
        """Pick a thing, or put it back; return the open choices, none if no legal action names the thing."""
        if thing in self.picked:
            self.picked.remove(thing)
            return self.open
        for things in ([*self.picked, thing], [thing]):  # if they do not go together, start over
            found = self._naming(things)
            if found:
                self.picked = things
                return found
        return []

    def lead_to(self, action: int) -> int | None:
        """Pick things until an action has a line of its own; return that line, or None if the action is not legal."""
        if not any(choice.action == action for choice in self.open):
            self.picked = []
        while True:
            found = [(at, row) for at, row in enumerate(self.rows()) if any(c.action == action for c in row.choices)]
            if not found:
                return None
            at, row = found[0]
            if row.thing is None:
                return at
            self.picked.append(row.thing)

    def back(self) -> bool:
        """Put back the last thing picked; return whether there was one."""
        if self.picked:
            self.picked.pop()
            return True
        return False

    def by_next_thing(self) -> dict[str | None, list[Choice]]:
        """The open choices by the thing to be picked next; None for those that are complete."""
        groups: dict[str | None, list[Choice]] = {}
        for choice in self.open:
            first = next((thing for thing in choice.things if thing not in self.picked), None)
            groups.setdefault(first, []).append(choice)
        return groups

    def labels(self, name: Callable[[str], str]) -> dict[str, str]:
        """The things that can be picked next: what that does, or the thing's name where it is still open."""
        groups = self.by_next_thing().items()
        return {
            thing: group[0].phrase if len(group) == 1 else name(thing) for thing, group in groups if thing is not None
        }

    def rows(self) -> list[Row]:
        """The lines of the list."""
        choices, groups = self.open, self.by_next_thing()
        if len(choices) <= FEW or len(groups) in (1, len(choices)):
            return [Row((choice,)) for choice in choices]
        rows = []
        for thing, group in groups.items():
            if thing is None or len(group) == 1:
                rows += [Row((choice,)) for choice in group]
            else:
                rows.append(Row(tuple(group), thing))
        return rows
