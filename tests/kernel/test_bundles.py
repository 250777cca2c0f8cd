"""Bundles: named tuples of records and rows that rules take as one argument, in both twins alike."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kernel.fresh import run
from weatherdeck import kernel
from weatherdeck.bots import belief, search
from weatherdeck.bots.belief import Mind
from weatherdeck.games import registry
from weatherdeck.kernel import Floats, Ints, Record, field

PARTS = """
from __future__ import annotations
from typing import NamedTuple
from weatherdeck.kernel import Floats, Ints, Record, field

class Thing(Record):
    n: int = field("i1")
    row: Ints = field("i4", 2)

class Inner(NamedTuple):
    numbers: Floats

class Bundle(NamedTuple):
    one: Thing
    many: list[Thing]
    ints: Ints
    inner: Inner
"""

ENGINE = """
from __future__ import annotations
from parts import Bundle
from weatherdeck.kernel import Ints, copy_into, rule

@rule
def fill(bundle: Bundle, times: int) -> int:
    ints = bundle.ints
    for i in range(times):
        bundle.one.n += 3
        ints[i % len(ints)] += bundle.one.n
        copy_into(bundle.many[i % len(bundle.many)], bundle.one)
        bundle.inner.numbers[0] += 0.5
        bundle.one.row[i % 2] += i
    return total(bundle) + len(bundle.many)

@rule
def total(bundle: Bundle) -> int:
    found = 0
    for i in range(len(bundle.ints)):
        found += bundle.ints[i]
    for i in range(len(bundle.many)):
        found += bundle.many[i].n * bundle.many[i].row[1]
    return found
"""

BOTH = """
    import engine, parts
    from weatherdeck import kernel
    results = []
    for twin in (kernel.interpreted(engine), kernel.compiled(engine), kernel.compiled(engine, checked=True)):
        inner = twin.make(parts.Inner, numbers=1)
        bundle = twin.make(parts.Bundle, one=twin.load(parts.Thing(n=1)), many=3, ints=4, inner=inner)
        found = int(twin.fill(bundle, 40))
        one = twin.unload(parts.Thing, bundle.one)
        results.append((found, one.n, one.row, list(map(int, bundle.ints)), float(inner.numbers[0])))
        print(twin.mode, results[-1])
    assert results[0] == results[1] == results[2]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts.py").write_text(PARTS)
    (tmp_path / "engine.py").write_text(ENGINE)
    return tmp_path


def test_a_bundle_is_the_same_in_all_twins(folder: Path) -> None:
    lines = run(folder, BOTH).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["interpreted", "compiled", "checked"]
    assert ", 121, " in lines[0]


def test_a_bundle_whose_parts_changed_is_never_run_from_an_old_cache(folder: Path) -> None:
    """The engine's own text stays as it is: only the module that the bundle comes from changes."""
    run(folder, BOTH)
    times = (folder / "parts.py").stat()
    (folder / "parts.py").write_text(
        PARTS.replace('n: int = field("i1")', 'n: int = field("i8")\n    x: int = field("i2")')
    )
    os.utime(folder / "parts.py", ns=(times.st_atime_ns, times.st_mtime_ns))
    run(folder, BOTH.replace("fill(bundle, 40)", "fill(bundle, 400)"))  # more than 127


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    ints: Ints\n", "    ints: Ints\n    view: Ints\n", "no part can be called 'view'"),
        ("    ints: Ints\n", "    ints: dict[int, int]\n", "the compiler knows no type for"),
    ],
)
def test_a_bundle_that_cannot_be_compiled_is_refused(folder: Path, old: str, new: str, message: str) -> None:
    (folder / "parts.py").write_text(PARTS.replace(old, new))
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(folder, "import engine\nfrom weatherdeck import kernel\nkernel.compiled(engine)")
    assert message in failed.value.stderr


def test_bounds_are_checked_in_the_rows_of_a_bundle(folder: Path) -> None:
    code = """
        import engine, parts
        from weatherdeck import kernel
        twin = kernel.compiled(engine, checked=True)
        try:
            twin.fill(twin.make(parts.Bundle, many=1, ints=1, inner=twin.make(parts.Inner, numbers=0)), 1)
        except IndexError:
            print("out of bounds")
    """
    assert run(folder, code).stdout.strip() == "out of bounds"


def test_a_rule_that_makes_an_array_is_refused(folder: Path) -> None:
    """Rules count no references, so that an array of their own would never be freed."""
    allocating = ENGINE.replace("    ints = bundle.ints\n", "    ints = np.zeros(4, np.int64)\n")
    (folder / "engine.py").write_text(allocating.replace("from parts", "import numpy as np\nfrom parts"))
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(folder, "import engine\nfrom weatherdeck import kernel\nkernel.compiled(engine)")
    assert "ints = np.zeros(4, np.int64)" in failed.value.stderr


# ---------------------------------------------------------------- making them
class Counter(Record):
    """A record."""

    n: int = field("i4")
    share: float = field("f8")


class Desk(NamedTuple):
    """A bundle."""

    counter: Counter
    counters: list[Counter]
    ints: Ints
    floats: Floats


TWINS = [kernel.interpreted, *([kernel.compiled] if kernel.can_compile() else [])]


@pytest.mark.parametrize("make", TWINS)
def test_a_bundle_is_made_from_lengths_and_things(make: type) -> None:
    twin: kernel.Twin = make(kernel.random)
    counter = twin.load(Counter(n=7, share=0.5))
    desk = twin.make(Desk, counter=counter, counters=2, ints=3, floats=twin.floats(1))
    assert desk.counter is counter
    assert [len(part) for part in desk[1:]] == [2, 3, 1]
    assert twin.get(twin.make(Desk, counters=0, ints=0, floats=0).counter, "n") == 0
    with pytest.raises(TypeError, match="Desk needs a length for ints"):
        twin.make(Desk, counters=2, floats=1)
    with pytest.raises(TypeError, match="Desk has no chairs"):
        twin.make(Desk, counters=2, ints=3, floats=1, chairs=4)


@pytest.mark.parametrize("make", TWINS)
def test_numbers_in_records_are_read_and_changed_in_any_twin(make: type) -> None:
    twin: kernel.Twin = make(kernel.random)
    records = twin.load_all([Counter(n=1), Counter(n=2, share=0.25)])
    twin.set(records[0], "n", 5)
    found = [(twin.get(record, "n"), twin.get(record, "share")) for record in records]
    assert found == [(5, 0.0), (2, 0.25)]
    assert all(type(number) in (int, float) for pair in found for number in pair)


@pytest.mark.parametrize("make", TWINS)
def test_a_bundle_of_an_engine_holds_states_of_its_game(make: type) -> None:
    game = registry.load("weathervanes")
    twin: kernel.Twin = make(belief, *game.modules)
    mind = twin.make(Mind, guesses=1, memory=2, moves=3, worths=1, traits=1, manners=1)
    assert twin.unload(game.rules.State, mind.memory[1]) == game.rules.State()


@pytest.mark.parametrize("make", TWINS)
def test_a_twin_leads_to_that_of_another_engine(make: type) -> None:
    game = registry.load("weathervanes")
    twin: kernel.Twin = make(belief, *game.modules)
    assert twin.of(search) is make(search, *game.modules)
    assert twin.of(search).of(belief) is twin
