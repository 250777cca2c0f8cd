"""Every game passes OpenSpiel's own tests, and its information states say what a player has seen and nothing else."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
import unittest
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.decks import WITH_DECKS, another_deck
from tests.sweeps import sample
from weatherdeck import kernel
from weatherdeck.errors import IllegalMove, Problem
from weatherdeck.games import discovery, registry
from weatherdeck.games.game import Game
from weatherdeck.games.options import OptionError
from weatherdeck.kernel import listening, new_rng

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheels for Windows")

from open_spiel.integration_tests import api_test  # noqa: E402  # where there is OpenSpiel
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from weatherdeck.env import openspiel, single  # noqa: E402
from weatherdeck.env.desk import Engine  # noqa: E402
from weatherdeck.env.memory import Moment  # noqa: E402

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TABLES = [
    f"{openspiel.short_name(name)}(players={players})"
    for name in registry.ours()
    for players in registry.load(name).players
]
"""Every game with every number of players."""


@pytest.fixture(scope="module", autouse=True)
def the_same_numbers_each_time() -> Iterator[None]:
    """OpenSpiel's own tests draw from NumPy's global generator."""
    before = np.random.get_state()
    np.random.seed(1)
    yield
    np.random.set_state(before)


def dealt(game: Any, seed: int = 1) -> Any:
    state = game.new_initial_state()
    dice = np.random.RandomState(seed)
    while state.is_chance_node():
        state.apply_action(int(dice.randint(openspiel.SIDES)))
    return state


def random_game(game: Any, seed: int = 1) -> Iterator[Any]:
    """Every state of a random game, from the one before the deal; always the same object."""
    state, dice = game.new_initial_state(), np.random.RandomState(seed)
    yield state
    while not state.is_terminal():
        state.apply_action(int(dice.choice(state.legal_actions())))
        yield state


# ---------------------------------------------------------------- OpenSpiel's own tests
@pytest.mark.parametrize("table", TABLES)
def test_random_games_keep_openspiels_contract(table: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("table", TABLES)
def test_games_can_be_copied_and_pickled_as_openspiels_simulation_test_wants(table: str) -> None:
    games_sim_test.GamesSimTest("sim_game").sim_game(pyspiel.load_game(table))


@pytest.mark.parametrize("table", TABLES)
def test_openspiels_api_test_passes(table: str) -> None:
    class Ours(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # OpenSpiel has no types
        game, game_name = pyspiel.load_game(table), table

        @classmethod
        def setUpClass(cls) -> None:
            """Theirs picks states near the root, and in 256 deals at a time it hardly finds a player's decision."""
            cls.some_states = [state.clone() for n, state in enumerate(random_game(cls.game)) if n % 19 == 0]
            cls.some_states.append(list(random_game(cls.game))[-1])
            cls.game_type = cls.game.get_type()

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Ours).run(result)
    assert result.testsRun >= 5
    assert not [*result.errors, *result.failures, *result.skipped]


