"""Scratch rows: memory that a rule uses while it runs, and that is gone when it returns.

    seen = scratch_features(FEATURES)    # float32, as `observe` writes them
    sums = scratch_int16s(UNITS)         # int16
    sums = scratch_int32s(UNITS)         # int32

A row is filled with zeros, and its length is a constant of the module. Compiled, it lies on the stack of the rule: it
can be passed to other rules, but never kept or returned.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .records import Features


class _Narrow(list[int]):
    """A row of narrow integers for interpreted rules. What does not fit wraps around, as it does in compiled code."""

    half: int

    def __setitem__(self, at: Any, value: Any) -> None:
        super().__setitem__(at, (value + self.half) % (2 * self.half) - self.half)


class Int16s(_Narrow):
    """A row of 16-bit integers: this list when interpreted, an int16 array when compiled."""

    half = 1 << 15


class Int32s(_Narrow):
    """A row of 32-bit integers: this list when interpreted, an int32 array when compiled."""

    half = 1 << 31


def scratch_features(n: int) -> Features:
    """A row of n features, as `observe` writes them."""
    return np.zeros(n, np.float32)


def scratch_int16s(n: int) -> Int16s:
    """A row of n 16-bit integers."""
    return Int16s([0] * n)


def scratch_int32s(n: int) -> Int32s:
    """A row of n 32-bit integers."""
    return Int32s([0] * n)


WORDS: dict[Any, Any] = {scratch_features: np.float32, scratch_int16s: np.int16, scratch_int32s: np.int32}
"""What each word makes a row of."""
