"""Decks without compiling: all decks share one machine code, and none plays by another's tables."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.decks import WITH_DECKS, another_deck, shipped
from weatherdeck import kernel
from weatherdeck.bots import contest, foresight, policy, search
from weatherdeck.env import stepping
from weatherdeck.games import lockstep_greedy, playout, registry
from weatherdeck.games.game import Game
from weatherdeck.games.reference import Deck
from weatherdeck.kernel.sources import Source
from weatherdeck.lab.playing import quick_games, search_games
from weatherdeck.lab.playing.studio import roles

from .fresh import in_the_way, kept_in, lend_random_numbers, run, started
from .test_compiler import BOTH, COUNTING, TOY


# ---------------------------------------------------------------- our games
def decks_of(name: str) -> list[Game]:
    """A game as shipped, with a deck that is a little different, and with one that is very different."""
    text = another_deck(name).text
    if name == "weathervanes":  # the cards the other way round
        rows = [line.split("=") for line in text.splitlines() if "=" in line and not line.startswith("#")]
        pairs = zip(rows, reversed(rows), strict=True)
        text = "[cards]\n" + "\n".join(f"{key}={value}" for (key, _), (_, value) in pairs)
    elif name == "winter-court":  # two suits exchanged, and a higher status
        text = (
            text.replace("Lands", "<>").replace("Wit", "Lands").replace("<>", "Wit").replace("status = 5", "status = 9")
        )
    else:  # the highest value there is, and two cards alike
        text = text.replace('"1 1 2 3"', '"9 1 1 1"').replace('"1 1 3 2"', '"9 1 1 1"')
    return [registry.load(name), registry.load(name, another_deck(name)), registry.load(name, Deck("odd", text))]


@contextmanager
def compilations() -> Iterator[list[str]]:
    """The names of all functions that are compiled meanwhile."""
    event = pytest.importorskip("numba.core.event")
    names: list[str] = []

    class Counting(event.Listener):  # type: ignore[misc, name-defined]  # Numba has no types
        def on_start(self, event: Any) -> None:
            names.append(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Counting()):
        yield names


def ends(twin: kernel.Twin, game: Game, seeds: range) -> list[bytes]:
    """How random games end, byte by byte."""
    found = []
    for seed in seeds:
        blank, state = twin.load(game.new_state()), twin.record(game.rules.State)
        twin.random_games(blank, state, twin.ints(game.rules.MAX_LEGAL), twin.rng(0), seed, 1)
        found.append(twin.unload(game.rules.State, state).to_bytes())
    return found


@pytest.mark.parametrize("name", WITH_DECKS)
def test_decks_play_side_by_side_and_a_new_one_compiles_nothing(name: str) -> None:
    ours, *others = decks_of(name)
    kernel.compiled(playout, *ours.modules)
    with compilations() as compiled:
        twins = [(kernel.compiled(playout, *game.modules), game) for game in (ours, *others)]
        in_turns = [[ends(twin, game, range(seed, seed + 1)) for twin, game in twins] for seed in range(4)]
        with ThreadPoolExecutor(6) as pool:
            at_once = list(pool.map(lambda one: ends(one[0], one[1], range(40)), twins * 2))
    assert compiled == []
    assert at_once[:3] == at_once[3:]
    for number, (_, game) in enumerate(twins):
        slow = ends(kernel.interpreted(playout, *game.modules), game, range(4))
        assert [turn[number][0] for turn in in_turns] == slow
        assert at_once[number][:4] == slow
    assert at_once[0] != at_once[1] != at_once[2] != at_once[0]


@pytest.mark.parametrize("name", WITH_DECKS)
def test_the_judgement_of_another_deck_is_that_of_its_interpreted_twin(name: str) -> None:
    for game in decks_of(name):
        likes: list[list[float]] = []
        for how in (kernel.interpreted, kernel.compiled):
            rules, judging = (how(module) for module in game.judged)
            state, rng = rules.load(game.new_state()), rules.rng(3)
            actions, liked = rules.ints(game.rules.MAX_LEGAL), rules.floats(game.rules.MAX_LEGAL)
            rules.deal(state, rng)
            mine: list[float] = []
            for _ in range(60):
                n = rules.legal(state, actions)
                if n == 0:
                    break
                judging.prefer(state, actions, n, liked)
                mine += [float(like) for like in liked[:n]]
                rules.apply(state, actions[max(range(n), key=lambda i: liked[i])], rng)
            likes.append(mine)
        assert likes[0] == likes[1]


ENGINES = (playout, lockstep_greedy, search, foresight, contest, policy, stepping, quick_games, search_games)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.__name__.rpartition(".")[2])
@pytest.mark.parametrize("name", WITH_DECKS)
def test_nothing_that_differs_between_decks_is_without_a_mark(name: str, engine: ModuleType) -> None:
    """Where something is, the decks do not share their code: games are right, but every deck is compiled."""
    ours, *others = (Source(engine, tuple(roles(game))).keys("compiled") for game in decks_of(name))
    for keys in others:
        assert keys.code == ours.code, "a constant or table depends on the deck: mark it with deck_table"
        assert keys.whole != ours.whole


def test_the_shipped_deck_written_otherwise_is_the_shipped_game() -> None:
    text = shipped("tweedy-tricksters")
    assert registry.load("tweedy-tricksters", Deck("as shipped", text)) is registry.load("tweedy-tricksters")


# ---------------------------------------------------------------- a toy, in processes of its own
DECKED = TOY.replace("import Ints", "import deck_table, Ints").replace(
    "SQUARES = table([n * n for n in range(8)])", "SQUARES = deck_table(eval(open(__file__ + '.data').read()))"
)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(DECKED)
    deal(tmp_path, "range(8)")
    lend_random_numbers(tmp_path)
    return tmp_path


def deal(toy: Path, values: str) -> None:
    (toy / "toy.py.data").write_text(values)


def compiled_functions(toy: Path) -> int:
    return int(run(toy, COUNTING).stdout.split()[1])


def test_the_values_of_a_deck_table_are_not_compiled_and_all_else_is(toy: Path) -> None:
    """A forgotten mark gives right games all the same: whatever else depends on the deck is part of the key."""
    assert compiled_functions(toy) > 0
    for values in ("[10**12, *range(7)]", "[-5] * 8"):
        deal(toy, values)
        assert compiled_functions(toy) == 0
    run(toy, BOTH)  # it compares with the interpreted twin
    deal(toy, "[3] * 9")  # another shape
    assert compiled_functions(toy) > 0


@pytest.mark.parametrize(
    ("marked", "forgotten"),
    [("SQUARES = deck_table(", "SQUARES = table("), ("BASE = 10", "BASE = DATA[0]"), ("+ BASE", "+ PAIR[1]")],
)
def test_a_forgotten_mark_gives_right_games_all_the_same(toy: Path, marked: str, forgotten: str) -> None:
    reading = "DATA = list(eval(open(__file__ + '.data').read()))\nPAIR = (0, DATA[0])\n\nBASE = 10"
    text = DECKED.replace("BASE = 10", reading).replace("import deck", "import table, deck")
    (toy / "toy.py").write_text(text.replace(marked, forgotten))
    assert compiled_functions(toy) > 0
    deal(toy, "[4] * 8")
    run(toy, BOTH)  # it compares with the interpreted twin


def test_several_processes_can_start_at_once_with_several_decks(toy: Path) -> None:
    code = BOTH.replace("import toy", "import toy; toy.SQUARES = toy.deck_table([DECK] * 8)")
    processes = [started(toy, code.replace("DECK", str(deck))) for deck in (1, 2, 1)]
    outputs = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 3
    assert outputs[0] == outputs[2] != outputs[1]


def test_a_deck_is_played_after_the_kept_code_was_cut_short(toy: Path) -> None:
    run(toy, BOTH)
    for file in kept_in(toy):
        file.write_bytes(file.read_bytes()[:20])
    deal(toy, "[6] * 8")
    run(toy, BOTH)


@pytest.mark.parametrize("lost", ["code-*", "drafts", "*"])
def test_code_that_has_vanished_from_the_cache_is_made_again_for_all_decks(toy: Path, lost: str) -> None:
    run(toy, BOTH)
    for file in kept_in(toy):
        if file.match(lost):
            file.unlink()
    deal(toy, "[7] * 8")
    run(toy, BOTH)
    deal(toy, "[8] * 8")
    assert compiled_functions(toy) == 0


def test_a_deck_is_compiled_where_nothing_can_be_kept(toy: Path) -> None:
    in_the_way(toy)
    assert run(toy, BOTH).stderr.count("cannot be kept") == 1


def test_bounds_of_a_deck_table_are_checked_in_the_checked_twin(toy: Path) -> None:
    code = """
        import toy
        from weatherdeck import kernel
        twin = kernel.compiled(toy, checked=True)
        print(twin.value(7))
        try:
            twin.value(8)
        except IndexError:
            print("refused")
    """
    assert run(toy, code).stdout.split() == ["7", "refused"]
