"""Every game as a PettingZoo environment: the suites of PettingZoo itself, and what its users rely on beyond them."""

from __future__ import annotations

import copy
import pickle
import time
import warnings
from itertools import count
from typing import Any

import numpy as np
import pettingzoo
import pytest

import weatherdeck
from tests.sweeps import sample
from weatherdeck.env import pettingzoo as zoo
from weatherdeck.env import rendering
from weatherdeck.errors import IllegalMove, Problem
from weatherdeck.games import registry

with warnings.catch_warnings():  # the suites import one of PettingZoo's games in a way that is deprecated
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
    from pettingzoo.test.state_test import test_state_space as check_state_space
    from pettingzoo.utils import average_total_reward

TABLES = [(name, players) for name in registry.ours() for players in registry.load(name).players]
CYCLES = 80
"""Turns of each agent in a suite: enough for whole games."""
OF_DICTIONARIES = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
"""What PettingZoo says about every observation that is a dictionary, except those of its own games, which it lists."""


def module_of(name: str) -> Any:
    """What `from weatherdeck.env.pettingzoo import ...` gives for a game."""
    return getattr(zoo, f"{name.replace('-', '_')}_v{registry.load(name).rules.RULESET}")


def play(env: Any, steps: int, seed: int = 0) -> list[Any]:
    """Play at random; return what was seen."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        if not env.agents:
            break
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        action = None if over else int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen.append((env.agent_selection, observation["observation"].tobytes(), reward, action))
        env.step(action)
    return seen


# ---------------------------------------------------------------- PettingZoo's suites
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_api_suite_passes_without_a_warning(name: str, players: int) -> None:
    api_test(module_of(name).env(players=players, masks="info"), num_cycles=CYCLES)


@pytest.mark.parametrize("name", registry.ours())
def test_with_masks_in_observations_the_api_suite_says_only_that_they_are_dictionaries(name: str) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(module_of(name).env(), num_cycles=CYCLES)
    assert {str(warning.message) for warning in said} == OF_DICTIONARIES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_seed_suite_passes(name: str, players: int) -> None:
    seed_test(lambda: module_of(name).env(players=players), num_cycles=CYCLES)


@pytest.mark.parametrize("name", sample("games drawn by PettingZoo", registry.ours()))
def test_the_render_suite_passes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(rendering, "FPS", 1000)
    monkeypatch.setattr(rendering, "SIZE", (240, 160))
    checks = {
        "rgb_array": lambda pixels: pixels.shape == (160, 240, 3),  # always: videos need pictures of one size
        "ansi": lambda text: registry.load(name).title in text,
    }
    render_test(module_of(name).env, custom_tests=checks)


@pytest.mark.parametrize("name", registry.ours())
def test_the_performance_suite_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It plays for five seconds; here its clock is fast, and `make bench` measures."""
    clock = count()
    monkeypatch.setattr(time, "time", lambda: next(clock) / 20)
    performance_benchmark(module_of(name).env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("name", registry.ours())
def test_the_state_is_what_all_agents_see(name: str) -> None:
    env = module_of(name).raw_env()
    check_state_space(env)
    env.reset(seed=1)
    play(env, 5)
    assert env.state_space.contains(env.state())
    parts = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert np.array_equal(env.state(), np.concatenate(parts))


def test_pettingzoos_own_loop_plays_it() -> None:
    average_total_reward(module_of("winter-court").env(), max_episodes=2, max_steps=1000)


# ---------------------------------------------------------------- games
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_rewards_at_the_end_are_the_results(name: str, players: int) -> None:
    env = module_of(name).raw_env(players=players)
    env.reset(seed=3)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert tuple(env.rewards.values()) == env.position.returns
    assert env._cumulative_rewards == env.rewards
    told = {}
    for agent in env.agent_iter():
        told[agent] = env.last()[1]
        env.step(None)
    assert tuple(told.values()) == env.position.returns
    assert env.agents == []


@pytest.mark.parametrize("name", registry.ours())
def test_a_seed_deals_what_the_api_deals(name: str) -> None:
    env = module_of(name).raw_env()
    env.reset(seed=11)
    assert env.position == weatherdeck.load(name).deal(seed=11)


def test_equal_seeds_give_equal_sequences_of_games_and_no_seed_gives_others() -> None:
    def games(env: Any, seed: int | None) -> list[bytes]:
        env.reset(seed=seed)
        first = env.position.to_bytes()
        env.reset()
        return [first, env.position.to_bytes()]

    env, other = (module_of("tradewinds").raw_env() for _ in range(2))
    assert games(env, 5) == games(other, 5) == games(env, 5)
    assert len({*games(env, None), *games(module_of("tradewinds").raw_env(), None)}) == 4


def test_agents_see_only_what_they_may_know_and_only_the_next_one_may_act() -> None:
    env = module_of("weathervanes").raw_env()
    env.reset(seed=2)
    mover = env.agent_selection
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert np.array_equal(seen["observation"], env.position.redact(seat).observe(seat))
        assert seen["action_mask"].any() == (agent == mover) == env.infos[agent]["action_mask"].any()


def test_options_and_the_number_of_players_are_arguments() -> None:
    env = module_of("four-seasons").raw_env(players=5, rounds=2)
    env.reset(seed=1)
    assert env.num_agents == 5
    assert env.game == weatherdeck.load("four-seasons", players=5, rounds=2)
    with pytest.raises(Problem, match="3 or 4 or 5 or 6 players"):
        module_of("four-seasons").env(players=7)
    with pytest.raises(Problem, match="no option 'speed'"):
        module_of("four-seasons").env(speed=2)
    with pytest.raises(Problem, match="masks must be"):
        module_of("four-seasons").env(masks="nowhere")


# ---------------------------------------------------------------- illegal actions
def test_a_raw_environment_refuses_an_illegal_action_with_the_reason_and_changes_nothing() -> None:
    env = module_of("weathervanes").raw_env()
    env.reset(seed=1)
    before = env.position
    illegal = int(env.infos[env.agent_selection]["action_mask"].argmin())
    with pytest.raises(IllegalMove, match="is not in your hand"):
        env.step(illegal)
    assert env.position == before


def test_in_the_usual_wrappers_an_illegal_action_ends_the_game_with_a_penalty(
    caplog: pytest.LogCaptureFixture,
) -> None:
    env: Any = module_of("weathervanes").env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(int(env.last()[0]["action_mask"].argmin()))
    assert "Illegal move" in caplog.text
    assert env.rewards == {agent: -1.0 if agent == loser else 0 for agent in env.possible_agents}
    assert all(env.terminations.values())


# ---------------------------------------------------------------- copies
@pytest.mark.parametrize("wrapped", [True, False])
def test_a_copy_goes_on_as_the_environment_does(wrapped: bool) -> None:
    module = module_of("four-seasons")
    env = module.env() if wrapped else module.raw_env()
    env.reset(seed=4)
    play(env, 9)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), *([] if wrapped else [env.clone()])]
    rest = play(env, 1000, seed=1)
    env.reset()
    for other in copies:
        assert play(other, 1000, seed=1) == rest
        other.reset()
        assert other.unwrapped.position == env.unwrapped.position