class NoOpinion(mcts.Evaluator):  # type: ignore[misc]  # as above
    """Finds all positions and moves equally good, which is quicker than playing games out."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@pytest.mark.parametrize("table", sample("games searched by OpenSpiel", TABLES))
def test_openspiels_search_for_hidden_information_plays_whole_games(table: str) -> None:
    """A state of another player in the tree has the same legal actions whenever it comes up, or the search fails."""
    game = pyspiel.load_game(table)
    bot = ismcts.ISMCTSBot(game, NoOpinion(), uct_c=1.0, max_simulations=6, random_state=np.random.RandomState(1))
    state = dealt(game)
    while not state.is_terminal():
        state.apply_action(int(state.legal_actions()[0] if state.is_chance_node() else bot.step(state)))
    assert len(state.history()) <= game.max_history_length()


def test_a_search_with_random_playouts_plays_a_whole_game() -> None:
    game = pyspiel.load_game("weatherdeck_tradewinds")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=4, random_state=np.random.RandomState(1))
    state, dice = dealt(game), np.random.RandomState(1)
    while not state.is_terminal():
        state.apply_action(int(dice.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state)))
    assert len(set(state.returns())) == 1


@pytest.mark.parametrize("table", TABLES)
def test_openspiels_own_bots_play(table: str) -> None:
    game = pyspiel.load_game(table)
    bots = [pyspiel.make_uniform_random_bot(player, 5) for player in range(game.num_players())]
    results = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(3)]
    assert len({tuple(result) for result in results}) > 1


def test_openspiel_writes_a_playthrough_and_the_same_one_again() -> None:
    texts = [generate_playthrough.playthrough("weatherdeck_tradewinds", None, seed=3) for _ in range(2)]
    assert texts[0] == texts[1]
    assert "UtilitySum() = None" in texts[0]
    assert 'PrivateObservationString(0) = ""' in texts[0], "before the deal"


@pytest.mark.parametrize("table", TABLES)
def test_the_learning_environment_runs_an_episode(table: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(table), include_full_state=True)
    env.seed(1)
    step, dice, steps = env.reset(), np.random.RandomState(1), 0
    size = env.observation_spec()["info_state"][0]
    while not step.last():
        mover = step.observations["current_player"]
        seen = np.array(step.observations["info_state"])
        assert seen.shape == (env.num_players, size)
        assert seen[mover].any()
        step = env.step([int(dice.choice(step.observations["legal_actions"][mover]))])
        steps += 1
    assert steps <= env.game.max_game_length()
    assert step.rewards == env.get_state.returns()


# ---------------------------------------------------------------- what is registered
def test_every_game_is_registered_once() -> None:
    names = openspiel.register()
    assert names == [openspiel.short_name(name) for name in registry.names()]
    assert [pyspiel.registered_names().count(name) for name in names] == [1] * len(names)
    assert openspiel.register() == names


@pytest.mark.usefixtures("without_compiler")
def test_a_game_of_another_package_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    points = [EntryPoint(name, package, discovery.ENTRY_POINTS) for name, package in OTHERS.items()]
    monkeypatch.setattr(discovery, "entry_points", lambda **_: points)
    with pytest.warns(UserWarning, match=r"not registered with OpenSpiel: the game 'broken' \(no_such_package\)"):
        assert "weatherdeck_high_card" in openspiel.register()
    game = pyspiel.load_game("weatherdeck_high_card(players=3,free_play=True)")
    assert game.max_game_length() == 15
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


OTHERS = {"broken": "no_such_package", "high_card": "high_card"}


def test_players_and_options_are_parameters() -> None:
    game = pyspiel.load_game("weatherdeck_four_seasons(players=5,rounds=2)")
    assert game.num_players() == 5
    assert game.max_game_length() == 21 * 5 * 2
    assert str(game) == "weatherdeck_four_seasons(players=5,rounds=2)"
    assert game.engine.unpack(dealt(game).moment.state).rounds == 2
    for chosen in ("weatherdeck_winter_court(first=1)", "weatherdeck_tradewinds(first=S,open_hands=True)"):
        first = dealt(pyspiel.load_game(chosen)).current_player()
        assert first == (1 if "winter" in chosen else 2)


def test_results_relate_as_the_type_says() -> None:
    utility = pyspiel.GameType.Utility
    for name, wanted in (
        ("tradewinds", utility.IDENTICAL),
        ("four_seasons", utility.GENERAL_SUM),
        ("four_seasons(rounds=2)", utility.ZERO_SUM),
        ("weathervanes", utility.ZERO_SUM),
    ):
        game = pyspiel.load_game(f"weatherdeck_{name}")
        assert game.get_type().utility == wanted
        assert game.utility_sum() == (0.0 if wanted == utility.ZERO_SUM else None)


def test_wrong_parameters_are_refused_with_the_reason() -> None:
    with pytest.raises(OptionError, match="3 or 4 or 5 or 6 players, not 9"):
        pyspiel.load_game("weatherdeck_four_seasons(players=9)")
    with pytest.raises(OptionError, match="a whole number from 1 to 99, not 100"):
        pyspiel.load_game("weatherdeck_four_seasons(rounds=100)")
    with pytest.raises(Problem, match="no such folder"):
        pyspiel.load_game("weatherdeck_weathervanes", {"deck": "no such folder/deck.toml"})


def interpreted(game: Game) -> Engine:
    return Engine(game, kernel.interpreted(single, game.module))


def compiled(game: Game) -> Engine:
    return Engine(game, kernel.compiled(single, game.module))


@pytest.fixture
def without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything works without Numba too, and a game of which little is played is not worth compiling."""
    monkeypatch.setattr(openspiel, "engine_of", interpreted)


