"""Scratch rows and weights: memory of a running rule, and learned tables that are no part of its code."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from weatherdeck import kernel
from weatherdeck.kernel import Int16s, Int32s, Ints, Weights, rule, scratch_features, scratch_int16s, scratch_int32s
from weatherdeck.kernel.sources import Source

LENGTH = 11
ROWS = Weights(np.array([[1, -2, 3], [127, -128, 0]], np.int8))
BIAS = Weights(np.array([-32768, 32767], np.int16))

TWINS: list[Any] = [kernel.interpreted]
if kernel.can_compile():
    TWINS += [kernel.compiled, lambda module: kernel.compiled(module, checked=True)]


@rule
def count_up(times: int, out: Ints) -> int:
    """Use a row again and again: it is zeros each time."""
    total = 0
    for _ in range(times):
        row = scratch_int16s(LENGTH)
        for i in range(LENGTH):
            total += row[i]
            row[i] = 7
        spread(row, out)
    return total


@rule
def spread(row: Int16s, out: Ints) -> None:
    """Add a row to another that lives longer."""
    for i in range(LENGTH):
        out[i] += row[i]


@rule
def wrap(n: int) -> int:
    """A number that has been in both narrow rows."""
    short = scratch_int16s(2)
    long = scratch_int32s(2)
    short[1] = n
    long[1] = n
    return short[1] * 1000000007 + widened(long)


@rule
def widened(row: Int32s) -> int:
    """The last number of a row."""
    return row[1]


@rule
def halve(n: int) -> float:
    """A fraction that has been in a row of features."""
    row = scratch_features(LENGTH)
    row[LENGTH - 1] = n / 2
    return float(row[LENGTH - 1])


@rule
def weigh(i: int, j: int) -> int:
    """Two learned numbers."""
    row = ROWS[i]
    weighed: int = row[j] * 100000 + BIAS[i]
    return weighed


@pytest.mark.parametrize("make", TWINS)
def test_a_scratch_row_is_zeros_whenever_it_is_asked_for_and_may_be_passed_on(make: Any) -> None:
    twin: kernel.Twin = make(sys.modules[__name__])
    out = twin.ints(LENGTH)
    assert twin.count_up(1000, out) == 0
    assert list(out) == [7000] * LENGTH


@pytest.mark.parametrize("make", TWINS)
def test_what_does_not_fit_a_narrow_row_wraps_around(make: Any) -> None:
    twin: kernel.Twin = make(sys.modules[__name__])
    for n in (0, -1, 32767, 32768, -32768, -32769, 2**31 - 1, 2**31, -(2**31) - 1, 10**12):
        short, long = (int(np.array(n, np.int64).astype(kind)) for kind in (np.int16, np.int32))
        assert twin.wrap(n) == short * 1000000007 + long
    assert twin.halve(3) == 1.5


@pytest.mark.parametrize("make", TWINS)
def test_weights_are_plain_integers(make: Any) -> None:
    twin: kernel.Twin = make(sys.modules[__name__])
    assert [int(twin.weigh(i, j)) for i in range(2) for j in range(3)] == [
        row[j] * 100000 + bias for row, bias in (([1, -2, 3], -32768), ([127, -128, 0], 32767)) for j in range(3)
    ]


def test_weights_of_one_type_and_shape_share_a_code_and_others_do_not() -> None:
    keys = {name: Source(_with_rows(rows)).keys("compiled") for name, rows in {
        "one": np.array([[1, 2, 3], [4, 5, 6]], np.int8),
        "other": np.array([[1, 2, 3], [4, 5, 7]], np.int8),
        "wide": np.array([[1, 2, 3], [4, 5, 6]], np.int16),
        "long": np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], np.int8),
    }.items()}  # fmt: skip
    assert keys["one"].code == keys["other"].code
    assert keys["one"].whole != keys["other"].whole
    assert len({keys[name].code for name in ("one", "wide", "long")}) == 3


def _with_rows(rows: Any) -> ModuleType:
    """This module with other weights."""
    spec = importlib.util.find_spec(__name__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module)["ROWS"] = Weights(rows)
    return module


@pytest.mark.parametrize("array", [np.zeros(3), np.zeros(3, np.int64), np.zeros((1, 1, 1), np.int8)])
def test_weights_are_narrow_integers_of_one_or_two_dimensions(array: Any) -> None:
    with pytest.raises(TypeError, match="weights are int8, int16 or int32, in one or two dimensions"):
        Weights(array)
