"""Every game keeps RLCard's contract, with RLCard's own agents and tools."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections import OrderedDict
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rlcard
from rlcard.envs.registration import registry as registered
from rlcard.utils import reorganize, tournament

from tests.decks import WITH_DECKS, another_deck
from weatherdeck import kernel
from weatherdeck.env import rlcard as cover
from weatherdeck.env import single
from weatherdeck.env.desk import Engine
from weatherdeck.errors import IllegalMove, Problem
from weatherdeck.games import discovery, registry
from weatherdeck.games.game import Game
from weatherdeck.games.options import OptionError

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TABLES = [(name, players) for name in registry.ours() for players in registry.load(name).players]
"""Every game with every number of players."""


def rlcards_random_agent() -> Any:
    """RLCard's own agent, without those beside it: their package needs distutils, which Python 3.12 does not have."""
    file = Path(rlcard.__file__).parent / "agents" / "random_agent.py"
    spec = importlib.util.spec_from_file_location("rlcards_random_agent", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.RandomAgent


RandomAgent = rlcards_random_agent()


@pytest.fixture(autouse=True)
def the_same_numbers_each_time() -> Iterator[None]:
    """RLCard's random agent draws from NumPy's global generator."""
    before = np.random.get_state()
    np.random.seed(1)
    yield
    np.random.set_state(before)


def make(name: str, players: int | None = None, **settings: Any) -> Any:
    config = {"seed": 7, **settings} | ({} if players is None else {"game_num_players": players})
    env = rlcard.make(cover.PREFIX + name, config=config)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return env


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_agents_play_whole_games(name: str, players: int) -> None:
    env = make(name, players)
    assert (env.num_players, env.num_actions) == (players, registry.load(name).rules.ACTIONS)
    assert env.state_shape == [[registry.load(name).rules.OBSERVATION.size]] * players
    assert env.action_shape == [None] * players
    trajectories, payoffs = env.run(is_training=True)
    assert env.is_over()
    assert env.timestep == len(env.action_recorder) == sum(len(told) // 2 for told in trajectories)
    assert len(trajectories) == len(payoffs) == players
    assert np.abs(payoffs).max() <= 1
    for told in trajectories:
        for state, action in zip(told[:-1:2], told[1::2], strict=True):
            assert set(state) == {"obs", "legal_actions", "raw_obs", "raw_legal_actions", "action_record"}
            assert isinstance(state["legal_actions"], OrderedDict)
            assert action in state["legal_actions"]
            assert len(state["raw_legal_actions"]) == len(state["legal_actions"])
        assert told[-1]["legal_actions"] == {}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rlcards_tools_learn_from_the_games(name: str, players: int) -> None:
    env = make(name, players)
    transitions = reorganize(*env.run(is_training=False))
    assert len(transitions) == players
    for told in transitions:
        for state, _, reward, after, done in told[:-1]:
            assert (reward, done) == (0, False)
            assert state["obs"].shape == after["obs"].shape == (registry.load(name).rules.OBSERVATION.size,)
        assert told[-1][4]
    last = [told[-1][2] for told in transitions]
    assert last == list(env.get_payoffs())
    average = tournament(env, 2)
    assert len(average) == players


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_gives_the_same_games(name: str, players: int) -> None:
    ends = []
    for seed in (7, 7, 8):
        np.random.seed(3)
        env = make(name, players, seed=seed)
        first, player = env.reset()
        ends.append((first["obs"].tobytes(), player, env.run()[1].tolist(), env.get_perfect_information()))
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


@pytest.mark.parametrize("name", registry.ours())
def test_a_game_can_be_stepped_back_to_the_deal(name: str) -> None:
    env = make(name, allow_step_back=True)
    first, player = env.reset()
    told = [(env.get_perfect_information(), player)]
    while not env.is_over():
        state, player = env.step(RandomAgent.step(env.get_state(player)))
        told.append((env.get_perfect_information(), player))
    moves = [move for _, move in state["action_record"]]
    assert len(moves) == len(told) - 1
    for number, (before, player) in reversed(list(enumerate(told[:-1]))):
        state, seat = env.step_back()
        assert (env.get_perfect_information(), seat) == (before, player)
        assert [move for _, move in state["action_record"]] == moves[:number]
    assert np.array_equal(state["obs"], first["obs"])
    assert env.step_back() is False
    for number, move in enumerate(moves, 1):
        env.step(move, raw_action=True)  # what was drawn for a move is drawn again
        assert env.get_perfect_information() == told[number][0]


def test_stepping_back_must_be_allowed() -> None:
    env = make(registry.ours()[0])
    env.reset()
    with pytest.raises(Exception, match="Step back is off"):
        env.step_back()


@pytest.mark.parametrize("name", registry.ours())
def test_a_seat_is_shown_what_it_may_know_and_nothing_else(name: str) -> None:
    env = make(name)
    state, player = env.reset()
    position, truth = env.game.position, env.get_perfect_information()
    for seat in range(env.num_players):
        shown = env.get_state(seat)
        env.game.position = position.redeal(seat, seed=5)
        assert env.get_perfect_information() != truth
        supposed = env.get_state(seat)
        assert shown["raw_obs"] == supposed["raw_obs"]
        assert np.array_equal(shown["obs"], supposed["obs"])
        assert shown["legal_actions"] == supposed["legal_actions"]
        assert bool(shown["legal_actions"]) == (seat == player)
        env.game.position = position
    assert list(state["legal_actions"]) == sorted(env._get_legal_actions())


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = make("weathervanes")
    state, player = env.reset()
    wrong = next(action for action in range(96) if action not in state["legal_actions"])
    with pytest.raises(IllegalMove, match="is not in your hand"):
        env.step(wrong)
    with pytest.raises(IllegalMove, match="expected"):
        env.step("nonsense", raw_action=True)
    assert (env.timestep, env.action_recorder, env.get_player_id()) == (0, [], player)


def test_options_are_settings_of_the_game() -> None:
    env = make("four-seasons", 5, game_rounds=2)
    env.reset()
    assert env.get_perfect_information()["rounds"] == 2
    with pytest.raises(OptionError, match="no option 'colour'"):
        make("four-seasons", game_colour="red")
    with pytest.raises(OptionError, match="not 9"):
        make("four-seasons", 9)


@pytest.fixture
def without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of which little is played is not worth compiling."""

    def interpreted(game: Game) -> Engine:
        return Engine(game, kernel.interpreted(single, game.module))

    monkeypatch.setattr("weatherdeck.env.game.engine_of", interpreted)


@pytest.mark.usefixtures("without_compiler")
def test_a_deck_is_a_setting_of_the_game(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(another_deck(WITH_DECKS[0]).text, encoding="utf-8")
    env = make(WITH_DECKS[0], game_deck=str(deck))
    env.reset()
    assert env.rules.fingerprint != registry.load(WITH_DECKS[0]).fingerprint


@pytest.mark.usefixtures("without_compiler")
def test_a_game_of_another_package_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    others = {"broken": "no_such_package", "high_card": "high_card"}
    monkeypatch.syspath_prepend(str(EXAMPLES))
    points = [EntryPoint(name, package, discovery.ENTRY_POINTS) for name, package in others.items()]
    monkeypatch.setattr(discovery, "entry_points", lambda **_: points)
    with pytest.warns(UserWarning, match="not registered with RLCard: the game 'broken'"):
        names = cover.register_games()
    assert names == [cover.PREFIX + name for name in (*registry.ours(), "high_card")]
    assert set(names) <= set(registered.env_specs)
    assert len(make("high_card", 3, game_free_play=True).run()[1]) == 3


def test_without_rlcard_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rlcard.envs", None)
    monkeypatch.delitem(sys.modules, "weatherdeck.env.rlcard")
    with pytest.raises(Problem, match="pip install rlcard"):
        importlib.import_module("weatherdeck.env.rlcard")
