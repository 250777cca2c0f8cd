"""Networks: all twins answer alike, new weights need no compiler, and a file that is not right is refused."""

from __future__ import annotations

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import networks
from tests.decks import WITH_DECKS, with_another_deck
from tests.kernel.test_deck_tables import compilations
from tests.sweeps import sample
from weatherdeck import kernel
from weatherdeck.games import lockstep_learned, network, registry
from weatherdeck.games.game import Game
from weatherdeck.games.network import Network, NetworkError
from weatherdeck.games.options import OptionError
from weatherdeck.kernel import inventory
from weatherdeck.kernel.keeping import label
from weatherdeck.kernel.sources import Source

GAME = "tweedy-tricksters"
OTHER = "winter-court"
SIZES = {name: (9 + 14 * place, 3 + 2 * place) for place, name in enumerate(registry.names())}
"""Odd ones, and another for each game: no row fills the registers of a processor."""

CHECKED = [(GAME, "checked"), (OTHER, "checked")]

needs_numba = pytest.mark.skipif(not kernel.can_compile(), reason="Numba is not available")


def positions(game: Game, count: int) -> list[Any]:
    """Positions of random games with all numbers of players: of every second one only what the seat to move knows."""
    chooser, found, seed = random.Random(1), list[Any](), 0
    while len(found) < count:
        state, rng = game.new_state(game.players[seed % len(game.players)]), kernel.new_rng(seed)
        game.rules.deal(state, rng)
        while not game.rules.is_over(state):
            if chooser.random() < 0.1:
                found.append(game.redacted(state, state.to_move) if len(found) % 2 else state.copy())
            game.rules.apply(state, chooser.choice(game.legal(state)), rng)
        seed += 1
    return found[:count]


def answers(one: Network, states: list[Any], mode: str) -> tuple[list[float], list[list[float]]]:
    """What a twin expects in each position, and how much it likes the legal actions."""
    makers: dict[str, Any] = {
        "interpreted": kernel.interpreted,
        "compiled": kernel.compiled,
        "checked": lambda *modules: kernel.compiled(*modules, checked=True),
    }
    twin = makers[mode](lockstep_learned, *one.modules)
    return asked(twin, one.game, states)


def asked(twin: Any, game: Game, states: list[Any]) -> tuple[list[float], list[list[float]]]:
    """The same, of any twin."""
    most, legal = game.rules.MAX_LEGAL, [game.legal(state) for state in states]
    actions = np.full((len(states), most), -1, np.int64)
    for row, open_ in zip(actions, legal, strict=True):
        row[: len(open_)] = open_
    records = twin.load_all(states)
    if twin.mode == "cuda":
        records = twin.to_device(records)
    values, likes = (twin.to_device(np.zeros(shape)) for shape in ((len(states),), (len(states), most)))
    twin.over(len(states), "expect", records, values)
    twin.over(len(states), "counsel", records, twin.to_device(actions), likes)
    liked = np.asarray(twin.to_host(likes))
    return (
        np.asarray(twin.to_host(values)).tolist(),
        [row[: len(open_)].tolist() for row, open_ in zip(liked, legal, strict=True)],
    )


def formula(one: Network, states: list[Any]) -> tuple[list[float], list[list[float]]]:
    """What they must be."""
    return (
        [networks.foretold(one, state, state.to_move) for state in states],
        [networks.advised(one, state, one.game.legal(state)) for state in states],
    )


# ---------------------------------------------------------------- answers
@pytest.mark.parametrize("name", registry.names())
def test_the_interpreted_twin_answers_as_the_formula_says(name: str) -> None:
    one = network.untrained(registry.load(name), *SIZES[name], seed=1)
    states = positions(one.game, 12)
    told = answers(one, states, "interpreted")
    assert told == formula(one, states)
    assert len(set(told[0])) > 1


