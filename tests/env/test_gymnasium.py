"""Every game as Gymnasium environments: Gymnasium's checks, and what learners rely on beyond them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import weatherdeck
import weatherdeck.env.gymnasium as ours
from weatherdeck.bots import UnknownBot
from weatherdeck.env import rendering
from weatherdeck.env.quick import QuickBot, quick_policy
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.game import Game, NoJudgement

TABLES = [(name, players) for name in registry.ours() for players in registry.load(name).players]
N = 6


def identity(name: str) -> str:
    """The name that a game is registered under."""
    return f"weatherdeck/{''.join(word.capitalize() for word in name.split('-'))}-v{registry.load(name).rules.RULESET}"


def lowest(masks: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """The lowest legal action at each table."""
    return np.asarray(masks.argmax(axis=-1))


def at_random(masks: npt.NDArray[np.int8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A random legal action at each table."""
    chosen: npt.NDArray[np.int64] = (rng.random(masks.shape) * masks).argmax(axis=-1)
    return chosen


# ---------------------------------------------------------------- Gymnasium's checks
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_gymnasiums_check_passes_without_a_warning(name: str, players: int) -> None:
    env = gymnasium.make(identity(name), players=players, opponents="greedy", seat="random")
    check_env(env.unwrapped, skip_render_check=True)


def test_gymnasiums_check_of_rendering_passes_without_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(rendering, "FPS", 1000)
    check_env(gymnasium.make(identity("winter-court"), render_mode="rgb_array").unwrapped)


def test_a_window_shows_every_move_of_bots_before_and_after_the_learners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(rendering, "FPS", 1000)
    monkeypatch.setattr(rendering, "SIZE", (240, 160))
    for seat in range(2):  # one of them moves first
        env = gymnasium.make(identity("winter-court"), seat=seat, render_mode="human")
        _, info = env.reset(seed=1)
        env.step(int(info["action_mask"].argmax()))
        env.close()


@pytest.mark.parametrize("name", registry.ours())
def test_the_module_can_be_named_in_the_id(name: str) -> None:
    env = gymnasium.make(f"weatherdeck.env.gymnasium:{identity(name)}")
    assert env.spec is not None
    assert env.spec.id == identity(name)
    ours.register_all()  # once more: nothing is registered twice


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_vector_has_the_spaces_and_arrays_that_gymnasium_describes(name: str, players: int) -> None:
    envs = gymnasium.make_vec(identity(name), num_envs=N, players=players, opponents=None)
    assert isinstance(envs.metadata["autoreset_mode"], AutoresetMode)
    seen, info = envs.reset(seed=1)
    rng, ended = np.random.default_rng(1), 0
    while ended < N:
        assert seen in envs.observation_space
        assert all(row in envs.single_observation_space for row in seen)
        assert info["action_mask"].shape == (N, int(envs.single_action_space.n))  # type: ignore[attr-defined]
        actions = at_random(info["action_mask"], rng)
        assert actions in envs.action_space
        seen, rewards, terminated, truncated, info = envs.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (N,)
        assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float64, np.bool_, np.bool_)
        assert not truncated.any()
        assert ("final_obs" in info) == terminated.any()
        for table in np.flatnonzero(terminated):
            assert info["final_obs"][table] in envs.single_observation_space
            assert info["_final_obs"][table]
            assert info["_final_info"][table]
            assert rewards[table] == info["final_info"]["results"][table, info["final_info"]["seat"][table]]
        ended += int(terminated.sum())
    envs.close()


@pytest.mark.parametrize("name", registry.ours())
def test_the_first_games_of_a_vector_are_those_of_single_environments(name: str) -> None:
    """With the same seeds: also in Gymnasium's own vector of single environments."""
    settings: dict[str, Any] = {"opponents": None}
    many = gymnasium.make_vec(identity(name), num_envs=3, **settings)
    single = gymnasium.make_vec(
        identity(name),
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        **settings,
    )
    (seen, info), (other_seen, other_info) = many.reset(seed=5), single.reset(seed=5)
    for _ in range(40):
        assert np.array_equal(seen, other_seen)
        for key in ("action_mask", "seat"):
            assert np.array_equal(info[key], other_info[key])
        actions = lowest(info["action_mask"])
        seen, rewards, terminated, _, info = many.step(actions)
        other_seen, other_rewards, other_terminated, _, other_info = single.step(actions)
        assert np.array_equal(terminated, other_terminated)
        assert np.allclose(rewards, other_rewards)
        if terminated.any():
            table = int(terminated.argmax())
            assert np.array_equal(info["final_obs"][table], other_info["final_obs"][table])
            mine, others = info["final_info"]["results"][table], other_info["final_info"]["results"][table]
            assert np.allclose(mine, others)
            break


def test_gymnasiums_statistics_of_episodes_work_on_it() -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec(identity("tweedy-tricksters"), num_envs=N))
    _, info = envs.reset(seed=1)
    for _ in range(300):
        _, _, terminated, _, info = envs.step(lowest(info["action_mask"]))
        if terminated.any():
            break
    assert info["episode"]["l"][terminated].all()


