"""`exp` and `log`: right to the last digits, and equal in both twins bit by bit."""

from __future__ import annotations

import math
import random

import pytest

from weatherdeck import kernel
from weatherdeck.bots import exact

DRAWN = random.Random(1)
SMALL = [0.0, -0.0, 1e-300, -1e-9, math.log(2) / 2, -math.log(2) / 2, -699.9, 699.9]
POWERS = SMALL + [DRAWN.uniform(-60, 5) for _ in range(2000)]
POSITIVE = [1.0, 0.5, 2.0, 5e-324, 1e300, math.sqrt(0.5), math.sqrt(2)] + [math.exp(x) for x in POWERS]


@pytest.mark.parametrize("x", SMALL)
def test_exp_is_e_to_the_power(x: float) -> None:
    assert exact.exp(x) == pytest.approx(math.exp(x), rel=1e-15)


def test_both_are_right_to_a_few_units_in_the_last_place() -> None:
    assert max(abs(exact.exp(x) - math.exp(x)) / math.ulp(math.exp(x)) for x in POWERS) < 3
    assert max(abs(exact.log(x) - math.log(x)) / math.ulp(math.log(x) or 1.0) for x in POSITIVE) < 5


def test_certainty_and_impossibility_are_exact() -> None:
    assert exact.exp(0.0) == 1.0
    assert exact.log(1.0) == 0.0
    assert exact.exp(-1e9) == exact.exp(-math.inf) == 0.0
    assert exact.log(0.0) == -math.inf


@pytest.mark.skipif(not kernel.can_compile(), reason="there is one twin only")
def test_both_twins_have_equal_bits() -> None:
    fast = kernel.compiled(exact)
    assert [fast.exp(x) for x in POWERS] == [exact.exp(x) for x in POWERS]
    assert [fast.log(x) for x in POSITIVE] == [exact.log(x) for x in POSITIVE]
