"""The compiler: one text, two ways to run it, and a cache that is never stale."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.kernel.fresh import in_the_way, lend_random_numbers, run, started
from weatherdeck import kernel
from weatherdeck.games import playout, registry
from weatherdeck.games.weathervanes import rules

TOY = '''
"""A toy in the language of rules."""
from __future__ import annotations
from weatherdeck.kernel import Ints, Record, count, field, lowest, note, rng_below, rule, table

BASE = 10
SQUARES = table([n * n for n in range(8)])

class State(Record):
    cards: int = field("i8")
    total: Ints = field("i2", 2)

@rule
def play(s: State, times: int, rng: Ints) -> int:
    for _ in range(times):
        s.cards |= 1 << rng_below(rng, 60)
        s.total[0] += value(lowest(s.cards) % 8)
        s.total[1] = count(s.cards)
        note(0, s.total[0])
    return s.total[0] + BASE

@rule
def value(n: int) -> int:
    return SQUARES[n]
'''


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(TOY)
    lend_random_numbers(tmp_path)
    return tmp_path


BOTH = """
    import toy
    from weatherdeck import kernel
    results = []
    for twin in (kernel.interpreted(toy), kernel.compiled(toy)):
        s, rng = twin.load(toy.State()), twin.rng(7)
        with kernel.listening() as told:
            total = twin.play(s, 50, rng)
        results.append((int(total), twin.unload(toy.State, s).to_bytes(), [int(word) for word in rng]))
        print(twin.mode, int(total), len(told))
    assert results[0] == results[1], results
"""


def test_both_twins_live_in_one_process_and_give_equal_bytes_and_only_one_is_narrated(toy: Path) -> None:
    interpreted, compiled = run(toy, BOTH).stdout.splitlines()
    assert interpreted.split()[0::2] == ["interpreted", "50"]
    assert compiled.split()[0::2] == ["compiled", "0"]
    assert interpreted.split()[1] == compiled.split()[1]


COUNTING = """
    import toy
    from numba.core import event
    from weatherdeck import kernel
    compiled = []
    class Counting(event.Listener):
        def on_start(self, event):
            compiled.append(event)
        def on_end(self, event):
            pass
    with event.install_listener("numba:compile", Counting()):
        twin = kernel.compiled(toy)
        s = twin.load(toy.State())
        print(twin.play(s, 5, twin.rng(1)) + twin.value(3), len(compiled))  # value is called by play, which is above it
