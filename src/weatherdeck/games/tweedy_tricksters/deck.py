"""The deck of Tweedy Tricksters, read from its data file and checked (TT-1, TT-2)."""

from __future__ import annotations

from ..data import Data

CARDS = 20
SUITS = 4
LARGEST = 9  # so that the notation of a card has one digit for each suit


def cards(data: Data) -> list[tuple[int, ...]]:
    """The values of each card in Ravens, Foxes, Rats and Toads, ascending; equal cards lie side by side."""
    rows = data.table("cards", f"lists the cards 1 to {CARDS}")
    for key in rows:
        if key not in {str(number) for number in range(1, CARDS + 1)}:
            raise data.error(f"there is no card {key!r}: cards are numbered 1 to {CARDS}", key)
    for number in range(1, CARDS + 1):
        if str(number) not in rows:
            raise data.error(f"card {number} is missing: all of 1 to {CARDS} are needed", "cards")
    return sorted(_values(data, number, rows[str(number)]) for number in range(1, CARDS + 1))


def _values(data: Data, number: int, text: object) -> tuple[int, ...]:
    words = text.split() if isinstance(text, str) else []
    if len(words) != SUITS or not all(word in "123456789" and len(word) == 1 for word in words):
        raise data.error(
            f"card {number} must have four values from 1 to {LARGEST}, of Ravens, Foxes, Rats and Toads, "
            f'like "1 3 1 2", not {text!r}',
            number,
        )
    return tuple(int(word) for word in words)