@pytest.mark.usefixtures("without_compiler")
def test_a_deck_is_a_parameter(tmp_path: Path) -> None:
    name = WITH_DECKS[0]
    deck = tmp_path / "mine.toml"
    deck.write_text(another_deck(name).text, encoding="utf-8")
    game = pyspiel.load_game(openspiel.short_name(name), {"deck": str(deck)})
    assert game.engine.game.fingerprint != registry.load(name).fingerprint
    state = dealt(game)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_state_travels_to_another_process(tmp_path: Path) -> None:
    game = pyspiel.load_game(TABLES[0])
    state = dealt(game)
    state.apply_action(state.legal_actions()[0])
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    code = (
        "import pathlib, pickle, sys; "
        "s = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes()); "
        "print(s.get_game()); print(s.information_state_string(0))"
    )
    command = [sys.executable, "-W", "error", "-c", code, str(tmp_path / "state")]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == f"{game}\n{state.information_state_string(0)}\n"
    assert run.stderr == ""


def test_without_openspiel_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "weatherdeck.env.openspiel")
    with pytest.raises(Problem, match="pip install open-spiel"):
        importlib.import_module("weatherdeck.env.openspiel")


@pytest.mark.parametrize("name", registry.ours())
def test_games_are_the_same_without_a_compiler(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "engine_of", compiled)
    fast = pyspiel.load_game(openspiel.short_name(name))
    monkeypatch.setattr(openspiel, "engine_of", interpreted)
    slow = pyspiel.load_game(openspiel.short_name(name))
    for number, (one, other) in enumerate(zip(random_game(fast), random_game(slow), strict=True)):
        assert one.legal_actions() == other.legal_actions()
        if number % 16 == 0:
            assert one.information_state_string(0) == other.information_state_string(0)
            assert one.observation_tensor(1) == other.observation_tensor(1)
    assert one.returns() == other.returns()
    assert str(one) == str(other)


# ---------------------------------------------------------------- chance and illegal actions
def test_a_copy_of_a_game_has_a_future_of_its_own() -> None:
    """What will be drawn is not in a state: it comes from chance nodes after the action that draws."""
    game = pyspiel.load_game("weatherdeck_tradewinds")
    for state in random_game(game):
        if state.is_chance_node() and state.moment is not None:
            break
    futures = set()
    for side in range(8):
        copy = state.clone()
        while copy.is_chance_node():
            copy.apply_action(side)
        futures.add(str(copy))
    assert len(futures) > 1
    assert state.is_chance_node(), "the copies did not change it"


def test_chance_is_asked_only_where_the_rules_draw() -> None:
    for table in TABLES:
        game = pyspiel.load_game(table)
        engine = game.engine
        before = None
        for state in random_game(game):
            if state.moment is not None and before is not None and state.moment is not before.moment:
                asked = before.is_chance_node()
                rng = new_rng(5)
                again = engine.unpack(before.moment.state)
                engine.game.rules.apply(again, state.moment.action, rng)
                assert (rng != new_rng(5)) == asked
            before = state.clone() if state.moment is not None else None


def test_an_illegal_action_is_refused_with_the_reason_and_changes_nothing() -> None:
    state = dealt(pyspiel.load_game("weatherdeck_weathervanes"))
    before, wrong = str(state), next(a for a in range(96) if a not in state.legal_actions())
    with pytest.raises(IllegalMove, match="is not in your hand"):
        state.apply_action(wrong)
    with pytest.raises(IllegalMove, match="numbered from 0 to 103"):
        state.apply_action(104)
    assert str(state) == before
    assert state.move_number() == openspiel.DICE


# ---------------------------------------------------------------- what players know
@pytest.mark.parametrize("table", TABLES)
def test_nobody_can_tell_a_world_from_another_that_looks_the_same(table: str) -> None:
    """A player's information state is equal in two worlds as long as they saw the same in both, and no longer.

    The second world is another deal with the same cards for the player. Both get the same moves, each its own chance.
    """
    game = pyspiel.load_game(table)
    engine = game.engine
    same = 0
    for player in range(game.num_players()):
        true = dealt(game)
        other = true.resample_from_infostate(player, lambda: 0.3)
        other.moment = Moment(other.moment.state)  # as if it had been dealt so
        assert str(true) != str(other)
        dice = np.random.RandomState(player)
        looks_the_same = True
        for _ in range(30 * openspiel.DICE):
            both = [action for action in true.legal_actions() if action in other.legal_actions()]
            if true.is_chance_node() != other.is_chance_node() or not both:
                break
            chosen = dice.choice(both, 2 if true.is_chance_node() else 1)
            true.apply_action(int(chosen[0]))
            other.apply_action(int(chosen[-1]))
            seen = [engine.redact(state.moment.state, player) for state in (true, other)]
            looks_the_same = looks_the_same and seen[0] == seen[1]
            strings = [state.information_state_string(player) for state in (true, other)]
            assert (strings[0] == strings[1]) == looks_the_same
            same += looks_the_same
    assert same > 3 * game.num_players()


