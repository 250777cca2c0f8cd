"""Lessons: a game's `lesson.toml`, read and checked. `docs/lessons.md` shows how to write one.

A lesson is a list of steps. A step is a position (the seed of a deal and the moves of all seats), a text about what is
lit up there, and perhaps a question, which the reader answers by a move at the table. The form is checked here; that
positions are legal and right answers are right is checked by `bots/lesson_check.py`, which can play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal, TypeAlias, get_args

from ..errors import Problem
from ..parsing import from_toml
from ..reading import ENCODING
from .options import Value

FILE = "lesson.toml"
Asks: TypeAlias = Literal["nothing", "best", "do", "legal", "option", "look"]
"""What a step asks for: nothing, the best move, a certain move, a legal one, an option, or to look at something."""


class LessonError(Problem):
    """A lesson that cannot be used."""


@dataclass(frozen=True)
class Answer:
    """A move (or all steps of a longer one), and why it is right or wrong."""

    moves: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Option:
    """An answer in words, for a question that no move answers."""

    say: str
    right: bool
    why: str


@dataclass(frozen=True)
class Page:
    """A text about a position: the moves from the deal on, and the things and spots that are lit up."""

    text: str
    lit: tuple[str, ...]
    opening: tuple[str, ...]


@dataclass(frozen=True)
class LessonStep:
    """One rule, taught in a position: a page, perhaps a question, and pages that follow it."""

    title: str
    learned: str  # for the recap
    seed: int
    page: Page
    asks: Asks
    right: tuple[Answer, ...] = ()
    wrong: tuple[Answer, ...] = ()
    otherwise: str = ""  # why every other move is wrong
    also: str = ""  # asks = "legal": why every other legal move is right, too
    options: tuple[Option, ...] = ()
    look: str | None = None  # what to look at
    then: tuple[Page, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: who plays, where the reader sits, and the steps."""

    steps: tuple[LessonStep, ...]
    players: int | None = None  # None: as usual
    seat: int = 0
    options: Mapping[str, Value] = field(default_factory=dict)


def read_lesson(package: str) -> Lesson | None:
    """The lesson in a game's folder; None if it has none."""
    file = files(package).joinpath(FILE)
    return parse_lesson(file.read_text(encoding=ENCODING), f"{package}/{FILE}") if file.is_file() else None


def parse_lesson(text: str, source: str = FILE) -> Lesson:
    """The lesson of a TOML text; LessonError says what is wrong, and in which step."""
    try:
        values = from_toml(text)
    except ValueError as problem:
        raise LessonError(f"{source}: is not valid TOML: {problem}") from None
    top = _Reader(values, source)
    steps: list[LessonStep] = []
    for number, one in enumerate(top.tables("step"), 1):
        steps.append(_step(_Reader(one, f"{source}, step {number}"), steps[-1] if steps else None))
    if not steps:
        raise LessonError(f"{source}: has no [[step]]")
    lesson = Lesson(
        steps=tuple(steps),
        players=top.number("players", None),
        seat=top.number("seat", 0) or 0,
        options=top.get("options", dict, {}),
    )
    top.done()
    return lesson


class _Reader:
    """A table of the file, read key by key, so that a key that nobody asked for can be named."""

    def __init__(self, values: dict[str, Any], where: str) -> None:
        self.values, self.where, self._known = values, where, set[str]()

    def get(self, key: str, kind: type, otherwise: Any = None) -> Any:
        self._known.add(key)
        found = self.values.get(key, otherwise)
        if found is not None and (not isinstance(found, kind) or (kind is int and isinstance(found, bool))):
            raise self.error(f"{key} is {found!r}, not of type {kind.__name__}")
        return found

    def text(self, key: str, otherwise: str | None = None) -> str:
        found = self.get(key, str, otherwise)
        if found is None or (otherwise is None and not found.strip()):
            raise self.error(f"{key} is missing")
        return " ".join(found.split())

    def number(self, key: str, otherwise: int | None) -> int | None:
        found: int | None = self.get(key, int, otherwise)
        return found

    def words(self, key: str) -> tuple[str, ...]:
        """A list of words, or a text of words with spaces between them."""
        self._known.add(key)
        found = self.values.get(key, "")
        words = found.split() if isinstance(found, str) else found
        if not isinstance(words, list) or not all(isinstance(one, str) and one for one in words):
            raise self.error(f"{key} is {found!r}, not a text or a list of texts")
        return tuple(words)

    def tables(self, key: str) -> list[dict[str, Any]]:
        found = self.get(key, list, [])
        if not all(isinstance(one, dict) for one in found):
            raise self.error(f"{key} is not a list of tables: write [[{key}]]")
        return list(found)

    def done(self) -> None:
        unknown = sorted(set(self.values) - self._known)
        if unknown:
            raise self.error(f"{unknown[0]!r} is unknown; known here are: {', '.join(sorted(self._known))}")

    def error(self, message: str) -> LessonError:
        return LessonError(f"{self.where}: {message}")