# ---------------------------------------------------------------- games against opponents
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_is_always_the_learners_turn(name: str, players: int) -> None:
    envs = gymnasium.make_vec(identity(name), num_envs=N, players=players, seat=players - 1, opponents="random")
    _, info = envs.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(30):
        assert (info["seat"] == players - 1).all()
        _, _, _, _, info = envs.step(at_random(info["action_mask"], rng))


def test_the_learner_sees_what_its_seat_may_know() -> None:
    env: Any = gymnasium.make(identity("weathervanes"), seat=2, opponents="random").unwrapped
    seen, info = env.reset(seed=4)
    for _ in range(10):
        assert env.position.to_move == 2 == info["seat"]
        assert np.array_equal(seen, env.position.redact(2).observe(2))
        assert np.array_equal(info["action_mask"], env.position.mask())
        assert np.array_equal(env.action_masks(), env.position.mask())
        seen, _, _, _, info = env.step(int(info["action_mask"].argmax()))


def results(seat: Any, opponents: Any, games: int = 400) -> npt.NDArray[np.float64]:
    """The learner's results, who plays at random."""
    envs = gymnasium.make_vec(identity("winter-court"), num_envs=64, seat=seat, opponents=opponents)
    _, info = envs.reset(seed=1)
    rng, found = np.random.default_rng(1), np.zeros(0)
    while len(found) < games:
        _, rewards, terminated, _, info = envs.step(at_random(info["action_mask"], rng))
        found = np.concatenate([found, rewards[terminated]])
    return found


def test_opponents_play_as_well_as_they_are_said_to() -> None:
    assert abs(results("random", "random").mean()) < 0.2
    assert results("random", "greedy").mean() < -0.9


def test_each_opponent_can_be_another_bot() -> None:
    named = gymnasium.make_vec(identity("tradewinds"), num_envs=2, opponents=["random", "greedy", "novice"])
    named.reset(seed=1)
    with pytest.raises(Problem, match="has 3 opponents, not 2"):
        gymnasium.make(identity("tradewinds"), opponents=["random", "greedy"])
    with pytest.raises(UnknownBot, match="no bot 'genius'"):
        gymnasium.make_vec(identity("tradewinds"), num_envs=2, opponents="genius")
    with pytest.raises(Problem, match="seat must be a number from 0 to 3"):
        gymnasium.make(identity("tradewinds"), seat=4)


def test_a_bot_that_searches_does_not_play_many_tables_at_once() -> None:
    with pytest.raises(Problem, match=r'not against expert: use single environments \(vectorization_mode="sync"'):
        gymnasium.make_vec(identity("tradewinds"), num_envs=2, opponents="expert")