@needs_numba
@pytest.mark.parametrize(
    ("name", "mode"), sample("networks compiled", [*product(registry.names(), ["compiled"]), *CHECKED], CHECKED[:1])
)
def test_a_compiled_twin_answers_as_the_formula_says(name: str, mode: str) -> None:
    one = network.untrained(registry.load(name), *SIZES[name], seed=1)
    states = positions(one.game, 60)
    assert answers(one, states, mode) == formula(one, states)


@needs_numba
def test_a_layer_that_overflows_wraps_around_in_all_twins() -> None:
    game = registry.load(GAME)
    weights = dict(network.untrained(game, *SIZES[GAME], seed=1).arrays)
    weights["first_bias"][:] = 32_700
    weights["second_bias"][:] = 2**31 - 100
    weights["second"][:] = np.abs(weights["second"])
    one = network.make(game, weights, {"players": list(game.players), "options": {}, "trust": 100})
    states = positions(game, 8)
    for mode in ("interpreted", "compiled", "checked"):
        assert answers(one, states, mode) == formula(one, states)


@needs_numba
def test_without_trust_greedy_has_no_say() -> None:
    one = network.untrained(registry.load(GAME), *SIZES[GAME], seed=2, trust=0)
    states = positions(one.game, 20)
    assert answers(one, states, "compiled") == answers(one, states, "interpreted") == formula(one, states)


@needs_numba
def test_a_new_network_compiles_nothing_and_networks_are_not_mixed_up() -> None:
    game = registry.load(GAME)
    first, *others = (
        network.untrained(game, *SIZES[GAME], seed, trust) for seed, trust in ((1, 100), (2, 100), (2, 50))
    )
    states = positions(game, 40)
    expected = [formula(one, states) for one in (first, *others)]
    assert answers(first, states, "compiled") == expected[0]
    with compilations() as compiled:
        assert [answers(one, states, "compiled") for one in others] == expected[1:]
        with ThreadPoolExecutor(4) as pool:
            at_once = list(pool.map(lambda one: answers(one, states, "compiled"), [first, *others] * 4))
    assert compiled == []
    assert at_once == expected * 4
    assert expected[0] != expected[1] != expected[2]


def test_a_game_without_a_network_expects_nothing_and_likes_all_moves_alike() -> None:
    game = registry.load(GAME)
    states = positions(game, 4)
    values, likes = asked(kernel.interpreted(lockstep_learned, *game.judged), game, states)
    assert values == [0.0] * 4
    assert all(like == 0.0 for row in likes for like in row)


@pytest.mark.parametrize("name", [name for name in registry.ours() if registry.load(name).network is not None])
def test_a_shipped_network_answers_as_the_formula_says_and_no_sum_wraps_around(name: str) -> None:
    one = registry.load(name).network
    assert one is not None
    states = positions(one.game, 100)
    for state in states:
        assert np.abs(networks.first_layer(one, networks.seen_by(one, state, state.to_move))).max() < 1 << 15
    assert answers(one, states[:4], "interpreted") == formula(one, states[:4])
    if kernel.can_compile():
        assert answers(one, states, "compiled") == formula(one, states)


@pytest.mark.parametrize("name", registry.ours())
def test_no_shipped_network_is_older_than_the_rules(name: str) -> None:
    game = registry.load(name)
    assert not game.outdated
    assert (game.network is not None) == (Path(str(game.package.__file__)).parent / network.FILE).exists()


# ---------------------------------------------------------------- files
def written(tmp_path: Path, game: Game) -> Path:
    path = tmp_path / network.FILE
    network.untrained(game, 5, 3, seed=1).write(path)
    return path


def changed(path: Path, **parts: Any) -> Path:
    """The file with some arrays replaced (None: left out), and what it says about itself as it was."""
    with np.load(path) as found:
        kept = {name: found[name] for name in found.files} | parts
    np.savez_compressed(path, **{name: part for name, part in kept.items() if part is not None})
    return path


