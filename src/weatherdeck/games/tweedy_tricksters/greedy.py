"""What a good club player of Tweedy Tricksters knows, as one look at the position.

A hand wants a high card in every suit, and a card is dear where it is the only one. A trick is worth the points that
hang on it, as likely as it can be won; who may still beat it is guessed from the drafted and the unseen cards.
"""

from __future__ import annotations

from ...kernel import table
from .rules import (
    CARDS,
    KIND,
    SUITS,
    VALUE,
)

BEST = max(max(card) for card in VALUE)
AT_LEAST = table(  # [suit, value] -> the cards of that value or more
    [
        [sum(1 << bit for bit in range(CARDS) if VALUE[KIND[bit], suit] >= value) for value in range(BEST + 2)]
        for suit in range(SUITS)
    ]
)
