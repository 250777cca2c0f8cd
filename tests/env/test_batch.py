"""A batch plays exactly the games of the rules, whatever is done to its arrays."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.decks import with_another_deck
from tests.sweeps import sample
from weatherdeck import conformance
from weatherdeck.env.batch import IDLE, INPUTS, OUTPUTS, SPECTATOR, UNKNOWN, Batch, IllegalActions
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.options import Value
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match

NAMES = registry.ours()
TWEEDY = registry.load("tweedy-tricksters")
WINDS = registry.load("tradewinds")
VARIANTS = [
    *(
        pytest.param(registry.load(name), players, options, id=f"{name}-{players}-{options}")
        for name in NAMES
        for players, options in conformance.variants(registry.load(name))
        if options.get("rounds") != 1  # one round, like the usual game
    ),
    pytest.param(with_another_deck("tweedy-tricksters"), None, {}, id="another deck"),  # each takes its compilation
]


def everything(batch: Batch) -> dict[str, bytes]:
    """The bytes of all arrays. Of the choices, only those that are legal mean anything."""
    found = {name: getattr(batch, name).tobytes() for name in (*INPUTS, *OUTPUTS) if name != "choices"}
    found["choices"] = b"".join(row[:n].tobytes() for row, n in zip(batch.choices, batch.legal, strict=True))
    return found


def raw(states: Any, *numbers: int) -> list[bytes]:
    """The bytes of some states. NumPy does not copy what lies between their fields if several are asked for at once."""
    return [states[number].tobytes() for number in numbers]


class OneByOne:
    """A table of a batch, played by the rules themselves."""

    def __init__(self, game: Game, players: int | None, options: dict[str, Value]) -> None:
        self.game, self.players, self.options = game, players, options

    def deal(self, seed: int) -> None:
        self.rng = new_rng(seed)
        self.state = self.game.new_state(self.players, self.options)
        self.game.rules.deal(self.state, self.rng)

    def step(self, action: int) -> None:
        self.game.rules.apply(self.state, action, self.rng)

    def compare(self, batch: Batch, table: int) -> None:
        game, rules, state = self.game, self.game.rules, self.state
        assert batch.states[table].tobytes() == state.to_bytes()
        assert batch.generators[table].tolist() == self.rng
        legal = game.legal(state)
        assert batch.choices[table, : batch.legal[table]].tolist() == legal
        assert np.flatnonzero(batch.masks[table]).tolist() == sorted(legal)
        assert batch.seats[table] == state.to_move
        seen = np.full(rules.OBSERVATION.size, np.nan, np.float32)
        rules.observe(state, state.to_move, seen)
        assert batch.observations[table].tobytes() == seen.tobytes()


@pytest.mark.parametrize(("game", "players", "options"), sample("batches compared", VARIANTS, VARIANTS[-1:]))
def test_a_batch_plays_the_games_of_the_rules(game: Game, players: int | None, options: dict[str, Value]) -> None:
    batch = Batch(game, 3, players=players, options=options, seed=11)
    alone = [OneByOne(game, players, options) for _ in range(batch.n)]
    assert batch.seeds.tolist() == [11, 12, 13]
    moves = [0] * batch.n
    for table, one in enumerate(alone):
        one.deal(11 + table)
        one.compare(batch, table)
    for _ in range(60):
        actions = batch.random_actions()
        batch.step(actions)
        for table, one in enumerate(alone):
            one.step(int(actions[table]))
            moves[table] += 1
            over = game.rules.is_over(one.state)
            assert batch.done[table] == over
            results = game.returns(one.state) if over else [0.0] * batch.players
            assert batch.rewards[table].tolist() == np.array(results, np.float32).tolist()
            if over:
                assert batch.lengths[table] == moves[table]
                one.deal(int(batch.seeds[table]))
                moves[table] = 0
            assert batch.moves[table] == moves[table]
            one.compare(batch, table)


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_plays_the_same_interpreted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> Iterator[dict[str, bytes]]:
        batch = Batch(registry.load(name), 2, seed=5)
        for number in range(40):
            batch.step(batch.random_actions())
            if number == 20:
                batch.redeal(1, tables=[1])
            if number == 30:
                batch.reset(tables=[0])
            yield everything(batch)
        yield {"seen": batch.observe(0).tobytes(), "known": batch.redacted(1).tobytes()}
        yield everything(batch.take([1, 0, 1]))

    compiled = list(play())
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")
    slow = Batch(registry.load(name), 2, seed=5)
    assert slow._twin.mode == "interpreted"
    assert all(isinstance(getattr(slow, array), np.ndarray) for array in (*INPUTS, *OUTPUTS))
    assert list(play()) == compiled


@pytest.mark.parametrize("name", NAMES)
def test_any_number_of_threads_plays_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(threads: int) -> dict[str, bytes]:
        monkeypatch.setenv("WEATHERDECK_THREADS", str(threads))
        batch = Batch(registry.load(name), 3000, seed=2)
        for _ in range(40):
            batch.step(batch.random_actions())
        return everything(batch)

    alone = play(1)
    assert play(2) == alone
    assert play(7) == alone


# ---------------------------------------------------------------- seeds
def test_the_seed_and_the_actions_of_a_game_play_it_again_in_a_match() -> None:
    batch = Batch(TWEEDY, 1, seed=4)
    while batch.finished[0] < 2:
        seed, actions = int(batch.seeds[0]), []
        while True:
            actions.append(int(batch.random_actions()[0]))
            batch.step([actions[-1]])
            if batch.done[0]:
                break
        match = Match(TWEEDY, seed=seed)
        for action in actions:
            match.play(action)
        assert match.is_over
        assert np.array(TWEEDY.returns(match.state), np.float32).tolist() == batch.rewards[0].tolist()
        assert batch.lengths[0] == len(actions)


def test_the_next_deals_do_not_depend_on_what_is_played() -> None:
    batches = [Batch(WINDS, 4, seed=9), Batch(WINDS, 4, seed=9)]
    batches[1].random_actions()  # it plays other games
    for _ in range(3 * 24):
        for batch in batches:
            batch.step(batch.random_actions())
    assert batches[0].finished.tolist() == batches[1].finished.tolist() == [3] * 4
    assert batches[0].seeds.tolist() == batches[1].seeds.tolist()
    assert batches[0].states.tobytes() == batches[1].states.tobytes()
    assert len(set(batches[0].seeds.tolist())) == 4


def test_a_batch_is_dealt_by_its_seed() -> None:
    batch, other = Batch(TWEEDY, 3, seed=0), Batch(TWEEDY, 3, seed=1)
    assert batch.states[1:].tobytes() == other.states[:2].tobytes()
    batch.step(batch.random_actions())
    batch.reset(seed=1)
    assert everything(batch) == everything(other)


def test_some_tables_are_dealt_again_and_the_others_go_on() -> None:
    batch, other = Batch(TWEEDY, 4, seed=0), Batch(TWEEDY, 4, seed=0)
    for each in (batch, other):
        each.step(each.random_actions())
    before = everything(batch)
    batch.reset(tables=[])
    assert everything(batch) == before
    batch.reset(tables=[3, 1], seeds=[70, 71])
    assert batch.seeds.tolist() == [0, 71, 2, 70]
    assert batch.moves.tolist() == [1, 0, 1, 0]
    assert raw(batch.states, 0, 2) == raw(other.states, 0, 2)
    assert raw(batch.states, 3) == raw(Batch(TWEEDY, 1, seed=70).states, 0)
    batch.reset(tables=np.array([False, False, True, False]), seed=100)
    assert batch.seeds.tolist() == [0, 71, 102, 70]
    batch.reset(tables=0)
    assert batch.seeds[0] not in (0, UNKNOWN)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"seed": -1}, "takes a seed from 0 to"),
        ({"seed": (1 << 63) - 1}, "takes a seed from 0 to"),
        ({"seed": 1.5}, "a seed is a whole number, not 1.5"),
        ({"seed": True}, "a seed is a whole number, not True"),
        ({"seed": 1, "seeds": [1, 2, 3]}, "a seed or seeds, not both"),
        ({"seeds": [1, 2]}, "here 3 of them"),
        ({"seeds": [1, -2, 3]}, "seeds are numbers from 0"),
        ({"seeds": [1, 2.5, 3]}, "seeds are whole numbers"),
        ({"seeds": np.array([1, 2, 1 << 63], np.uint64)}, "seeds are whole numbers"),
        ({"tables": [3]}, "tables are numbered from 0 to 2"),
        ({"tables": [-1]}, "tables are numbered from 0 to 2"),
        ({"tables": [1, 1]}, "a table is named twice"),
        ({"tables": [0.5]}, "tables are whole numbers"),
        ({"tables": [True]}, "a mask of tables has 3 values"),
    ],
)
def test_what_cannot_be_dealt_is_refused(asked: dict[str, Any], reason: str) -> None:
    batch = Batch(TWEEDY, 3)
    before = everything(batch)
    with pytest.raises(Problem, match=reason):
        batch.reset(**asked)
    assert everything(batch) == before


# ---------------------------------------------------------------- actions
@pytest.fixture
def tables() -> Batch:
    return Batch(TWEEDY, 3, seed=1)


def test_an_illegal_action_is_refused_with_the_reason_and_nothing_changes(tables: Batch) -> None:
    before = everything(tables)
    actions = tables.random_actions().copy()
    actions[1] = TWEEDY.words.parse("pairs:02-13")  # the first cards are not even drafted
    reason = TWEEDY.words.why_not(TWEEDY.rules.State.unpack(tables.states[1]), int(actions[1]))
    with pytest.raises(IllegalActions) as refused:
        tables.step(actions)
    text = TWEEDY.words.text(int(actions[1]))
    assert str(refused.value) == f"table 1: {text} (action {actions[1]}) is not legal: {reason}"
    assert refused.value.tables.tolist() == [1]
    assert pickle.loads(pickle.dumps(refused.value)).tables.tolist() == [1]
    after = everything(tables)
    assert after.pop("thoughts") != before.pop("thoughts")  # the random actions were asked for
    assert after == before


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ([999, -5, -1], r"table 0: 999 is not an action: .* from 0 to \d+ \(the actions of 1 more tables"),
        ([-2, -1, -1], "table 0: -2 is not an action"),
        ([-1, -1], r"a step takes 3 actions, one for each table, not an array of shape \(2,\)"),
        ([[-1, -1, -1]], r"not an array of shape \(1, 3\)"),
        (-1, r"not an array of shape \(\)"),
        ([], r"not an array of shape \(0,\)"),
        ([-1.0, -1.0, -1.0], "actions are whole numbers that fit 64 bits, not an array of float64"),
        ([float("nan")] * 3, "actions are whole numbers"),
        ([True, False, True], "not an array of bool"),
        (["a", "b", "c"], "actions are whole numbers"),
        ([None, None, None], "not an array of object"),
        ([[1], [1, 2], 3], "actions are an array of whole numbers"),
        (
            np.array([(1 << 64) - 1] * 3, np.uint64),
            "actions are whole numbers that fit 64 bits, not an array of uint64",
        ),
    ],
)
def test_what_is_no_action_is_refused(tables: Batch, actions: Any, reason: str) -> None:
    before = everything(tables)
    with pytest.raises(Problem, match=reason):
        tables.step(actions)
    assert everything(tables) == before


@pytest.mark.parametrize("kind", ["int32", "uint8", "big-endian", "strided", "read-only", "list", "its own array"])
def test_actions_can_be_whole_numbers_of_any_kind(tables: Batch, kind: str) -> None:
    other = tables.copy()
    actions = tables.random_actions().copy()
    other.step(actions)
    strided = np.repeat(actions, 2)[::2]
    fixed = actions.copy()
    fixed.flags.writeable = False
    tables.seats[:] = actions
    tables.step(
        {
            "int32": actions.astype(np.int32),
            "uint8": actions.astype(np.uint8),
            "big-endian": actions.astype(">i8"),
            "strided": strided,
            "read-only": fixed,
            "list": actions.tolist(),
            "its own array": tables.seats,
        }[kind]
    )
    assert tables.states.tobytes() == other.states.tobytes()
    assert tables.seats.tobytes() == other.seats.tobytes()


def test_idle_tables_wait(tables: Batch) -> None:
    tables.step(tables.random_actions())
    before = everything(tables)
    tables.step([IDLE] * 3)
    assert everything(tables) == before


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_to_the_outputs_changes_no_game(name: str) -> None:
    batch, other = Batch(registry.load(name), 2, seed=3), Batch(registry.load(name), 2, seed=3)
    for _ in range(30):
        for output in OUTPUTS:
            getattr(batch, output)[...] = 1
        with pytest.raises(IllegalActions):
            batch.step([int(np.flatnonzero(other.masks[0] == 0)[0]), IDLE])
        for each in (batch, other):
            each.step(each.random_actions())
        assert everything(batch) == everything(other)


@pytest.mark.parametrize("array", INPUTS)
def test_what_the_games_depend_on_cannot_be_written_to(tables: Batch, array: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(tables, array)[...] = 0


def test_arrays_stay_the_same_objects(tables: Batch) -> None:
    arrays = [getattr(tables, name) for name in (*INPUTS, *OUTPUTS)]
    places = [array.ctypes.data for array in arrays]
    tables.step(tables.random_actions())
    tables.reset()
    tables.redeal()
    tables.replace([0], tables.states[[1]], audited=True)
    assert all(getattr(tables, name) is array for name, array in zip((*INPUTS, *OUTPUTS), arrays, strict=True))
    assert [array.ctypes.data for array in arrays] == places


# ---------------------------------------------------------------- the end of a game
def test_a_finished_table_waits_for_its_reset_without_again() -> None:
    batch = Batch(WINDS, 2, seed=6, again=False)
    for _ in range(24):
        assert batch.returns().tolist() == [[0.0] * 4] * 2
        batch.step(batch.random_actions())
    assert batch.done.tolist() == [1, 1]
    assert batch.seats.tolist() == batch.random_actions().tolist() == [IDLE, IDLE]
    assert not any(array.any() for array in (batch.masks, batch.observations, batch.legal))
    results = batch.rewards.copy()
    with pytest.raises(IllegalActions, match=r"the game is over; reset the table, or give it IDLE \(-1\)"):
        batch.step([IDLE, 0])
    batch.step([IDLE, IDLE])
    assert not any(array.any() for array in (batch.done, batch.rewards))
    assert batch.returns().tolist() == results.tolist()
    assert batch.finished.tolist() == [1, 1]
    batch.reset(tables=[1])
    assert batch.legal.tolist() == [0, 6]


def test_observations_and_masks_can_be_left_out() -> None:
    batch, bare = Batch(TWEEDY, 5, seed=1), Batch(TWEEDY, 5, seed=1, observed=False, masked=False)
    for _ in range(50):
        for each in (batch, bare):
            each.step(each.random_actions())
    assert bare.observations.shape == bare.masks.shape == (5, 0)
    assert bare.states.tobytes() == batch.states.tobytes()
    assert bare.take([1]).observations.shape == (1, 0)


# ---------------------------------------------------------------- who knows what
@pytest.mark.parametrize("name", NAMES)
def test_every_seat_can_be_asked_what_it_sees_and_knows(name: str) -> None:
    game = registry.load(name)
    batch = Batch(game, 4, seed=8)
    for _ in range(30):
        batch.step(batch.random_actions())
    seats = [1, 0, 1, 1]
    seen, known, public = batch.observe(seats), batch.redacted(seats), batch.redacted(SPECTATOR)
    for table, seat in enumerate(seats):
        state = game.rules.State.unpack(batch.states[table])
        row = np.zeros(game.rules.OBSERVATION.size, np.float32)
        game.rules.observe(state, seat, row)
        assert seen[table].tobytes() == row.tobytes()
        assert known[table].tobytes() == game.redacted(state, seat).to_bytes()
        assert public[table].tobytes() == game.redacted(state, None).to_bytes()
    assert batch.observe(batch.seats).tobytes() == batch.observations.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_redeal_changes_only_what_the_seat_cannot_know(name: str) -> None:
    game = registry.load(name)
    batch = Batch(game, 1, seed=8)
    for _ in range(9):
        batch.step(batch.random_actions())
    worlds = batch.take([0] * 20)
    true = batch.redacted(batch.seats)
    worlds.redeal()
    assert {state.tobytes() for state in worlds.redacted(worlds.seats)} == {true[0].tobytes()}
    assert (worlds.observations == batch.observations).all()
    assert (worlds.masks == batch.masks).all()
    assert len({words.tobytes() for words in worlds.generators}) == 20  # nobody knows what will be drawn
    assert len({state.tobytes() for state in worlds.states}) > 1
    assert set(worlds.seeds.tolist()) == {UNKNOWN}
    for state in worlds.states:
        assert game.audit.audit(game.rules.State.unpack(state)) == []


def test_some_tables_are_redealt_for_another_seat() -> None:
    batch = Batch(TWEEDY, 3, seed=8)
    before, known = raw(batch.states, 1), batch.redacted([2, 3, 2])
    batch.redeal([2, 3, 2], tables=[0, 2])
    assert raw(batch.states, 1) == before
    assert batch.seeds.tolist() == [UNKNOWN, 9, UNKNOWN]
    assert batch.redacted([2, 3, 2]).tobytes() == known.tobytes()
    assert batch.observations.tobytes() == batch.observe(batch.seats).tobytes()


@pytest.mark.parametrize("seats", [4, -1, [0, 1], [0, 1, 9], 0.5, True])
def test_a_seat_that_is_not_there_is_refused(tables: Batch, seats: Any) -> None:
    for ask in (tables.observe, tables.redeal):
        with pytest.raises(Problem, match="seats are"):
            ask(seats)


# ---------------------------------------------------------------- other positions
def test_a_copy_goes_on_alike_and_apart() -> None:
    batch = Batch(WINDS, 3, seed=1)
    for _ in range(20):
        batch.step(batch.random_actions())
    for other in (batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert everything(other) == everything(batch)
        assert not any(np.shares_memory(getattr(other, name), getattr(batch, name)) for name in (*INPUTS, *OUTPUTS))
        before = everything(batch)
        for _ in range(10):
            other.step(other.random_actions())
        assert everything(batch) == before
        again = batch.copy()
        for _ in range(10):
            again.step(again.random_actions())
        assert everything(again) == everything(other)
        with pytest.raises(ValueError, match="read-only"):
            other.states[...] = 0


def test_taken_tables_are_played_apart_each_with_random_actions_of_its_own() -> None:
    batch = Batch(TWEEDY, 5, seed=1)
    for _ in range(10):
        batch.step(batch.random_actions())
    before = everything(batch)
    worlds = batch.take([3] * 50 + [0])
    assert (worlds.n, worlds.again) == (51, False)
    assert raw(worlds.states, *range(51)) == raw(batch.states, *[3] * 50, 0)
    while worlds.legal.any():
        worlds.step(worlds.random_actions())
    assert len({row.tobytes() for row in worlds.returns()}) > 1
    assert worlds.finished.tolist() == [1] * 51
    assert everything(batch) == before
    first, second = batch.take([3] * 9), batch.take([3] * 9)
    assert first.random_actions().tolist() != second.random_actions().tolist()
    assert (
        batch.take([3] * 9, seed=4).random_actions().tolist() == batch.take([3] * 9, seed=4).random_actions().tolist()
    )


def test_positions_are_put_on_tables_and_played_on() -> None:
    batch, other = Batch(TWEEDY, 4, seed=1), Batch(TWEEDY, 2, seed=50)
    for _ in range(25):
        batch.step(batch.random_actions())
        other.step(other.random_actions())
    batch.replace([3, 1], other.states, generators=other.generators, seeds=other.seeds)
    for table, source in ((3, 0), (1, 1)):
        for name in ("states", "generators", "seeds", "legal", "seats", "observations", "masks"):
            assert getattr(batch, name)[table].tobytes() == getattr(other, name)[source].tobytes()
    actions = np.full(4, IDLE)
    actions[[3, 1]] = other.random_actions()
    batch.step(actions)
    other.step(actions[[3, 1]])
    assert raw(batch.states, 3, 1) == raw(other.states, 0, 1)


def test_a_loose_state_of_a_match_is_put_on_a_table() -> None:
    match = Match(TWEEDY, seed=3)
    batch = Batch(TWEEDY, 2)
    words = batch.generators.copy()
    batch.replace(1, match.state)
    assert batch.states[1].tobytes() == match.state.to_bytes()
    assert batch.generators.tobytes() == words.tobytes()
    assert batch.seeds.tolist() == [0, UNKNOWN]
    while not batch.finished[1]:
        batch.step(batch.random_actions())
    assert batch.seeds[1] != UNKNOWN  # the next game was dealt here


def test_states_of_another_game_are_refused() -> None:
    batch, winds = Batch(TWEEDY, 2), Batch(WINDS, 2)
    wrong: list[Any] = [winds.states, batch.states[:1], np.zeros(2), [], "abc", winds.states.tolist()]
    for states in wrong:
        with pytest.raises(Problem, match="must be 2 of Tweedy Tricksters's packed states"):
            batch.replace([0, 1], states)


def test_states_with_other_players_or_options_are_refused() -> None:
    seasons, weather = registry.load("four-seasons"), registry.load("weathervanes")
    with pytest.raises(Problem, match="state 0 has players 5, but at these tables it is 4"):
        Batch(seasons, 1).replace(0, Batch(seasons, 1, players=5).states)
    with pytest.raises(Problem, match="state 0 has constrained_lead 1, but at these tables it is 0"):
        Batch(weather, 1).replace(0, Batch(weather, 1, options={"constrained_lead": True}).states)


@pytest.mark.parametrize("name", NAMES)
def test_impossible_states_are_refused_and_nothing_changes(name: str) -> None:
    batch = Batch(registry.load(name), 2)
    before = everything(batch)
    hidden = batch.redacted(0)
    strange = batch.states.copy()
    strange["to_move"][1] = 77
    empty = np.zeros_like(batch.states)
    empty["players"] = batch.players
    for option in batch.game.options:
        empty[option.name] = batch.states[option.name]
    for states in (hidden, strange, empty):
        with pytest.raises(Problem, match=r"state [01] is impossible: "):
            batch.replace([0, 1], states)
    assert everything(batch) == before


@pytest.mark.parametrize("words", [[[1, 2, 3]], [[-1, 0, 0, 0]], [[1 << 32, 0, 0, 0]], [[0.5, 0, 0, 0]], [1, 2, 3, 4]])
def test_words_that_are_no_generator_are_refused(tables: Batch, words: Any) -> None:
    with pytest.raises(Problem, match="generators are"):
        tables.replace(0, tables.states[:1], generators=words)


# ---------------------------------------------------------------- sizes and threads
@pytest.mark.parametrize("n", [0, -3])
def test_a_batch_has_a_table(n: int) -> None:
    with pytest.raises(Problem, match=f"a batch has at least one table, not {n}"):
        Batch(TWEEDY, n)


@pytest.mark.parametrize("n", [2.5, "3", None, True])
def test_the_number_of_tables_is_whole(n: Any) -> None:
    with pytest.raises(Problem, match="a number of tables is a whole number"):
        Batch(TWEEDY, n)


def test_a_batch_that_cannot_fit_says_how_much_it_would_take() -> None:
    with pytest.raises(
        Problem, match=r"^1,000,000,000,000 tables of Tweedy Tricksters take [\d,.]+ GiB \([\d,]+ bytes each"
    ):
        Batch(TWEEDY, 10**12)


def test_a_second_thread_is_refused(tables: Batch) -> None:
    failed: list[str] = []

    def use() -> None:
        try:
            tables.step([IDLE] * 3)
        except Problem as problem:
            failed.append(str(problem))

    with tables._alone():
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
    assert len(failed) == 1
    assert "in use by another thread" in failed[0]
    tables.step([IDLE] * 3)


def test_batches_can_be_stepped_in_several_threads() -> None:
    def play(batch: Batch) -> None:
        for _ in range(30):
            batch.step(batch.random_actions())

    batches = [Batch(TWEEDY, 1500, seed=1) for _ in range(4)]
    threads = [threading.Thread(target=play, args=(batch,)) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({batch.states.tobytes() for batch in batches}) == 1


FORKING = """
import os, sys
os.environ["WEATHERDECK_THREADS"] = "3"
from weatherdeck.env.batch import Batch
from weatherdeck.games import registry
batch = Batch(registry.load("tweedy-tricksters"), 3000)
batch.step(batch.random_actions())
child = os.fork()
batch.step(batch.random_actions())
if child == 0:
    sys.stdout.write("child done\\n")
    sys.exit(0)
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_a_batch_works_on_after_a_fork() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKING], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "child done\n"), done.stderr
