"""What a designer may try in Tweedy Tricksters: other values, doubled cards, and choices that a seat may not make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..variations import DeckStep, Power
from .deck import LARGEST
from .rules import FIRST_PAIRS, FIRST_SUIT

SUIT_NAMES = ("Ravens", "Foxes", "Rats", "Toads")  # in the order of a deck file's row
POWERS = (
    *(Power(f"the Suit card of the {name}", FIRST_SUIT + suit, FIRST_SUIT + suit + 1) for suit, name in
      enumerate(SUIT_NAMES)),
    Power("the partner across the table", FIRST_PAIRS + 1, FIRST_PAIRS + 2),  # TT-6: pairing 2
)  # fmt: skip


def neighbours(values: Mapping[str, Any]) -> Iterator[DeckStep]:
    """Each value one higher and one lower; two values of neighbours exchanged; each card doubled in place of the next.

    The deck always has 20 cards (TT-1), so a card can be left out only for another one.
    """
    cards: Mapping[str, str] = values["cards"]
    keys = list(cards)
    for place, key in enumerate(keys):
        row = cards[key].split()
        name = "".join(row)
        for suit, value in enumerate(map(int, row)):
            for step, word in ((1, "higher"), (-1, "lower")):
                if 1 <= value + step <= LARGEST:
                    changed = [*row[:suit], str(value + step), *row[suit + 1 :]]
                    yield _step(f"the {SUIT_NAMES[suit]} of {name} one {word}", values, {key: " ".join(changed)})
        for suit in range(len(row) - 1):
            if row[suit] != row[suit + 1]:
                swapped = [*row[:suit], row[suit + 1], row[suit], *row[suit + 2 :]]
                names = f"{SUIT_NAMES[suit]} and {SUIT_NAMES[suit + 1]}"
                yield _step(f"the {names} of {name} exchanged", values, {key: " ".join(swapped)})
        after = keys[(place + 1) % len(keys)]
        if cards[after] != cards[key]:
            left_out = cards[after].replace(" ", "")
            yield _step(f"{name} doubled, {left_out} left out", values, {after: cards[key]})


def _step(name: str, values: Mapping[str, Any], rows: Mapping[str, str]) -> DeckStep:
    return DeckStep(name, {**values, "cards": {**values["cards"], **rows}})
