"""Stable-Baselines3: one seat at each of many tables as a VecEnv, with masks for sb3-contrib's MaskablePPO.

    from weatherdeck.env.sb3 import TableVecEnv

    model = MaskablePPO("MlpPolicy", TableVecEnv("two-words", 64, opponents="greedy"))

`docs/environments.md` is the guide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import Problem
from ..extras import library
from .game import load
from .learners import Learners, Opponents, Seat

library("stable_baselines3", "this environment", "learn")

from gymnasium import spaces  # noqa: E402  # Stable-Baselines3 needs it, so it is there
from stable_baselines3.common.vec_env import VecEnv  # noqa: E402

Indices = None | int | Iterable[int]


class TableVecEnv(VecEnv):  # type: ignore[misc]  # the library need not be installed where types are checked
    """One seat at each of many tables. An illegal action ends the game with a reward of -1."""

    def __init__(
        self, name: str, num_envs: int = 64, *, seat: Seat = 0, opponents: Opponents = "random", **settings: Any
    ) -> None:
        """Tables of a game by its name. `settings` are its deck, players and options."""
        self.game = load(name, **settings)
        self.learners = Learners(self.game, num_envs, seat=seat, opponents=opponents)
        self.render_mode = None
        self._actions: Any = None
        layout = self.game.observation
        observed = spaces.Box(layout.low, layout.high, dtype=np.float32)
        super().__init__(num_envs, observed, spaces.Discrete(self.game.actions))

    def reset(self) -> npt.NDArray[np.float32]:
        """Deal new games: from the seeds that `seed` set, if it did."""
        seeds = [seed for seed in self._seeds if seed is not None]
        self.learners.reset(seeds if len(seeds) == self.num_envs else None)
        self._reset_seeds()
        self._reset_options()
        return self.learners.observations.copy()

    def step_async(self, actions: Any) -> None:
        """Take the actions that `step_wait` carries out."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Carry out the actions, and everything until the learner's next turn."""
        outcome = self.learners.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if outcome.last_seen is not None:
            for table in np.flatnonzero(outcome.ended):
                infos[table] = {
                    "terminal_observation": outcome.last_seen[table],
                    "results": outcome.results[table],
                    "illegal_action": bool(outcome.illegal[table]),
                }
        return self.learners.observations.copy(), outcome.rewards, outcome.ended, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal, by table."""
        return self.learners.masks.astype(np.bool_)

    def env_method(self, method_name: str, *arguments: Any, indices: Indices = None, **more: Any) -> list[Any]:
        """Masks by table: the only method that tables have. They are rows of a batch, and no environments."""
        if method_name != "action_masks" or arguments or more:
            raise Problem(f"tables have the method action_masks, without arguments, and no {method_name}")
        masks = self.action_masks()
        return [masks[table] for table in self._chosen(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute that all tables have in common."""
        return [getattr(self, attr_name) for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refuse: tables have no attributes of their own."""
        del value, indices
        raise Problem(f"{attr_name} cannot be set: tables are rows of a batch, and have no attributes of their own")

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """No table is wrapped."""
        del wrapper_class
        return [False for _ in self._chosen(indices)]

    def close(self) -> None:
        """Nothing needs to be closed."""

    def _chosen(self, indices: Indices) -> Sequence[int]:
        return list(self._get_indices(indices))