def saying(path: Path, **facts: Any) -> Path:
    """The file with other facts about itself."""
    with np.load(path) as found:
        told = json.loads(str(found["about"])) | facts
    return changed(path, about=np.array(json.dumps(told)))


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    game = registry.load(GAME)
    made = network.make(
        game,
        dict(network.untrained(game, 5, 3, seed=1).arrays),
        {"players": list(game.players), "options": {}, "trust": 100, "command": "weatherdeck learn"},
    )
    made.write(tmp_path / "one.npz")
    read = network.read(tmp_path / "one.npz", game)
    assert read.about == made.about
    assert read.about["command"] == "weatherdeck learn"
    assert read.fingerprint == made.fingerprint
    for name, array in made.arrays.items():
        assert read.arrays[name].dtype == array.dtype
        assert np.array_equal(read.arrays[name], array)


def test_a_fingerprint_is_of_weights_types_and_shapes() -> None:
    game = registry.load(GAME)
    weights = dict(network.untrained(game, 4, 3, seed=1).arrays)
    prints = {network.fingerprint(weights)}
    weights["second"] = weights["second"].reshape(3, 4)
    prints.add(network.fingerprint(weights))
    weights["second"][0, 0] ^= 1
    prints.add(network.fingerprint(weights))
    assert len(prints) == 3


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"game": "winter-court"}, "it is a network of the game 'winter-court', not of 'tweedy-tricksters'"),
        ({"ruleset": 99}, "it was trained with ruleset 99, and the rules are ruleset 1 now"),
        ({"deck": "other"}, "it was trained with the deck 'other', and the deck is "),
        ({"fingerprint": "0" * 64}, "its weights are not those of its fingerprint"),
        ({"players": [2]}, r"it was trained with \[2\] players, and Tweedy Tricksters is for \[4\]"),
        ({"players": []}, r"it was trained with \[\] players"),
        ({"trust": -1}, "its trust is a number of 256ths from 0 to 1,048,576, not -1"),
        ({"trust": 1.5}, "its trust is a number of 256ths"),
        ({"options": [1]}, "its options are a list of values for each option"),
        ({"options": {"no_such_option": [1]}}, "has no option 'no_such_option'"),
    ],
)
def test_a_network_of_something_else_is_refused(tmp_path: Path, facts: dict[str, Any], sentence: str) -> None:
    game = registry.load(GAME)
    with pytest.raises(NetworkError, match=sentence):
        network.read(saying(written(tmp_path, game), **facts), game)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"first": None}, "this is not a network: it has no first"),
        ({"about": None}, "this is not a network: it has no about"),
        ({"about": np.array("[]")}, "it does not say on what it was trained"),
        ({"about": np.array("{")}, "this is not a network, or it is damaged"),
        ({"first": np.zeros((7, 5), np.int8)}, "first has 7 features, and Tweedy Tricksters needs 304"),
        ({"actions": np.zeros((7, 3), np.int8)}, "actions has 7 actions, and Tweedy Tricksters needs 47"),
        ({"second": np.zeros((6, 3), np.int8)}, "second has 6 units of the first layer, and .* needs 5"),
        ({"value": np.zeros(4, np.int8)}, "value has 4 units of the last layer, and .* needs 3"),
        ({"value": np.zeros((3, 1), np.int8)}, "value has 2 dimensions, not 1"),
        ({"value": np.zeros(3, np.int16)}, "value has numbers of the type int16, not int8"),
        ({"first": np.zeros((304, 0), np.int8)}, "needs 0|has 0 units"),
        ({"value": np.array([1, 2, 3], np.int8)}, "its weights are not those of its fingerprint"),
    ],
)
def test_a_network_with_wrong_parts_is_refused(tmp_path: Path, parts: dict[str, Any], sentence: str) -> None:
    game = registry.load(GAME)
    with pytest.raises(NetworkError, match=sentence):
        network.read(changed(written(tmp_path, game), **parts), game)


def test_a_damaged_file_is_refused_wherever_the_damage_is(tmp_path: Path) -> None:
    game = registry.load(GAME)
    path = written(tmp_path, game)
    whole = path.read_bytes()
    refused = 0
    for at in range(0, len(whole), 37):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            network.read(path, game)  # some bytes of a ZIP file, such as its dates, mean nothing
        except NetworkError:
            refused += 1
    assert refused > len(whole) / 37 / 2
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(NetworkError, match="this is not a network, or it is damaged"):
            network.read(path, game)


