"""From a student to the network that is shipped: weights of 8 bits, and whole numbers everywhere (`games/learned.py`).

A unit that passes on twice as much to weights half as large changes nothing. So units are scaled first, until the
weights before and after them are about as large as each other, and a rounded weight loses little.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import Problem
from ..games import learned
from ..games.game import Game
from ..games.network import LARGEST

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
LARGEST_SCALE = 1 << 30
"""Scales have 32 bits."""
PACKED, WELL_PACKED = 0.92, 0.75
"""Of the bytes of its weights: what a file takes with random weights, and at best what it takes after long training."""
MOST_UNITS, STEP = 512, 32
"""Units of the first layer, by default: as many as always fit into a file, but not more than 512."""

Layer = tuple[Floats, Floats]
"""Weights, by unit and what it takes in, and biases."""


def fitting_units(game: Game, last: int) -> int:
    """The units of the first layer that always fit into a file of a game's network, up to MOST_UNITS."""
    units = MOST_UNITS
    while units > STEP and PACKED * _bytes(game, units, last) > LARGEST:
        units -= STEP
    return units


def check_size(game: Game, units: int, last: int) -> None:
    """Refuse layers that no training makes fit into a file, before anybody waits for it."""
    least = round(WELL_PACKED * _bytes(game, units, last))
    if least > LARGEST:
        raise Problem(f"a network with layers of {units:,} and {last:,} units would take at least {least:,} bytes, and "
                      f"{LARGEST:,} are allowed: choose fewer --units or --last")  # fmt: skip


def _bytes(game: Game, units: int, last: int) -> int:
    return game.rules.OBSERVATION.size * units + units * last + game.rules.ACTIONS * last


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
    likes, worth = (min(WEIGHT / _limit(layer), LARGEST_SCALE / passed) for layer in (actions, value))
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
    """What becomes the largest weight; not zero, since a student that has learned nothing has a layer of zeros."""
    return float(np.quantile(np.abs(weights), RARE)) or float(np.abs(weights).max()) or 1.0


def _passed(x: Floats, weights: Floats, bias: Floats) -> Floats:
    passed: Floats = np.maximum(x @ weights.T + bias, 0.0)
    return passed


def _whole(x: Any, kind: Any) -> npt.NDArray[Any]:
    limits = np.iinfo(kind)
    return np.array(np.clip(np.rint(x), -limits.max, limits.max), kind, order="C")
