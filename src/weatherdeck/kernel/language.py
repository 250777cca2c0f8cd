"""`rule` and `note`: how a function says that it belongs to the rules, and how rules say what happens.

Interpreted, a rule is the plain function it looks like, and `note` tells whoever listens. Compiled (`compiler.py`),
the same code runs as machine code, and `note` is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from .records import Record

F = TypeVar("F", bound=Callable[..., Any])
Told = tuple[int, ...]
"""One note: the event's number, then its own numbers."""

_listener: ContextVar[list[Told] | None] = ContextVar("weatherdeck_listener", default=None)


def rule(function: F) -> F:
    """Mark a function as one that the compiler translates. Its annotations are its compiled types."""
    function.__rule__ = True  # type: ignore[attr-defined]  # a mark for the compiler, on a plain function
    return function


def note(event: int, *numbers: int) -> None:
    """Tell that something happened: an event of the game's list, and its numbers."""
    told = _listener.get()
    if told is not None:
        told.append((event, *numbers))


@contextmanager
def listening() -> Iterator[list[Told]]:
    """Collect the notes of the interpreted rules that run inside."""
    told: list[Told] = []
    before = _listener.set(told)
    try:
        yield told
    finally:
        _listener.reset(before)


def copy_into(target: Record, source: Record) -> None:
    """Make one record equal to another of its kind."""
    for name, f in source.fields.items():
        value = getattr(source, name)
        setattr(target, name, value.copy() if f.shape else value)
