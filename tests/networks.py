"""What a network must answer: the formula in plain NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from weatherdeck.games.network import Network


def first_layer(one: Network, seen: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """What the units of the first layer add up, however large it is."""
    levels = np.floor(seen.astype(np.float64) * 64 + 0.5).astype(np.int64)
    sums: npt.NDArray[np.int64] = (levels[:, None] * one.arrays["first"].astype(np.int64) + 32 >> 6).sum(axis=0)
    return sums + one.arrays["first_bias"]


def last_layer(one: Network, seen: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """What the units of the last layer pass on."""
    sums = first_layer(one, seen).astype(np.int16).astype(np.int64)
    deep = one.arrays["second_bias"] + np.clip(sums, 0, 4095) @ one.arrays["second"].astype(np.int64)
    shifted = deep.astype(np.int32).astype(np.int64) >> int(one.arrays["scales"][0])
    passed: npt.NDArray[np.int64] = np.clip(shifted, 0, 4095)
    return passed


def foretold(one: Network, state: Any, seat: int) -> float:
    """What `foretell` must answer."""
    value = int(one.arrays["value_bias"]) + int(
        last_layer(one, seen_by(one, state, seat)) @ one.arrays["value"].astype(int)
    )
    return value / int(one.arrays["scales"][2])


def advised(one: Network, state: Any, legal: Sequence[int]) -> list[float]:
    """What `advise` must answer."""
    liked = [0.0] * len(legal)
    one.game.judgement.prefer(state, list(legal), len(legal), liked)
    passed = last_layer(one, seen_by(one, state, state.to_move))
    found = []
    for action, like in zip(legal, liked, strict=True):
        learned = int(one.arrays["actions_bias"][action]) + int(passed @ one.arrays["actions"][action].astype(int))
        found.append(one.about["trust"] / 256 * max(-20.0, like - max(liked)) + learned / int(one.arrays["scales"][1]))
    return found


def seen_by(one: Network, state: Any, seat: int) -> npt.NDArray[np.float32]:
    """What a seat observes."""
    seen = np.zeros(one.game.rules.OBSERVATION.size, np.float32)
    one.game.rules.observe(state, seat, seen)
    return seen
