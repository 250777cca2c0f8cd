"""The contract of a game, on one page.

A game is a folder (see `docs/add-a-game.md`). Its `__init__.py` makes one `Game` out of the folder's modules:

`rules`        the rules, compilable: the verbs below over a flat `State`, and their vocabulary
`words`        everything that is said to people: notation, names, sentences, reasons
`view`         what a seat or a spectator may see, as typed plain data
`transcript`   deals, random outcomes and results, as other implementations read them
`audit`        what must be true of every state that play can reach

These are optional:

`greedy`       a fast judgement of moves and positions, for bots (`judgement.py`)
`figures`      what a designer counts in the game, for the lab (`figures.py`)
`faces`        how its pieces look, on paper and in notebooks, from the drawings in `art.json`
`lines`        the short lines of its log (`lines.py`); without it, the log shows the sentences of `words`
`lesson.toml`  a lesson for newcomers (`lesson.py`)
`variations`   what a designer may try: neighbouring decks, and powers that a seat may be forbidden (`variations.py`)
`terminal`     how its table looks in the terminal; without it, the table is drawn from the view
`network.npz`  what `weatherdeck learn` has learned about it, for bots (`network.py`)

`Game.contest` says how a game is won, and `Game.story` how it can be told, chapter by chapter. Nothing outside the
folder knows the game: everything else asks it.

The verbs of `rules`, in their order (each a compilable function; `rng` is four integers, see `kernel.random`):

`deal(s, rng)`              set up a new game; `players` and the option fields were set before
`legal(s, out) -> n`        write the legal actions into `out`; none when the game is over
`apply(s, action, rng)`     carry out a legal action and everything that follows from it
`is_over(s) -> bool`        whether the game is over
`returns(s, out)`           each seat's result at the end, about -1 to 1
`redact(s, seat)`           keep only what the seat may know; for -1, what a spectator may know
`redeal(s, seat, rng)`      fill in a world, uniformly among those consistent with everything the seat has seen
`observe(s, seat, out)`     write what the seat sees into a float32 array, in the layout of `OBSERVATION`

Their vocabulary: `RULESET` (a number that grows with every change of behaviour), `State` (with at least `players` and
`to_move`), `ACTIONS` (how many actions there are), `MAX_LEGAL` (how many can be legal at once), `EVENTS` (what `note()`
reports), `OBSERVATION`, and `DATA` (the deck file as read, or None).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol, TypeAlias, cast

from ..errors import Problem
from ..kernel import Features, Floats, Ints, Record
from ..reading import ENCODING
from ..spelling import did_you_mean
from . import data, no_figures
from .art import Art, read_art
from .contest import Contest, Team
from .data import Data
from .discovery import name_of
from .drawing import draw
from .events import Event, Events
from .figures import FigureSet
from .judgement import Judgement, Search
from .layout import Layout
from .lesson import Lesson, read_lesson
from .lines import Line, Lines, from_sentence
from .network import Network, OutdatedError, roles, shipped
from .options import Option, OptionError, Value
from .pen import Faces
from .reference import LONGEST_TITLE, Deck, GameRef, load_game, load_state
from .story import Story
from .variations import Power, Variations, deck_text

AnyState: TypeAlias = Any
"""A game's own `State`, where the game is not known."""
PICTURE = re.compile(r"!\[([^\]]*)\]\(pictures/([^)]*)\.svg\)")
"""A picture of a rulebook, in Markdown: its title, and its name."""


class Rules(Protocol):
    """What a rules module offers."""

    RULESET: int
    ACTIONS: int
    MAX_LEGAL: int
    EVENTS: Events
    OBSERVATION: Layout

    @property
    def State(self) -> type[Record]: ...  # noqa: N802  # it is a class
    @property
    def DATA(self) -> Data | None: ...  # noqa: N802  # a constant of the module

    def deal(self, s: AnyState, rng: Ints) -> None: ...
    def legal(self, s: AnyState, out: Ints) -> int: ...
    def apply(self, s: AnyState, action: int, rng: Ints) -> None: ...
    def is_over(self, s: AnyState) -> bool: ...
    def returns(self, s: AnyState, out: Floats) -> None: ...
    def redact(self, s: AnyState, seat: int) -> None: ...
    def redeal(self, s: AnyState, seat: int, rng: Ints) -> None: ...
    def observe(self, s: AnyState, seat: int, out: Features) -> None: ...


@dataclass(frozen=True)
class Refusal:
    """Why an action is not legal: a sentence, and the clause of the rules that says so, if there is one."""

    sentence: str
    clause: str | None = None

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})" if self.clause else self.sentence


