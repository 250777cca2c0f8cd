"""What must be true of every state of High Card."""

from __future__ import annotations

from weatherdeck.games.multisets import FIRST_COPIES
from weatherdeck.kernel import count

from .rules import ALL_CARDS, HAND, NONE, NUMBERS, UP_TO, State
from .view import numbers


def audit(s: State) -> list[str]:
    """What is wrong with a state."""
    wrong = []
    piles = {"gone": s.gone, "aside": s.aside, **{f"hand[{seat}]": hand for seat, hand in enumerate(s.hand)}}
    for name, cards in piles.items():
        if (cards >> 1 & FIRST_COPIES) & ~cards:
            wrong.append(f"{name} has a second copy of a card without the first")
    if sorted(number for cards in piles.values() for number in numbers(cards)) != numbers(ALL_CARDS):
        wrong.append("the cards in hand, played and aside are not the deck")
    for seat in range(s.players):
        if s.hand_size[seat] != count(s.hand[seat]):
            wrong.append(f"hand_size[{seat}] is {s.hand_size[seat]}, with {count(s.hand[seat])} cards in the hand")
        if not 0 <= s.limit[seat] < NUMBERS or s.hand[seat] & ~UP_TO[s.limit[seat]]:
            wrong.append(f"seat {seat} holds a card that it showed not to hold")
    if s.n_played != sum(card != NONE for card in s.played):
        wrong.append("n_played is not the number of cards in the trick")
    if sum(s.tricks) * s.players + s.n_played != count(s.gone):
        wrong.append("the tricks won do not account for the cards played")
    if max(s.hand_size) > HAND:
        wrong.append(f"a hand has more than {HAND} cards")
    return wrong