def test_a_file_that_is_not_there_or_too_large_is_refused(tmp_path: Path) -> None:
    game = registry.load(GAME)
    with pytest.raises(NetworkError, match=r"none\.npz: the network cannot be read: No such file"):
        network.read(tmp_path / "none.npz", game)
    (tmp_path / "large.npz").write_bytes(bytes(network.LARGEST + 1))
    with pytest.raises(NetworkError, match="a network has at most 500,000 bytes, and this file has 500,001"):
        network.read(tmp_path / "large.npz", game)
    np.savez_compressed(tmp_path / "bomb.npz", first=np.zeros(network.UNPACKED + 1, np.int8))
    with pytest.raises(NetworkError, match="unpacks to at most 8,000,000 bytes"):
        network.read(tmp_path / "bomb.npz", game)
    with pytest.raises(NetworkError, match=r"would take .* bytes, more than the 500,000 that are allowed"):
        network.untrained(game, 1500, 64, seed=1).write(tmp_path / "too_large.npz")
    assert not (tmp_path / "too_large.npz").exists()


# ---------------------------------------------------------------- games
def test_a_game_finds_its_network_and_engines_are_joined_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load(GAME)
    monkeypatch.setattr(network, "FILE", str(tmp_path / "none.npz"))
    assert network.shipped(game) is None
    monkeypatch.setattr(network, "FILE", str(written(tmp_path, game)))
    found = network.shipped(game)
    assert found is not None
    monkeypatch.setitem(vars(game), "network", found)
    assert game.modules[:2] == game.judged
    states = positions(game, 3)
    assert asked(kernel.interpreted(lockstep_learned, *game.modules), game, states) == formula(found, states)


def test_code_that_was_compiled_for_a_shipped_network_is_not_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.load(GAME)
    monkeypatch.setattr(network, "FILE", str(written(tmp_path, game)))
    monkeypatch.delitem(sys.modules, f"{game.package.__name__}.weights", raising=False)
    found = network.shipped(game)
    assert found is not None
    source = Source(lockstep_learned, found.modules)
    told = json.loads(label(source, "compiled"))
    assert inventory._key.__wrapped__(told["module"], told["roles"], "compiled") == source.keys("compiled").code


@pytest.mark.parametrize("name", WITH_DECKS)
def test_another_deck_has_no_network_and_shares_its_code_all_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = registry.load(name), with_another_deck(name)
    monkeypatch.setitem(vars(game), "network", network.untrained(game, 5, 3, seed=1))
    assert other.network is None
    assert kernel.code_key(lockstep_learned, *other.modules) == kernel.code_key(lockstep_learned, *game.modules)


def test_a_network_says_what_it_was_not_trained_on() -> None:
    game = registry.load("four-seasons")
    weights = dict(network.untrained(game, 5, 3, seed=1).arrays)
    option = next(one for one in game.options if isinstance(one.default, int) and not isinstance(one.default, bool))
    other = next(n for n in range(100) if n != option.default and _allowed(game, option.name, n))
    narrow = network.make(game, weights, {"players": [3, 4], "options": {}, "trust": 0})
    assert narrow.knows(game.new_state(4))
    assert narrow.why_not(game.new_state(5)) == "The 4 Seasons network was trained with 3 and 4 players, not with 5."
    varied = game.new_state(4, {option.name: other})
    assert not narrow.knows(varied)
    assert str(narrow.why_not(varied)).startswith("The 4 Seasons network was not trained with this setting of")
    wide = network.make(game, weights, {"players": [4], "options": {option.name: [option.default, other]}, "trust": 0})
    assert wide.knows(varied)


def _allowed(game: Game, name: str, value: int) -> bool:
    try:
        game.new_state(4, {name: value})
    except OptionError:
        return False
    return True
