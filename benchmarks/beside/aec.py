"""Random play in a PettingZoo environment, ours or theirs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np


def random_steps(env: Any) -> Iterator[None]:
    """Play random games for ever; an item for each decision."""
    for seed in count(1):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[random.randrange(len(legal))]))
                yield
