"""Numbers in sentences: small ones as words."""

from __future__ import annotations

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(n: int) -> str:
    """`nine`, before a noun; larger numbers in digits."""
    return WORDS[n] if 0 <= n < len(WORDS) else str(n)


def counted(n: int, noun: str, plural: str | None = None) -> str:
    """`one card`, `nine cards`."""
    return f"{in_words(n)} {noun if n == 1 else plural or noun + 's'}"