@dataclass(frozen=True)
class Standing:
    """How a seat stands, as everybody at the table may know."""

    score: str  # as people read it; empty if there is none yet
    note: str = ""  # anything else to show with it, such as a role that was revealed
    won: bool | None = None  # None until the game is over


LABEL = 32
"""The most characters on a button."""


class Words(Protocol):
    """What a words module offers. `names` are the players' names, by seat."""

    def text(self, action: int) -> str:
        """The action in notation."""

    def parse(self, text: str) -> int:
        """The action of a notation. A ValueError says what was expected."""

    def describe(self, s: AnyState, action: int, names: Sequence[str]) -> str:
        """What a legal action would do, for people: a short phrase."""

    def label(self, s: AnyState, action: int) -> str:
        """A legal action on a button: its verb and its object, in `LABEL` characters at most."""

    def prompt(self, s: AnyState, names: Sequence[str]) -> str:
        """Whose turn it is and what to do now: one sentence."""

    def sentence(self, event: Event, names: Sequence[str]) -> str | None:
        """What happened, for the log; None if there is nothing to say."""

    def why_not(self, s: AnyState, action: int) -> Refusal:
        """Why an action is not legal now."""

    def ending(self, s: AnyState, names: Sequence[str]) -> str:
        """How the game ended, and why."""

    def status(self, s: AnyState) -> str:
        """How far the game is, short enough for a bar: "Round 2 of 4 · trick 3 of 8". The state is redacted."""

    def standing(self, s: AnyState, seat: int) -> Standing:
        """How a seat stands. The state is redacted."""


LAST_STEP = 99
"""The place of the step that completes a move with several steps."""


class View(Protocol):
    """What a view module offers."""

    @property
    def View(self) -> Any:  # noqa: N802  # it is a class
        """What `view` returns: a TypedDict with all its parts typed, see `seen.py`."""

    @property
    def FACES(self) -> Mapping[str, Sequence[Any]]:  # noqa: N802  # a constant of the module
        """What the numbers in events stand for, by the name of the number: the cards as `view` shows them."""

    def view(self, s: AnyState, seat: int | None) -> Mapping[str, Any]:
        """What a seat (None: a spectator) may see, as plain data, built from what may be seen and nothing else."""

    def things(self, s: AnyState, action: int) -> tuple[str, ...]:
        """The things on the table that an action names (`card:5`, `place:ne`), the most natural to click first.

        No two legal actions name the same things. This is called for actions that are not legal, too.
        """


class Transcript(Protocol):
    """What a transcript module offers: random outcomes and the result, in the format of `docs/notation.md`."""

    def chance(self, s: AnyState, events: Sequence[Event]) -> list[dict[str, Any]]:
        """The log entries for what was random in the step (or first deal) that led to s and reported these events."""

    def force(self, s: AnyState, events: Sequence[Event], entries: Sequence[Mapping[str, Any]]) -> None:
        """Change s to what it would be with the random outcomes of the entries; ValueError if they are impossible."""

    def result(self, s: AnyState) -> dict[str, Any]:
        """The result of a game that is over."""


class Audit(Protocol):
    """What an audit module offers."""

    def audit(self, s: AnyState) -> list[str]:
        """What is wrong with a state, such as lost cards or counts that disagree; nothing if the rules are right."""


def a_whole_move(action: int) -> None:
    """The place of every action in a game whose moves have one step: none."""


def playable(blank: AnyState) -> None:
    """Why the options of a game do not go together, if all of them do: there is no reason."""


def as_module(part: object) -> ModuleType:
    """A part of a game as the compiler takes it: all parts are modules, typed here by what they offer."""
    return cast("ModuleType", part)


class NoJudgement(Problem):
    """A bot needs a greedy.py, and the game has none."""


