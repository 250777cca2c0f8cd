"""From a student to the network that is shipped: weights of 8 bits, and whole numbers everywhere (`games/learned.py`).

A unit that passes on twice as much to weights half as large changes nothing. So units are scaled first, until the
weights before and after them are about as large as each other, and a rounded weight loses little.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..games import learned

Floats = npt.NDArray[np.float64]
WEIGHT = 127
"""The largest weight."""
ROUNDS = 20
"""How often units are scaled: each layer disturbs the other, less and less."""
RARE = 0.9998
"""Of all weights of a layer: the largest may be cut off, so that the others are rounded less."""
MOST_OF_UNIT = 0.99
"""Of the weights of one unit, likewise, when units are scaled."""
HEADROOM = 0.8
"""Of the most that a unit can pass on: what the largest in a sample may use."""


Layer = tuple[Floats, Floats]
"""Weights, by unit and what it takes in, and biases."""


def rounded(layers: Mapping[str, Layer], seen: Floats) -> dict[str, npt.NDArray[Any]]:
    """The arrays of the integer network. `seen` is a sample of what seats observe."""
    most = learned.MOST
    (first, first_bias), (second, second_bias) = layers["first"], layers["second"]
    (actions, actions_bias), (value, value_bias) = layers["actions"], layers["value"]
    for _ in range(ROUNDS):
        scale = np.sqrt(_largest(second, 0) / _largest(first, 1))
        first, first_bias, second = first * scale[:, None], first_bias * scale, second / scale
        scale = np.sqrt(_largest(np.concatenate([actions, value]), 0) / _largest(second, 1))
        second, second_bias = second * scale[:, None], second_bias * scale
        actions, value = actions / scale, value / scale
    one = min(WEIGHT / _limit(first), most * HEADROOM / _passed(seen, first, first_bias).max())
    two = WEIGHT / _limit(second)
    last = _passed(_passed(seen, first, first_bias), second, second_bias).max()
    shift = 0
    while last * one * two / (1 << shift) > most * HEADROOM:
        shift += 1
    passed = one * two / (1 << shift)
    likes, worth = WEIGHT / _limit(actions), WEIGHT / _limit(value)
    scales = shift, round(passed * likes), round(passed * worth)
    return {
        "first": _whole(first.T * one, np.int8),
        "first_bias": _whole(first_bias * one, np.int16),
        "second": _whole(second.T * two, np.int8),
        "second_bias": _whole(second_bias * one * two, np.int32),
        "actions": _whole(actions * likes, np.int8),
        "actions_bias": _whole(actions_bias * passed * likes, np.int32),
        "value": _whole(value[0] * worth, np.int8),
        "value_bias": _whole(value_bias[0] * passed * worth, np.int32),
        "scales": np.array(scales, np.int32),
    }


def _largest(weights: Floats, axis: int) -> Floats:
    """About the largest weight of each unit; not zero, since one divides by it."""
    found: Floats = np.maximum(np.quantile(np.abs(weights), MOST_OF_UNIT, axis), 1e-6)
    return found


def _limit(weights: Floats) -> float:
    """What becomes the largest weight."""
    return float(np.quantile(np.abs(weights), RARE))


def _passed(x: Floats, weights: Floats, bias: Floats) -> Floats:
    passed: Floats = np.maximum(x @ weights.T + bias, 0.0)
    return passed


def _whole(x: Any, kind: Any) -> npt.NDArray[Any]:
    limits = np.iinfo(kind)
    return np.array(np.clip(np.rint(x), -limits.max, limits.max), kind, order="C")