def test_a_game_without_a_greedy_has_random_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, because compiling another game takes longer than playing it."""
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")
    game = registry.load("examples.high_card")
    greedy = game.greedy
    object.__setattr__(game, "greedy", None)  # it is frozen
    try:
        envs = ours.TableVectorEnv("examples.high_card", 4, seat="random", opponents="random")
        _, info = envs.reset(seed=1)
        ended = 0
        while not ended:
            _, _, terminated, _, info = envs.step(lowest(info["action_mask"]))
            ended += int(terminated.sum())
        with pytest.raises(NoJudgement):
            ours.TableVectorEnv("examples.high_card", 4, opponents="greedy")
    finally:
        object.__setattr__(game, "greedy", greedy)


def test_the_caller_can_play_every_seat() -> None:
    env: Any = gymnasium.make(identity("tradewinds"), opponents=None).unwrapped
    _, info = env.reset(seed=1)
    position, over = weatherdeck.load("tradewinds").deal(seed=1), False
    while not over:
        assert info["seat"] == position.to_move
        acting, action = info["seat"], int(info["action_mask"].argmax())
        position = position.apply(action)
        _, reward, over, _, info = env.step(action)
    assert position.over
    assert tuple(info["results"]) == pytest.approx(position.returns)
    assert reward == position.returns[acting]


@pytest.mark.parametrize("name", registry.ours())
def test_a_quick_bot_plays_what_the_bot_of_its_name_likes_best(name: str) -> None:
    game = weatherdeck.load(name)
    policy = quick_policy(game, "greedy")
    assert policy is not None
    bot, position = QuickBot(game, policy, seed=1), game.deal(seed=1)
    for _ in range(20):
        seat = position.to_move
        assert seat is not None
        likes = [0.0] * len(position.legal)
        registry.load(name).judgement.prefer(position.redact(seat).state, list(position.legal), len(likes), likes)
        action = bot.choose(position)
        assert likes[position.legal.index(action)] == pytest.approx(max(likes))
        assert pickle.loads(pickle.dumps(bot)).choose(position) == action
        position = position.apply(action)


def test_quick_bots_are_those_that_do_not_search() -> None:
    game = weatherdeck.load("tradewinds")
    quick = [name for name in weatherdeck.list_bots() if quick_policy(game, name) is not None]
    assert quick == ["random", "greedy", "novice", "club"]


# ---------------------------------------------------------------- illegal actions, seeds, copies
def test_an_illegal_action_ends_a_game_with_a_penalty() -> None:
    env = gymnasium.make(identity("weathervanes"))
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmin()))
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, True)
    assert not info["action_mask"].any()
    with pytest.raises(Problem, match=r"call reset\(\)"):
        env.unwrapped.step(0)


def test_an_illegal_action_ends_the_game_at_its_table_only() -> None:
    envs: Any = gymnasium.make_vec(identity("weathervanes"), num_envs=3, opponents=None)
    _, info = envs.reset(seed=1)
    actions = lowest(info["action_mask"])
    actions[1] = 10**6
    before = [envs.learners.batch.states[table].tobytes() for table in range(3)]
    _, rewards, terminated, _, info = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    assert info["final_info"]["illegal_action"].tolist() == [False, True, False]
    assert envs.learners.batch.states[1].tobytes() != before[1]
    for wrong in (np.zeros(2, np.int64), np.zeros(3)):
        with pytest.raises(Problem, match="a step takes 3 whole numbers"):
            envs.step(wrong)


def test_equal_seeds_give_equal_games() -> None:
    def whole(opponents: Any) -> list[Any]:
        envs = gymnasium.make_vec(identity("four-seasons"), num_envs=N, seat="random", opponents=opponents)
        seen, info = envs.reset(seed=9)
        told = [seen]
        for _ in range(60):
            seen, rewards, _, _, info = envs.step(lowest(info["action_mask"]))
            told += [seen, rewards]
        return told

    for opponents in (None, "random", "greedy"):
        assert all(np.array_equal(a, b) for a, b in zip(whole(opponents), whole(opponents), strict=True))


def test_some_tables_can_be_dealt_anew_and_each_can_have_its_seed() -> None:
    envs: Any = gymnasium.make_vec(identity("tradewinds"), num_envs=3, opponents=None)
    first, _ = envs.reset(seed=[7, 8, 7])
    assert np.array_equal(first[0], first[2])
    _, info = envs.reset(seed=[5, 8, 5])
    _, _, _, _, info = envs.step(lowest(info["action_mask"]))
    again, _ = envs.reset(seed=[7, 7, 7], options={"reset_mask": np.array([True, False, False])})
    assert np.array_equal(again[0], first[0])
    assert not np.array_equal(again[1], first[0])
    with pytest.raises(Problem, match="an array of 3 flags"):
        envs.reset(options={"reset_mask": [True]})
    for wrong in (-1, 1 << 63, [1, 2]):
        with pytest.raises(Problem, match="a seed is a whole number from 0"):
            envs.reset(seed=wrong)


def test_what_is_returned_stays_as_it_is_unless_told_otherwise() -> None:
    for kept in (True, False):
        envs = gymnasium.make_vec(identity("tradewinds"), num_envs=2, copy=kept)
        seen, info = envs.reset(seed=1)
        before = seen.copy()
        envs.step(lowest(info["action_mask"]))
        assert np.array_equal(seen, before) == kept


def test_a_copy_of_a_single_environment_goes_on_as_it_does() -> None:
    env: Any = gymnasium.make(identity("winter-court"), opponents="greedy").unwrapped
    _, info = env.reset(seed=3)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        action = int(info["action_mask"].argmax())
        mine, theirs = copy.deepcopy(env).step(action), other.step(action)
        assert np.array_equal(mine[0], theirs[0])
        assert mine[1:4] == theirs[1:4]


# ---------------------------------------------------------------- rendering
def test_the_learners_view_is_shown() -> None:
    env: Any = gymnasium.make(identity("weathervanes"), seat=1, opponents="random", render_mode="ansi").unwrapped
    env.reset(seed=1)
    assert env.render() == rendering.as_text(env.game._game, env.position.state, 1)
    other: Any = gymnasium.make(identity("weathervanes"), seat=1, render_seat=0, render_mode="ansi").unwrapped
    other.reset(seed=1)
    assert other.render() == rendering.as_text(other.game._game, other.position.state, 0)
    envs = gymnasium.make_vec(identity("weathervanes"), num_envs=2, seat=1, render_mode="ansi")
    envs.reset(seed=1)
    shown = envs.render()
    assert shown is not None
    assert [text.splitlines()[0] for text in shown] == [env.render().splitlines()[0]] * 2  # type: ignore[union-attr]
    with pytest.raises(Problem, match="rgb_array or ansi"):
        gymnasium.make_vec(identity("weathervanes"), num_envs=2, render_mode="human")


def test_pictures_of_all_tables_have_one_size() -> None:
    envs = gymnasium.make_vec(identity("tradewinds"), num_envs=2, render_mode="rgb_array")
    envs.reset(seed=1)
    shown = envs.render()
    assert shown is not None
    assert {frame.shape for frame in shown} == {(800, 1200, 3)}  # type: ignore[union-attr]


def test_a_broken_game_of_another_package_does_not_keep_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    load = registry.load

    def broken(name: str) -> Game:
        if name == "broken":
            raise registry.BrokenGame("it is broken")
        return load(name)

    monkeypatch.setattr(registry, "names", lambda: ["broken", *registry.ours()])
    monkeypatch.setattr(registry, "load", broken)
    ours.register_all()