@pytest.mark.parametrize("name", registry.ours())
def test_information_states_leave_out_nothing_that_the_log_tells(name: str) -> None:
    """If a player cannot tell two worlds apart before and after a move, the log says the same about it in both."""
    game = registry.load(name)
    rules, players = game.rules, max(game.players)
    dice, compared = np.random.RandomState(1), 0
    state, rng = game.new_state(players), new_rng(1)
    rules.deal(state, rng)
    while not rules.is_over(state) and compared < 300:
        action = int(dice.choice(game.legal(state)))
        for seat in range(players):
            world = game.redacted(state, seat)
            rules.redeal(world, seat, new_rng(int(dice.randint(1 << 30))))
            if action in game.legal(world):
                logs, seen = [], []
                for copy in (state.copy(), world):
                    with listening() as told:
                        rules.apply(copy, action, list(rng))
                    logs.append([rules.EVENTS.seen_by(rules.EVENTS.read(one), seat) for one in told])
                    seen.append(game.redacted(copy, seat))
                if seen[0] == seen[1]:
                    assert logs[0] == logs[1]
                    compared += 1
        rules.apply(state, action, rng)
    assert compared > 30


@pytest.mark.parametrize("table", TABLES)
def test_players_forget_nothing(table: str) -> None:
    game = pyspiel.load_game(table)
    before = [f"player {player}\n" for player in range(game.num_players())]
    for number, state in enumerate(random_game(game)):
        if state.moment is not None and not state.is_chance_node() and number < 120:
            now = [state.information_state_string(player) for player in range(game.num_players())]
            assert all(new.startswith(old) and new != old for new, old in zip(now, before, strict=True))
            before = now
            assert state.clone().information_state_string(0) == now[0]
            assert pickle.loads(pickle.dumps(state)).information_state_string(0) == now[0]


def test_a_world_that_a_player_supposes_is_one_for_the_others_too() -> None:
    """The others hold other cards there, so they know other things. The player who supposes it sees no difference."""
    game = pyspiel.load_game("weatherdeck_four_seasons(players=3)")
    state = dealt(game)
    for _ in range(8):
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    draws = iter(np.random.RandomState(1).uniform(size=40))
    for _ in range(20):
        world = state.resample_from_infostate(player, lambda: next(draws))
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
        again = world.resample_from_infostate((player + 1) % 3, lambda: next(draws))
        other = (player + 1) % 3
        assert again.information_state_string(other) == world.information_state_string(other)
        assert game.engine.redact(again.moment.state, other) == game.engine.redact(world.moment.state, other)
    assert world.information_state_string(other) != state.information_state_string(other)


KINDS = [
    pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    for public in (True, False)
    for recall in (True, False)
    for private in pyspiel.PrivateInfoType.__members__.values()
]


@pytest.mark.parametrize("table", TABLES)
def test_every_kind_of_observation_hides_what_it_should(table: str) -> None:
    game = pyspiel.load_game(table)
    true = dealt(game)
    for player in range(game.num_players()):
        supposed = true.resample_from_infostate(player, lambda: 0.7)
        for kind in KINDS:
            looks = make_observation(game, kind)
            strings = [looks.string_from(state, player) for state in (true, supposed)]
            if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
                assert strings[0] != strings[1]
            else:
                assert strings[0] == strings[1]
            if not kind.public_info and kind.private_info == pyspiel.PrivateInfoType.NONE:
                assert strings[0] == ""
    with pytest.raises(Problem, match="no parameters"):
        make_observation(game, None, {"more": 1})


@pytest.mark.parametrize("table", TABLES)
def test_the_tensor_is_the_games_own_observation(table: str) -> None:
    game = pyspiel.load_game(table)
    layout = game.engine.game.rules.OBSERVATION
    assert game.observation_tensor_shape() == [layout.size]
    looks = make_observation(game)
    looks.set_from(game.new_initial_state(), 0)
    assert not looks.tensor.any()
    state = dealt(game)
    wanted = np.zeros(layout.size, np.float32)
    for player in range(game.num_players()):
        looks.set_from(state, player)
        game.engine.game.rules.observe(game.engine.unpack(state.moment.state), player, wanted)
        assert np.array_equal(looks.tensor, wanted)
        assert state.observation_tensor(player) == wanted.tolist()
    part = layout.parts[1]
    assert np.array_equal(looks.dict[part.name], wanted[part.offset : part.offset + part.size])