"""


def test_what_was_compiled_is_taken_from_the_cache(toy: Path) -> None:
    first, second = run(toy, COUNTING).stdout.split(), run(toy, COUNTING).stdout.split()
    assert first[0] == second[0]
    assert int(first[1]) > 0
    assert int(second[1]) == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [("return SQUARES[n]", "return SQUARES[n] + 1"), ("BASE = 10", "BASE = 11"), ("[n * n for", "[n + 1 for")],
)
def test_an_edited_rule_constant_or_table_is_never_run_from_an_old_cache(toy: Path, old: str, new: str) -> None:
    run(toy, BOTH)
    times = (toy / "toy.py").stat()
    (toy / "toy.py").write_text(TOY.replace(old, new))
    os.utime(toy / "toy.py", ns=(times.st_atime_ns, times.st_mtime_ns))  # as sly as an edit can be
    run(toy, BOTH)  # it compares with the interpreted twin


def test_a_table_that_comes_from_data_is_part_of_the_key(toy: Path) -> None:
    (toy / "toy.py").write_text(TOY.replace("[n * n for n in range(8)]", "eval(open(__file__ + '.data').read())"))
    for values in ("[1] * 8", "[2] * 8"):
        (toy / "toy.py.data").write_text(values)
        run(toy, BOTH)


def test_several_processes_can_start_at_once(toy: Path) -> None:
    processes = [started(toy, BOTH) for _ in range(4)]
    outputs = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    assert len(set(outputs)) == 1


def test_a_cache_that_cannot_be_written_is_said_once_and_done_without(toy: Path) -> None:
    in_the_way(toy)
    done = run(toy, BOTH)
    assert done.stderr.count("cannot be kept") == 1
    assert done.stdout.splitlines()[1].startswith("compiled")


def test_without_numba_everything_runs_interpreted_and_one_line_says_so(toy: Path) -> None:
    code = """
        import sys
        sys.modules["numba"] = None  # as if it were not installed
        import toy
        from weatherdeck import kernel
        from weatherdeck.games import playout, registry
        twin = kernel.fastest(toy)
        s = twin.load(toy.State())
        print(twin.mode, twin.play(s, 5, twin.rng(1)))
        game = registry.load("weathervanes")
        twin = kernel.fastest(playout, game.rules)
        s = game.new_state()
        print(twin.random_games(game.new_state(), s, twin.ints(64), twin.ints(4), 1, 1) > 100)
    """
    stdout, stderr = started(toy, code).communicate()
    assert stdout.splitlines()[0].startswith("interpreted")
    assert stdout.splitlines()[1] == "True"
    assert len(stderr.splitlines()) == 1
    assert "interpreted" in stderr


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("def value(n: int) -> int:", "def value(n) -> int:", "does not annotate 'n'"),
        ("return SQUARES[n]", "return value(n)", "calls itself"),
        ("def value(n: int) -> int:", "def value(n: dict[int, int]) -> int:", "the compiler knows no type"),
    ],
)
def test_what_the_language_does_not_have_is_refused_with_the_name_of_the_rule(
    toy: Path, old: str, new: str, message: str
) -> None:
    (toy / "toy.py").write_text(TOY.replace(old, new))
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(toy, BOTH)
    assert message in failed.value.stderr
    assert "value" in failed.value.stderr


def test_bounds_are_checked_in_the_checked_twin(toy: Path) -> None:
    code = """
        import toy
        from weatherdeck import kernel
        for index in (99, -1):
            try:
                kernel.compiled(toy, checked=True).value(index)
            except IndexError:
                print("out of bounds")
    """
    assert run(toy, code).stdout.splitlines() == ["out of bounds"] * 2


def test_other_code_than_rules_still_counts_from_the_end(toy: Path) -> None:
    code = """
        import numba, numpy, toy
        from weatherdeck import kernel
        kernel.compiled(toy).value(1)
        print(numba.njit(lambda row, at: row[at])(numpy.arange(5), -2))
    """
    assert run(toy, code).stdout.strip() == "3"


@pytest.mark.parametrize("in_one_piece", [False, True])
def test_only_code_in_one_piece_has_long_rules_inlined(tmp_path: Path, in_one_piece: bool) -> None:
    steps = "\n".join(f"    n = (n ^ n >> {step % 7 + 1}) * {2 * step + 1}" for step in range(200))
    head = "from __future__ import annotations\nfrom weatherdeck.kernel import rule\n"
    (tmp_path / "long.py").write_text(f"{head}\n@rule\ndef stir(n: int) -> int:\n{steps}\n    return n\n")
    (tmp_path / "toy.py").write_text(
        f"{head}from long import stir\nIN_ONE_PIECE = {in_one_piece}\n"
        "\n@rule\ndef twice(n: int) -> int:\n    return stir(n) ^ stir(n + 1)\n"
    )
    code = """
        import toy
        from weatherdeck import kernel
        kernel.compiled(toy).twice(5)
        [unit] = [unit for unit in kernel.units._units.values() if "twice" in unit._entries]
        made = unit._entries["twice"].library._final_module.functions
        print([one.name for one in made if "stir" in one.name and not one.is_declaration] != [])
    """
    assert run(tmp_path, code).stdout.split()[-1] == str(not in_one_piece)


def test_an_engine_is_joined_to_a_game_in_both_ways() -> None:
    game = registry.load("weathervanes")
    slow, fast = kernel.interpreted(playout, rules), kernel.compiled(playout, rules)
    s, t = game.new_state(), fast.load(game.new_state())
    decisions = slow.random_games(game.new_state(), s, slow.ints(64), slow.ints(4), 5, 3)
    assert fast.random_games(fast.load(game.new_state()), t, fast.ints(64), fast.ints(4), 5, 3) == decisions
    assert s.to_bytes() == t.tobytes()


def test_an_engine_without_a_game_says_so() -> None:
    with pytest.raises(TypeError, match="no game yet"):
        playout.play_out(rules.State(), [0] * 64, [0] * 4)  # type: ignore[arg-type]  # that is the mistake


def test_several_threads_can_ask_for_a_rule_at_once(toy: Path) -> None:
    code = """
        import threading, toy
        from weatherdeck import kernel
        kernel.compiled(toy)
        kernel.compiler._twins.clear(), kernel.units._units.clear()
        results = []
        def ask():
            twin = kernel.compiled(toy)
            results.append(int(twin.play(twin.load(toy.State()), 5, twin.rng(1))))
        threads = [threading.Thread(target=ask) for _ in range(8)]
        [thread.start() for thread in threads], [thread.join() for thread in threads]
        print(len(results), len(set(results)))
    """
    assert run(toy, code).stdout.split() == ["8", "1"]
