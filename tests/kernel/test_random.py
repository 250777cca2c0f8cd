"""Random numbers: sfc32, the same bits everywhere."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.worlds import assert_frequencies
from weatherdeck.kernel import count, new_rng, random, rng_below, rng_next, rng_wide, some_of


class Sfc32:
    """The generator as its author wrote it, on NumPy's wrapping 32-bit words: an independent check."""

    def __init__(self, a: int, b: int, c: int) -> None:
        self.a, self.b, self.c, self.d = (np.uint32(word) for word in (a, b, c, 1))
        for _ in range(15):
            self.next()

    def next(self) -> int:
        with np.errstate(over="ignore"):
            out = self.a + self.b + self.d
            self.d = self.d + np.uint32(1)
            self.a = self.b ^ (self.b >> np.uint32(9))
            self.b = self.c + (self.c << np.uint32(3))
            self.c = ((self.c << np.uint32(21)) | (self.c >> np.uint32(11))) + out
        return int(out)


@pytest.mark.parametrize("seed", [0, 1, 12345, (1 << 63) - 1, 1 << 64, (1 << 96) - 1])
def test_the_bits_are_those_of_sfc32(seed: int) -> None:
    rng = new_rng(seed)
    reference = Sfc32(seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, seed >> 64)
    assert [rng_next(rng) for _ in range(200)] == [reference.next() for _ in range(200)]


def test_a_seed_has_at_most_96_bits() -> None:
    for seed in (-1, 1 << 96):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            new_rng(seed)


def test_numbers_below_n_are_uniform() -> None:
    rng = new_rng(3)
    seen = Counter(rng_below(rng, 7) for _ in range(70_000))
    assert_frequencies(seen, dict.fromkeys(range(7), 1))


def test_wide_numbers_are_uniform_and_reach_past_32_bits() -> None:
    rng = new_rng(3)
    n = 3 << 60
    drawn = [rng_wide(rng, n) for _ in range(30_000)]
    assert max(drawn) < n
    assert_frequencies(Counter(number >> 60 for number in drawn), dict.fromkeys(range(3), 1))
    assert_frequencies(Counter(number & 7 for number in drawn), dict.fromkeys(range(8), 1))
    assert len({rng_wide(rng, 1) for _ in range(10)}) == 1


def test_some_of_chooses_every_subset_equally_often() -> None:
    rng = new_rng(5)
    cards = 0b1011010
    seen = Counter(some_of(cards, 2, rng) for _ in range(12_000))
    pairs = [chosen for chosen in range(cards + 1) if count(chosen) == 2 and chosen & ~cards == 0]
    assert len(pairs) == 6
    assert_frequencies(seen, dict.fromkeys(pairs, 1))
    assert some_of(cards, 0, rng) == 0
    assert some_of(cards, 4, rng) == cards


def test_a_generator_is_four_words() -> None:
    assert len(new_rng(1)) == random.RNG_WORDS
