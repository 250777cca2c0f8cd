"""The VecEnv for Stable-Baselines3. These tests run where it is installed; it needs PyTorch, so it is in no set-up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from weatherdeck.errors import Problem
from weatherdeck.games import registry

sb3 = pytest.importorskip("stable_baselines3")


def tables(name: str, n: int = 8, **settings: Any) -> Any:
    from weatherdeck.env.sb3 import TableVecEnv

    return TableVecEnv(name, n, **settings)


@pytest.mark.parametrize("name", registry.ours())
def test_stable_baselines_check_of_a_single_environment_passes_without_a_warning(name: str) -> None:
    from stable_baselines3.common.env_checker import check_env

    from weatherdeck.env.gymnasium import TableEnv

    check_env(TableEnv(name), warn=True)


@pytest.mark.parametrize("name", registry.ours())
def test_whole_games_are_played_with_masks(name: str) -> None:
    envs = tables(name, seat="random", opponents="random")
    envs.seed(3)
    seen, ended, rng = envs.reset(), 0, np.random.default_rng(1)
    while ended < 8:
        masks = np.stack(envs.env_method("action_masks"))
        assert np.array_equal(masks, envs.action_masks())
        seen, rewards, dones, infos = envs.step((rng.random(masks.shape) * masks).argmax(axis=1))
        assert all(row in envs.observation_space for row in seen)
        for table in np.flatnonzero(dones):
            assert infos[table]["terminal_observation"] in envs.observation_space
            assert rewards[table] in infos[table]["results"]
            assert not infos[table]["illegal_action"]
        assert not any(info for info, done in zip(infos, dones, strict=True) if not done)
        ended += int(dones.sum())


def test_seeds_are_used_once() -> None:
    envs = tables("tradewinds", 3, opponents=None)
    envs.seed(5)
    first = envs.reset()
    assert not np.array_equal(envs.reset(), first)
    envs.seed(5)
    assert np.array_equal(envs.reset(), first)


def test_an_illegal_action_ends_the_game_with_a_penalty() -> None:
    envs = tables("weathervanes", 2)
    envs.seed(1)
    envs.reset()
    masks = envs.action_masks()
    _, rewards, dones, infos = envs.step(np.array([masks[0].argmin(), masks[1].argmax()]))
    assert rewards.tolist() == [-1, 0]
    assert dones.tolist() == [True, False]
    assert infos[0]["illegal_action"]


def test_what_tables_have_and_what_they_do_not() -> None:
    envs = tables("weathervanes", 3)
    assert envs.has_attr("action_masks")
    assert not envs.has_attr("gravity")
    assert envs.get_attr("render_mode", [0, 2]) == [None, None]
    assert envs.env_is_wrapped(object) == [False] * 3
    with pytest.raises(Problem, match="no step_back"):
        envs.env_method("step_back")
    with pytest.raises(Problem, match="cannot be set"):
        envs.set_attr("seat", 1)
    envs.close()


def test_a_maskable_ppo_learns_on_it() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    from stable_baselines3.common.vec_env import VecMonitor

    envs = VecMonitor(tables("tweedy-tricksters", 16))
    model = contrib.MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=256, seed=1, device="cpu")
    model.learn(4096)
    assert model.num_timesteps == 4096
    assert np.isfinite([episode["r"] for episode in model.ep_info_buffer]).all()
