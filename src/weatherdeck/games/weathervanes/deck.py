"""The deck of Weathervanes, read from its data file and checked (WV-2, WV-3)."""

from __future__ import annotations

from ..data import Data

NUMBERS = 24
SUIT_LETTERS = "RYGB"


def arrangements(data: Data) -> list[tuple[int, ...]]:
    """The suits of each card, clockwise from the top left corner; the first is card 1."""
    cards = data.table("cards", f"lists the cards 1 to {NUMBERS}")
    for key in cards:
        if key not in {str(number) for number in range(1, NUMBERS + 1)}:
            raise data.error(f"there is no card {key!r}: cards are numbered 1 to {NUMBERS}", key)
    found: dict[tuple[int, ...], int] = {}
    for number in range(1, NUMBERS + 1):
        if str(number) not in cards:
            raise data.error(f"card {number} is missing: all of 1 to {NUMBERS} are needed", "cards")
        suits = _suits(data, number, cards[str(number)])
        if suits in found:
            same = " ".join(SUIT_LETTERS[suit] for suit in suits)
            raise data.error(f"card {number} is the same as card {found[suits]} ({same}): all 24 must differ", number)
        found[suits] = number
    return list(found)


def _suits(data: Data, number: int, text: object) -> tuple[int, ...]:
    letters = text.split() if isinstance(text, str) else []
    if sorted(letters) != sorted(SUIT_LETTERS):
        raise data.error(f'card {number} must show each of R Y G B once, like "R Y G B", not {text!r}', number)
    return tuple(SUIT_LETTERS.index(letter) for letter in letters)