def _step(reader: _Reader, before: LessonStep | None) -> LessonStep:
    title = reader.text("title")
    reader.where += f" ({title})"
    seed, opening = _position(reader, before)
    right, wrong = _answers(reader, "right"), _answers(reader, "wrong")
    asks = _asks(reader, right)
    step = LessonStep(
        title=title,
        learned=reader.text("learned"),
        seed=seed,
        page=Page(reader.text("text"), reader.words("lit"), opening),
        asks=asks,
        right=right,
        wrong=wrong,
        otherwise=reader.text("otherwise", ""),
        also=reader.text("also", ""),
        options=tuple(_option(_Reader(one, f"{reader.where}, option")) for one in reader.tables("option")),
        look=reader.get("look", str),
        then=_pages(reader, opening + (right[0].moves if right else ())),
    )
    reader.done()
    _check(step, reader)
    return step


def _position(reader: _Reader, before: LessonStep | None) -> tuple[int, tuple[str, ...]]:
    """The seed and all moves: from a deal, or on from the position in which the step before ended."""
    seed, moves = reader.number("seed", None), reader.words("moves")
    if seed is not None:
        return seed, moves
    if before is None:
        raise reader.error("seed is missing: the first step says which deal it begins with")
    return before.seed, ending(before) + moves


def ending(step: LessonStep) -> tuple[str, ...]:
    """All moves up to the position in which a step ends, with its first right answer."""
    if step.then:
        return step.then[-1].opening
    return step.page.opening + (step.right[0].moves if step.right else ())


def _asks(reader: _Reader, right: Sequence[Answer]) -> Asks:
    usual = "option" if "option" in reader.values else "look" if "look" in reader.values else "nothing"
    found: Asks = reader.get("asks", str, "best" if right else usual)
    if found not in get_args(Asks):
        raise reader.error(f"asks is {found!r}; it can be: {', '.join(get_args(Asks))}")
    return found


def _answers(reader: _Reader, key: str) -> tuple[Answer, ...]:
    found = []
    for one in reader.tables(key):
        answer = _Reader(one, f"{reader.where}, {key}")
        moves = answer.words("move")
        if not moves:
            raise answer.error("move is missing")
        found.append(Answer(moves, answer.text("why")))
        answer.done()
    return tuple(found)


def _option(reader: _Reader) -> Option:
    option = Option(reader.text("say"), bool(reader.get("right", bool, False)), reader.text("why"))
    reader.done()
    return option


def _pages(reader: _Reader, opening: tuple[str, ...]) -> tuple[Page, ...]:
    pages = []
    for one in reader.tables("then"):
        page = _Reader(one, f"{reader.where}, then")
        opening += page.words("moves")
        pages.append(Page(page.text("text"), page.words("lit"), opening))
        page.done()
    return tuple(pages)


def _check(step: LessonStep, reader: _Reader) -> None:
    """A question has what it needs, and nothing else."""
    answers = [set(one.moves) for one in (*step.right, *step.wrong)]
    if any(one in answers[:number] for number, one in enumerate(answers)):
        raise reader.error("the same move has two reasons")
    if step.asks in ("best", "do") and (not step.right or not step.otherwise):
        raise reader.error(f"asks = {step.asks!r} needs [[step.right]] and otherwise, the reason for all other moves")
    if step.asks == "legal" and (not step.right or not step.also):
        raise reader.error("asks = 'legal' needs [[step.right]] and also, why all other legal moves are right, too")
    if step.asks in ("nothing", "look", "option") and answers:
        raise reader.error(f"asks = {step.asks!r} is not answered by moves, but there are right or wrong ones")
    if (step.asks == "option") != bool(step.options):
        raise reader.error("[[step.option]] belongs to asks = 'option', which needs at least two of them")
    if step.options and (len(step.options) < 2 or not any(one.right for one in step.options)):
        raise reader.error("of at least two options, one is right")
    if (step.asks == "look") != (step.look is not None):
        raise reader.error("asks = 'look' needs look, the name of what to look at, and nothing else does")
