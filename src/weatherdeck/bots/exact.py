"""`exp` and `log` in operations that IEEE 754 rounds exactly, so that their bits are equal on every CPU and GPU.

The libraries of C and CUDA differ in the last bit, and a weight that differs is, once in a long while, another move.
Both are right to a few units in the last place, which is all that weights of moves and worlds need.
"""

from __future__ import annotations

import math

from ..kernel import rule

LOWEST = -700.0
"""Where `exp` ends: below this, it is 0."""
LN2 = 0.6931471803691238
LN2_REST = 1.9082149292705877e-10
"""ln 2 in two parts. The first has few digits, so that its multiples are exact."""
PER_LN2 = 1.4426950408889634
ROOT_HALF = 0.7071067811865476
ROOT_TWO = 1.4142135623730951


@rule
def exp(x: float) -> float:
    """e to the power of x, for x up to 700."""
    if x < LOWEST:
        return 0.0
    k = int(x * PER_LN2 + (0.5 if x > 0.0 else -0.5))
    r = (x - k * LN2) - k * LN2_REST  # x is k ln 2 + r, with r close to 0: then the series of e^r is short
    r2 = r * r
    r4 = r2 * r2
    low = (1.0 + r) + (1 / 2 + r * (1 / 6)) * r2
    middle = (1 / 24 + r * (1 / 120)) + (1 / 720 + r * (1 / 5040)) * r2
    high = (1 / 40320 + r * (1 / 362880)) + (1 / 3628800 + r * (1 / 39916800)) * r2
    top = 1 / 479001600 + r * (1 / 6227020800)
    return (low + (middle + (high + top * r4) * r4) * r4) * power_of_two(k)


@rule
def power_of_two(k: int) -> float:
    """2 to the power of k."""
    factor = 2.0
    left = k
    if k < 0:
        factor = 0.5
        left = -k
    power = 1.0
    while left > 0:
        if left & 1:
            power *= factor
        factor *= factor
        left >>= 1
    return power


@rule
def log(x: float) -> float:
    """The natural logarithm of a finite number; -inf at 0 and below."""
    if x <= 0.0:
        return -math.inf
    k = 0
    while x < ROOT_HALF:
        x *= 2.0
        k -= 1
    while x > ROOT_TWO:
        x *= 0.5
        k += 1
    s = (x - 1.0) / (x + 1.0)  # ln x is 2 artanh s, with s close to 0
    z = s * s
    series = 1 / 15 + z * (1 / 17 + z * (1 / 19 + z * (1 / 21)))
    series = 1 / 7 + z * (1 / 9 + z * (1 / 11 + z * (1 / 13 + z * series)))
    series = 1.0 + z * (1 / 3 + z * (1 / 5 + z * series))
    return k * LN2 + (k * LN2_REST + 2.0 * s * series)
