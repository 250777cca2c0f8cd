"""`rule` marks a function as part of the rules; with `note`, rules say what happens.

Interpreted, a rule is an ordinary function, and `note` tells whoever listens. Compiled (`compiler.py`), the same code
runs as machine code, and `note` does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from .records import Record

F = TypeVar("F", bound=Callable[..., Any])
Told = tuple[int, ...]
"""One note: the number of the event, then the event's own numbers."""

_listener: ContextVar[list[Told] | None] = ContextVar("weatherdeck_listener", default=None)


def rule(function: F) -> F:
    """Mark a function for the compiler. Its annotations are its compiled types."""
    function.__rule__ = True  # type: ignore[attr-defined]  # a mark for the compiler, on a plain function
    return function


def note(event: int, *numbers: int) -> None:
    """Say that something happened: an event of the game's list, and its numbers."""
    told = _listener.get()
    if told is not None:
        told.append((event, *numbers))


@contextmanager
def listening(into: list[Told] | None = None) -> Iterator[list[Told]]:
    """Collect the notes of interpreted rules that run in this context, in a new list or in the one given."""
    told: list[Told] = [] if into is None else into
    before = _listener.set(told)
    try:
        yield told
    finally:
        _listener.reset(before)


def copy_into(target: Record, source: Record) -> None:
    """Copy a record into another of the same kind."""
    for name, f in source.fields.items():
        value = getattr(source, name)
        setattr(target, name, value.copy() if f.shape else value)