@dataclass(frozen=True)
class Game:
    """A game: its modules, what it declares about itself, and what people want to know before they choose it."""

    name: str  # as typed: "two-words"
    title: str  # as printed: "Two Words"
    designer: str
    summary: str  # one sentence
    minutes: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    contest: Contest  # how it is judged
    longest: Callable[[AnyState], int]  # the most decisions of a game with the players and options of a blank state
    rules: Rules
    words: Words
    view: View
    transcript: Transcript
    audit: Audit
    package: ModuleType
    greedy: Judgement | None = None
    figures: FigureSet = no_figures
    place: Callable[[int], int | None] = a_whole_move
    """Where an action belongs in a move with several steps: 0 begins it, LAST_STEP completes it. None: a whole move."""
    unplayable: Callable[[AnyState], str | None] = playable
    """Why the rules cannot hold with the players and options of a blank state, as a sentence; None where they can."""
    story: Callable[[AnyState], Story] | None = None  # what its chapters are, with the players and options of a state
    deck: Deck | None = None  # None: as shipped. The registry sets it, never a game

    def __post_init__(self) -> None:
        if self.deck is None:
            object.__setattr__(self, "deck", data.deck_of(self.package.__name__))
        # Notebooks ask a state how it looks, and pickle how it travels. A state does not know its game, so say it here.
        kind: Any = self.rules.State
        kind._repr_html_ = lambda state: draw(self, state)
        kind.__reduce__ = lambda state: (load_state, (self.ref, state.to_bytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (self.ref,)

    @cached_property
    def ref(self) -> GameRef:
        """What finds this game again, with its deck, in this process or another."""
        return GameRef(name_of(data.original_of(self.package.__name__)), self.deck)

    @property
    def data_file(self) -> str | None:
        """The name of the game's deck file; None for a game whose deck cannot be replaced."""
        return self.rules.DATA.file if self.rules.DATA is not None else None

    @property
    def fingerprint(self) -> str | None:
        """A short name for exactly this deck; None for a game without a deck file."""
        return self.rules.DATA.fingerprint if self.rules.DATA is not None else None

    @property
    def cooperative(self) -> bool:
        """Whether all players win or lose together."""
        return isinstance(self.contest, Team)

    @property
    def judgement(self) -> Judgement:
        """What the game's greedy.py offers."""
        if self.greedy is None:
            raise NoJudgement(
                f"{self.title} has no greedy.py, which every bot but random needs; docs/add-a-game.md shows how to "
                f"write one"
            )
        return self.greedy

    @property
    def search(self) -> Search:
        """The search settings that work best for this game."""
        return self.judgement.SEARCH

    @property
    def learned_search(self) -> Search:
        """The search settings that work best with the game's network."""
        found: Search = getattr(self.judgement, "LEARNED_SEARCH", self.search)
        return found

    @property
    def faces(self) -> Faces | None:
        """How its pieces look, if it has a faces.py; loaded only when asked for, because play does not need it."""
        name = f"{self.package.__name__}.faces"
        return cast("Faces", import_module(name)) if find_spec(name) else None

    @cached_property
    def variations(self) -> Variations | None:
        """What a designer may try, if it has a variations.py."""
        name = f"{self.package.__name__}.variations"
        return cast("Variations", import_module(name)) if find_spec(name) else None

    @property
    def powers(self) -> tuple[Power, ...]:
        """The kinds of actions that a seat may be forbidden."""
        return () if self.variations is None else tuple(self.variations.POWERS)

    def neighbours(self) -> Iterator[tuple[str, Deck]]:
        """The decks one step from this game's deck, each with what is different: ("the 24 one lower", deck)."""
        if self.variations is None or self.rules.DATA is None:
            return
        for step in self.variations.neighbours(self.rules.DATA.values):
            title = step.name[:LONGEST_TITLE]
            yield step.name, Deck(title, deck_text(title, step.values))

    @cached_property
    def lines(self) -> Lines | None:
        """The short lines of its log, if it has a lines.py."""
        name = f"{self.package.__name__}.lines"
        return cast("Lines", import_module(name)) if find_spec(name) else None

    def line(self, event: Event, names: Sequence[str]) -> Line | None:
        """An event in the log; None if there is nothing to say."""
        lines = self.lines
        return from_sentence(self.words.sentence(event, names)) if lines is None else lines.line(event, names)

    @cached_property
    def art(self) -> Art | None:
        """What it looks like: its art.json, if it has one (see `art.py`)."""
        found: Art | None = read_art(self.package.__name__)
        return found

    @cached_property
    def lesson(self) -> Lesson | None:
        """Its lesson.toml, if it has one (see `lesson.py`)."""
        return read_lesson(data.original_of(self.package.__name__))

    def view_schema(self) -> dict[str, Any]:
        """The JSON schema of its view."""
        from .view_schema import view_schema  # needs Pydantic, which playing and simulating do without

        return view_schema(self.view.View)

    @property
    def hides_kinds(self) -> bool:
        """Whether players have secret kinds, such as roles, which their moves may give away."""
        return self.judgement.HIDDEN_KINDS

    @property
    def knows(self) -> tuple[str, ...]:
        """The options that the game's greedy.py takes into account; none if it has none, or does not say."""
        return tuple(getattr(self.greedy, "KNOWS", ()))

    @property
    def neutral(self) -> tuple[str, ...]:
        """The options that make no move better or worse."""
        return tuple(getattr(self.greedy, "NEUTRAL", ()))

    @property
    def module(self) -> ModuleType:
        """The rules as the compiler takes them."""
        return as_module(self.rules)

    @property
    def judged(self) -> tuple[ModuleType, ModuleType]:
        """The rules and the judgement, as the compiler takes them for an engine that plays the game."""
        return self.module, as_module(self.judgement)

    @cached_property
    def network(self) -> Network | None:
        """What was learned about the game: its network.npz, if it has one. Another deck than the shipped has none.

        Nor has a game whose rules or deck have changed since: see `outdated`.
        """
        try:
            return shipped(self)
        except OutdatedError:
            return None

    @cached_property
    def outdated(self) -> bool:
        """Whether it has a network.npz that was trained with other rules or another deck than it has now."""
        try:
            shipped(self)
        except OutdatedError:
            return True
        return False

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """All that an engine that plays the game is joined to: rules and judgement, and the network if it has one."""
        return roles(self)

    def new_state(self, players: int | None = None, options: Mapping[str, Value] | None = None) -> Any:
        """A state that is ready for the deal: players and options are set, nothing else."""
        state = self.rules.State(players=self.check_players(players))
        chosen = self.check_options(options or {})
        for option in self.options:
            setattr(state, option.name, option.encode(chosen.get(option.name, option.default)))
        reason = self.unplayable(state)
        if reason is not None:
            raise OptionError(f"{self.title} cannot be played like this: {reason}")
        return state

    def check_players(self, players: int | None) -> int:
        """Check a number of players; None gives the usual number."""
        if players is None:
            return 4 if 4 in self.players else self.players[0]
        if players not in self.players:
            wanted = " or ".join(str(n) for n in self.players)
            raise OptionError(f"{self.title} is for {wanted} players, not {players}")
        return players

    def check_options(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Check options; those at their default are left out."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise self._no_option(name)
        checked = {name: known[name].check(value) for name, value in options.items()}
        return {name: value for name, value in checked.items() if value != known[name].default}

    def read_options(self, texts: Sequence[str]) -> dict[str, Value]:
        """The options in texts like `rounds=2`."""
        known = {option.name: option for option in self.options}
        found: dict[str, Value] = {}
        for text in texts:
            name, equals, value = text.partition("=")
            if name not in known:
                raise self._no_option(name)
            if not equals:
                raise OptionError(f"option {name} needs a value: {name}=VALUE, where VALUE is {known[name].expects}")
            found[name] = known[name].parse(value)
        return found

    def _no_option(self, name: str) -> OptionError:
        known = [option.name for option in self.options]
        meant = did_you_mean(name, known)
        return OptionError(f"{self.title} has no option {name!r} (its options: {', '.join(known) or 'none'}).{meant}")

    def legal(self, state: AnyState) -> list[int]:
        """The legal actions of a loose state."""
        out = [0] * self.rules.MAX_LEGAL
        return out[: self.rules.legal(state, out)]

    def returns(self, state: AnyState) -> list[float]:
        """Each seat's result in a loose state of a game that is over."""
        out = [0.0] * state.players
        self.rules.returns(state, out)
        return out

    def meant(self, state: AnyState, things: Collection[str]) -> int | None:
        """What a click on these things means: the action that names exactly them or, if there is none, more than them.

        Legal actions come first, then those that name one of these things first, then the lowest. None if no action
        names them all. The state is what the seat that clicks may know.
        """
        wanted = frozenset(things)
        legal = frozenset(self.legal(state))
        meanings = []
        for action in range(self.rules.ACTIONS) if wanted else ():
            named = self.view.things(state, action)
            if wanted.issubset(named):
                meanings.append((wanted != set(named), action not in legal, named[0] not in wanted, action))
        return min(meanings)[-1] if meanings else None

    def redacted(self, state: AnyState, seat: int | None) -> Any:
        """A copy of a loose state with only what the seat (None: a spectator) may know."""
        copy = state.copy()
        self.rules.redact(copy, -1 if seat is None else seat)
        return copy

    @property
    def rulebook(self) -> str:
        """How to play, in Markdown."""
        from importlib.resources import files

        return files(self.package).joinpath("RULES.md").read_text(encoding=ENCODING)

    @property
    def rulebook_for_terminals(self) -> str:
        """The rulebook with each picture drawn in characters, from `pictures/NAME.txt` beside `pictures/NAME.svg`."""
        from importlib.resources import files

        def drawn(found: re.Match[str]) -> str:
            title, name = found.groups()
            file = files(self.package).joinpath("pictures", f"{name}.txt")
            if not file.is_file():
                return f"*Picture: {title}*"
            return f"```text\n{file.read_text(encoding='utf-8').rstrip()}\n```"

        return PICTURE.sub(drawn, self.rulebook)
