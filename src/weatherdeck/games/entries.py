"""Reading what others wrote into a transcript: each thing checked, with an error that says what was expected."""

from __future__ import annotations

from typing import Any


def list_of(value: object, size: int | None, what: str) -> list[Any]:
    """A list, of so many elements where the number is known."""
    if not isinstance(value, list) or size not in (None, len(value)):
        raise ValueError(f"expected {what} as a list" + (f" of {size}" if size is not None else ""))
    return value


def number_below(value: object, below: int, what: str) -> int:
    """A whole number from 0 on."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < below:
        raise ValueError(f"expected {what} to be a number from 0 to {below - 1}, not {value!r}")
    return value
