"""How a game went: what every seat had after each of its chapters, such as its rounds.

A game declares its chapters and what it counts (`Game.story`). Nothing is guessed from scores that are written for
people. A story is told after the end, when nothing is secret any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Story:
    """What the chapters of a game are, and what is counted in them; more is always better."""

    chapter: str  # what one is called: "round"
    counted: str  # what the amounts are: "points"
    done: Callable[[Any], int]  # how many chapters are complete in a state; it never decreases
    amounts: Callable[[Any], Sequence[float]]  # what each seat has in a state
    short: str = ""  # a chapter as a column's heading ("rd"); empty if there are too many of them for a table
    is_shared: bool = False  # all play together, and only the sum of the amounts decides


@dataclass(frozen=True)
class Chapter:
    """What every seat had when a chapter was complete; chapter 0 is the deal."""

    number: int
    step: int  # how many moves had been made
    amounts: tuple[float, ...]


def told(story: Story, states: Iterable[Any]) -> list[Chapter]:
    """The chapters of a game, from its states in order. A chapter that was cut short by the end counts, too."""
    chapters: list[Chapter] = []
    last = None
    for step, state in enumerate(states):
        last, number = (step, state), story.done(state)
        if not chapters or number > chapters[-1].number:
            chapters.append(Chapter(number, step, _amounts(story, state)))
    if last is not None and _amounts(story, last[1]) != chapters[-1].amounts:
        chapters.append(Chapter(chapters[-1].number + 1, last[0], _amounts(story, last[1])))
    return chapters


def _amounts(story: Story, state: Any) -> tuple[float, ...]:
    return tuple(float(amount) for amount in story.amounts(state))
