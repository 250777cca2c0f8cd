"""Multisets in one integer and the shared victory, against plain Python."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherdeck.games import multisets
from weatherdeck.games.multisets import COPIES, FIRST_COPIES, PAIR, add_copy, take_copy
from weatherdeck.games.victory import share_victory

CARDS = st.integers(0, 30)
HANDS = st.lists(CARDS, max_size=40).map(lambda cards: Counter({card: min(n, 2) for card, n in Counter(cards).items()}))


def packed(cards: Counter[int]) -> int:
    """As many of a card's two bits as there are copies, the lower one first."""
    return sum((1 << n) - 1 << COPIES * card for card, n in cards.items())


@given(HANDS, CARDS)
def test_one_more_and_one_less_of_a_card(hand: Counter[int], card: int) -> None:
    more = hand | Counter({card: min(2, hand[card] + 1)})
    assert multisets.with_one(packed(hand), card) == packed(more)
    assert multisets.without(packed(hand), card) == packed(hand - Counter([card]))


@given(HANDS, HANDS)
def test_two_hands_in_one(hand: Counter[int], other: Counter[int]) -> None:
    other = Counter({card: min(n, 2 - hand[card]) for card, n in other.items()})
    assert multisets.merged(packed(hand), packed(other)) == packed(hand + other)


@given(st.sets(st.integers(0, 61)))
def test_labelled_cards_without_their_labels(bits: set[int]) -> None:
    assert multisets.stacked(sum(1 << bit for bit in bits)) == packed(Counter(bit // COPIES for bit in bits))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.data())
def test_any_number_of_copies(copies: list[int], data: st.DataObject) -> None:
    starts = [sum(copies[:kind]) for kind in range(len(copies))]
    bits = [(1 << n) - 1 << start for n, start in zip(copies, starts, strict=True)]
    held = [data.draw(st.integers(0, n)) for n in copies]
    cards = sum((1 << n) - 1 << start for n, start in zip(held, starts, strict=True))
    kind = data.draw(st.integers(0, len(copies) - 1))
    if held[kind] < copies[kind]:
        more = add_copy(cards, bits[kind])
        assert more == cards | 1 << starts[kind] + held[kind]
        assert take_copy(more, bits[kind]) == cards
    if held[kind] == 0:
        assert take_copy(cards, bits[kind]) == cards


def test_pairs_are_multisets_with_two_bits_for_each_card() -> None:
    assert multisets.without(PAIR << 10, 5) == FIRST_COPIES & PAIR << 10 == 1 << 10


@pytest.mark.parametrize(
    ("winning", "players", "results"),
    [(0b0100, 4, [-1 / 3, -1 / 3, 1.0, -1 / 3]), (0b11, 2, [0.0, 0.0]), (0b101, 3, [0.25, -0.5, 0.25])],
)
def test_a_victory_is_shared_and_sums_to_nothing(winning: int, players: int, results: list[float]) -> None:
    out = [9.0] * players
    share_victory(winning, players, out)
    assert out == pytest.approx(results)
    assert sum(out) == pytest.approx(0.0)
