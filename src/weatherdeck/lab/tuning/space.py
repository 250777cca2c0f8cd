"""What may change, and by how much: parameters, options and cards of the deck; and candidates, made of such changes."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from ...errors import Problem
from ...games.game import Game
from ...games.options import Option, OptionError, Value
from ...games.reference import DataError, Deck, GameRef
from .decks import DeckChange, changed_deck

EVERYTHING = "parameters"
"""What may change if nobody says what: all parameters, each in its whole range."""


@dataclass(frozen=True)
class Dial:
    """A parameter or option that may change, and the values it may take, in order."""

    option: Option
    values: tuple[Value, ...]
    start: Value  # before any change

    @property
    def name(self) -> str:
        """The option's name."""
        return self.option.name

    @property
    def is_ordered(self) -> bool:
        """Whether near values are alike."""
        return self.option.kind == "number" or all(isinstance(value, int) for value in self.option.choices)

    def distance(self, one: Value, other: Value) -> float:
        """How far apart two values are: 0 for equal ones, 1 for the ends of the range."""
        if one == other:
            return 0.0
        if not self.is_ordered or one is None or other is None:
            return 1.0
        span = abs(self.values.index(self.values[-1]) - self.values.index(self.values[0]))
        return abs(self.values.index(one) - self.values.index(other)) / max(1, span)

    def words(self, value: Value) -> str:
        """A change in plain words, made from the option's own description."""
        short = re.split(r" ?[(;]", self.option.help)[0]
        said = f"{short[:1].upper()}{short[1:]}"
        if self.option.kind == "flag":
            return f"{said}: {'yes' if value else 'no'} instead of {'yes' if self.start else 'no'}"
        return f"{said}: {self._told(value)} instead of {self._told(self.start)}"

    def _told(self, value: Value) -> str:
        """A value, with what the option's description says about it, such as `-1: there is no such goal`."""
        found = re.search(rf"(?:^|[;,(] ?){re.escape(str(value))}: ([^;,()]+)", self.option.help)
        return f"{shown_value(value)} ({found[1].strip()})" if found else shown_value(value)


def shown_value(value: Value) -> str:
    """A value as people read it."""
    return "as in the rulebook" if value is None else str(value).lower()


@dataclass(frozen=True)
class Candidate:
    """The rulebook with some changes: options that differ from where the search started, and steps of the deck."""

    options: tuple[tuple[str, Value], ...] = ()  # by name
    steps: tuple[str, ...] = ()  # changes of the deck, by name

    @cached_property
    def id(self) -> str:
        """A short name that depends on the changes alone."""
        return hashlib.sha256(json.dumps([self.options, self.steps]).encode()).hexdigest()[:12]

    @property
    def is_rulebook(self) -> bool:
        """Whether nothing is changed."""
        return not self.options and not self.steps


RULEBOOK = Candidate()


