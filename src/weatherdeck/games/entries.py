"""Read and check what others wrote into a transcript, with errors that say what was expected."""

from __future__ import annotations

from typing import Any


def list_of(value: object, size: int | None, what: str) -> list[Any]:
    """Check a list, and its length if the length is known."""
    if not isinstance(value, list) or size not in (None, len(value)):
        raise ValueError(f"expected {what} as a list" + (f" of {size}" if size is not None else ""))
    return value


def number_below(value: object, below: int, what: str) -> int:
    """Check a whole number, at least 0."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < below:
        raise ValueError(f"expected {what} to be a number from 0 to {below - 1}, not {value!r}")
    return value