# ---------------------------------------------------------------- names
def test_every_game_has_a_versioned_name() -> None:
    assert {module_of(name).env().unwrapped.metadata["name"] for name in registry.ours()} <= set(dir(zoo))
    assert str(module_of("weathervanes").env()) == "weathervanes_v1"
    assert repr(module_of("weathervanes")) == "<weatherdeck.env.pettingzoo.weathervanes_v1>"


@pytest.mark.parametrize("name", registry.ours())
def test_every_game_is_in_pettingzoos_registry(name: str) -> None:
    env: Any = pettingzoo.make("aec", f"weatherdeck/{name.replace('-', '_')}-v1", masks="info")
    env.reset(seed=1)
    assert env.unwrapped.position == weatherdeck.load(name).deal(seed=1)
    zoo.register_all()  # once more: nothing is registered twice


def test_a_version_that_is_not_there_is_refused() -> None:
    with pytest.raises(Problem, match="has weathervanes_v1, not weathervanes_v7"):
        zoo.weathervanes_v7  # noqa: B018
    with pytest.raises(AttributeError):
        zoo.weathervanes  # noqa: B018
    with pytest.raises(AttributeError):
        zoo.chess_v6  # noqa: B018


def test_a_game_of_another_package_is_an_environment_too() -> None:
    env: Any = zoo.env("examples.high_card", players=3, masks="info")
    assert str(env) == "high_card_v1"
    api_test(env, num_cycles=20)


# ---------------------------------------------------------------- rendering
def test_whose_view_is_shown_can_be_chosen() -> None:
    def drawn(seat: Any) -> str:
        env = module_of("weathervanes").raw_env(render_mode="ansi", render_seat=seat)
        env.reset(seed=1)
        shown = env.render()
        assert isinstance(shown, str)
        return shown

    env = module_of("weathervanes").raw_env()
    env.reset(seed=1)
    assert drawn("to_move") == drawn(env.position.to_move)
    assert len({drawn(0), drawn(1), drawn("spectator"), drawn("all")}) == 4
    assert drawn(1) in drawn("all")
    for wrong in (4, True, "me"):
        with pytest.raises(Problem, match="render_seat must be"):
            drawn(wrong)
    with pytest.raises(Problem, match="render mode must be one of"):
        module_of("weathervanes").raw_env(render_mode="svg")


def test_closing_the_window_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(rendering, "FPS", 1000)
    import pygame

    env = module_of("winter-court").raw_env(render_mode="human")
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    play(env, 3)
    assert not pygame.display.get_init()
    assert len(play(env, 3)) == 3
    env.close()
    env.close()


def test_without_a_screen_there_is_a_clear_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    env = module_of("winter-court").raw_env(render_mode="human")
    with pytest.raises(Problem, match='use render_mode="rgb_array" or "ansi"'):
        env.reset(seed=1)