@dataclass(frozen=True)
class Space:
    """Everything that may change in a game. Distances and costs are counted from where the search starts."""

    game: Game
    dials: tuple[Dial, ...]
    base: Mapping[str, Value] = field(default_factory=dict)  # options that are set in all candidates
    steps: Mapping[str, DeckChange] = field(default_factory=dict)  # changes of the deck, by name
    most_steps: int = 0

    @property
    def size(self) -> float:
        """The number of candidates, playable or not."""
        decks = sum(math.comb(len(self.steps), taken) for taken in range(self.most_steps + 1))
        return math.prod(len(dial.values) for dial in self.dials) * decks

    def candidate(self, values: Mapping[str, Value], steps: Sequence[str] = ()) -> Candidate:
        """The candidate with these values; what does not differ from the start is left out."""
        changed = ((dial.name, values[dial.name]) for dial in self.dials if dial.name in values)
        starts = {dial.name: dial.start for dial in self.dials}
        options = tuple(sorted((name, value) for name, value in changed if value != starts[name]))
        return Candidate(options, tuple(sorted(set(steps))))

    def values(self, candidate: Candidate) -> dict[str, Value]:
        """The value of every dial."""
        return {dial.name: dial.start for dial in self.dials} | dict(candidate.options)

    def options(self, candidate: Candidate) -> dict[str, Value]:
        """All options with which a candidate is played."""
        return self.game.check_options({**self.base, **dict(candidate.options)})

    def deck(self, candidate: Candidate) -> Deck | None:
        """The deck with which a candidate is played; None for the game's own."""
        if not candidate.steps:
            return self.game.deck
        return changed_deck(self.game, [self.steps[name] for name in candidate.steps])

    def ref(self, candidate: Candidate) -> GameRef:
        """The game of a candidate, with its deck."""
        return GameRef(self.game.ref.name, self.deck(candidate))

    def refusal(self, candidate: Candidate, players: Sequence[int]) -> str | None:
        """Why a candidate cannot be played by some of these numbers of players; None if it can."""
        try:
            game = self.ref(candidate).load()
            for number in players:
                game.new_state(number, self.options(candidate))
        except (OptionError, DataError) as problem:
            return str(problem)
        return None

    def cost(self, candidate: Candidate) -> float:
        """How much is changed: 1 for each change, and up to 1 more for its size."""
        dials = {dial.name: dial for dial in self.dials}
        sizes = [dials[name].distance(value, dials[name].start) for name, value in candidate.options]
        return sum(1 + size for size in sizes) + len(candidate.steps)

    def distance(self, one: Candidate, other: Candidate) -> float:
        """How far apart two candidates are."""
        mine, theirs = self.values(one), self.values(other)
        apart = sum(dial.distance(mine[dial.name], theirs[dial.name]) for dial in self.dials)
        return apart + len(set(one.steps) ^ set(other.steps))

    def words(self, candidate: Candidate) -> list[str]:
        """What is changed, in plain words."""
        dials = {dial.name: dial for dial in self.dials}
        changes = [dials[name].words(value) for name, value in candidate.options]
        return changes + [f"In the deck: {name}" for name in candidate.steps]

    def everything(self) -> Iterator[Candidate]:
        """All candidates, for spaces that are small enough."""
        decks = [tuple(taken) for taken in _subsets(tuple(self.steps), self.most_steps)]
        for values in product(*(dial.values for dial in self.dials)):
            options = {dial.name: value for dial, value in zip(self.dials, values, strict=True)}
            for steps in decks:
                yield self.candidate(options, steps)

    def single_changes(self) -> Iterator[Candidate]:
        """All candidates with one change, each dial's smallest changes first."""
        waiting = [
            sorted((v for v in dial.values if v != dial.start), key=lambda v, d=dial: d.distance(v, d.start))  # type: ignore[misc]
            for dial in self.dials
        ]
        for place in range(max((len(values) for values in waiting), default=0)):
            for dial, values in zip(self.dials, waiting, strict=True):
                if place < len(values):
                    yield self.candidate({dial.name: values[place]})
        if self.most_steps:
            yield from (Candidate(steps=(name,)) for name in self.steps)

    def neighbours(self, candidate: Candidate) -> Iterator[Candidate]:
        """The candidates next to one: a change taken back first, then each change a step smaller or larger."""
        values = self.values(candidate)
        for name, _ in candidate.options:
            yield self.candidate({other: value for other, value in values.items() if other != name}, candidate.steps)
        for step in candidate.steps:
            yield Candidate(candidate.options, tuple(other for other in candidate.steps if other != step))
        for dial in self.dials:
            if dial.is_ordered and values[dial.name] != dial.start:
                at = dial.values.index(values[dial.name])
                towards = -1 if dial.values.index(dial.start) < at else 1
                for place in (at + towards, at - towards):
                    if 0 <= place < len(dial.values):
                        yield self.candidate({**values, dial.name: dial.values[place]}, candidate.steps)


def _subsets(names: tuple[str, ...], most: int) -> Iterator[tuple[str, ...]]:
    yield ()
    if most:
        for place, name in enumerate(names):
            for more in _subsets(names[place + 1 :], most - 1):
                yield (name, *more)


# ---------------------------------------------------------------- as a designer says it
def read_dial(game: Game, name: str, said: object, base: Mapping[str, Value]) -> Dial:
    """A dial: an option's name and its values, `True` (all), `"2..6"`, `"a,b"` or a list."""
    known = {option.name: option for option in game.options}
    if name not in known:
        raise Problem(f"{game.title} has nothing called {name!r} that may change; it has: {_changeable(game)}")
    option = known[name]
    start = base.get(name, option.default)
    values = _values(option, said)
    if start not in values and start is not None:
        values = tuple(sorted({*values, start})) if option.kind == "number" else (start, *values)  # type: ignore[type-var]
    elif start is None:
        values = (None, *values)
    if len(values) < 2:
        raise Problem(f"{name} cannot change: {shown_value(start)} is its only value")
    return Dial(option, values, start)


def _changeable(game: Game) -> str:
    names = [option.name for option in game.options]
    return ", ".join([*names, *(["deck"] if game.data_file is not None else [])]) or "nothing"


def _values(option: Option, said: object) -> tuple[Value, ...]:
    if said is True and option.kind != "flag":
        return _all(option)
    if isinstance(said, str):
        low, dots, high = said.partition("..")
        if dots:
            if option.kind != "number":
                raise Problem(f"{option.name} has no range: it is {option.expects}")
            ends = [option.parse(end.strip()) for end in (low, high)]
            assert all(isinstance(end, int) for end in ends)
            first, last = int(ends[0] or 0), int(ends[1] or 0)
            if first > last:
                raise Problem(f"{option.name}={said}: the range ends below its start")
            return tuple(range(first, last + 1))
        return tuple(dict.fromkeys(option.parse(part.strip()) for part in said.split(",")))
    if isinstance(said, list):
        return tuple(dict.fromkeys(option.check(value) for value in said))
    if said is True:
        return _all(option)
    return (option.check(said),)


def _all(option: Option) -> tuple[Value, ...]:
    if option.kind == "flag":
        return (False, True)
    return option.choices if option.kind == "choice" else tuple(range(option.low, option.high + 1))


def parameters_of(game: Game) -> list[str]:
    """The parameters of a game."""
    return [option.name for option in game.options if option.is_parameter]
