"""Random numbers: sfc32, in arithmetic that gives equal bits interpreted, compiled and on a GPU.

The generator is four words below 2**32, held in int64 and passed to whoever draws. It is never part of a state, so
that nothing in a state says what will be drawn next.
"""

from __future__ import annotations

from .cards import count
from .language import rule
from .records import Ints

RNG_WORDS = 4
MASK32 = 0xFFFFFFFF
WARM_UP = 15
"""Steps that are skipped after seeding, as the author of the generator recommends for a seed of 96 bits."""


@rule
def rng_next(rng: Ints) -> int:
    """The next 32 random bits."""
    a = rng[0]
    b = rng[1]
    c = rng[2]
    d = rng[3]
    out = (a + b + d) & MASK32
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK32
    rng[2] = ((((c << 21) & MASK32) | (c >> 11)) + out) & MASK32
    rng[3] = (d + 1) & MASK32
    return out


@rule
def rng_seed(rng: Ints, seed: int) -> None:
    """Start the generator from a seed (up to 63 bits compiled, 96 bits interpreted)."""
    rng_stream(rng, seed, (seed >> 32) >> 32)


@rule
def rng_stream(rng: Ints, seed: int, stream: int) -> None:
    """Start the generator from the low 64 bits of a seed and a stream number of 32 bits: streams are independent."""
    rng[0] = seed & MASK32
    rng[1] = (seed >> 32) & MASK32
    rng[2] = stream & MASK32
    rng[3] = 1
    for _ in range(WARM_UP):
        rng_next(rng)


@rule
def rng_below(rng: Ints, n: int) -> int:
    """A random number in range(n), for n up to 2**31 (by multiplication; the bias is below n / 2**32)."""
    return (rng_next(rng) * n) >> 32


@rule
def rng_wide(rng: Ints, n: int) -> int:
    """A random number in range(n), for n up to 2**62, without bias: numbers past the last multiple of n are redrawn."""
    while True:
        bits = (rng_next(rng) << 30) | (rng_next(rng) >> 2)
        number = bits % n
        if bits - number <= (1 << 62) - n:
            return number


@rule
def some_of(cards: int, n: int, rng: Ints) -> int:
    """A random choice of n cards of a set, all choices equally likely."""
    left = count(cards)
    if n == left:
        return cards
    chosen = 0
    while n > 0:
        taken = 1 if rng_below(rng, left) < n else 0  # without a branch, which no processor could foresee
        chosen |= cards & -cards & -taken
        n -= taken
        cards &= cards - 1
        left -= 1
    return chosen


def new_rng(seed: int) -> list[int]:
    """A generator for interpreted rules, started from a seed of up to 96 bits."""
    if not 0 <= seed < 1 << 96:
        raise ValueError(f"a seed is a whole number from 0 to 2**96 - 1, not {seed}")
    rng = [0] * RNG_WORDS
    rng_seed(rng, seed)
    return rng
