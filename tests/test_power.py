"""`make power` can be trusted: what it changes, which tests it asks, and what counts as a kill."""

from __future__ import annotations

import ast
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutants import changes, power
from tests.mutants.power import Bench, Result, Trial

SOURCE = '''\
"""A page."""


def least(one: int, other: int) -> int:
    """The smaller of two: 1 of 1 and 2."""
    if one < other:
        return one
    note(one, other)
    return other + 0


found = [1]
found[0] += f"{2 < 3}" is not None
'''


def all_changes(tmp_path: Path, text: str, name: str = "page.py") -> list[str]:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return [f"{change.before} → {change.after}" for change in changes.changes(tmp_path, tmp_path / name)]


def test_small_changes_are_of_code_that_runs_and_can_be_read(tmp_path: Path) -> None:
    found = all_changes(tmp_path, SOURCE)
    assert "if one < other: → if one <= other:" in found
    assert "note(one, other) → pass" in found
    assert "note(one, other) → note(other, one)" in found
    assert any(change.startswith("return other + 0 → return other + ") for change in found)
    assert not any("smaller of two" in change or change.endswith(("{2 <= 3}", "3 < 3}")) for change in found)
    for change in changes.changes(tmp_path, tmp_path / "page.py"):
        changed = change.source(SOURCE)
        assert changed != SOURCE
        ast.parse(changed)


def test_script_is_changed_by_its_tokens_outside_comments(tmp_path: Path) -> None:
    text = "// a < 3\nconst most = 3 // < 4\nif (a <= most) go('x-1')\n"
    assert all_changes(tmp_path, text, "page.ts") == [
        "const most = 3 // < 4 → const most = 4 // < 4",
        "if (a <= most) go('x-1') → if (a < most) go('x-1')",
    ]


def test_a_sample_is_the_same_whatever_is_above_it_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(SOURCE, encoding="utf-8")
    before = [change.name for change in changes.sample(tmp_path, ".", 4, 1)]
    longer = SOURCE.replace("A page.", "A page.\n\nIt is longer now.\n")
    (tmp_path / "page.py").write_text(longer, encoding="utf-8")
    assert [change.name for change in changes.sample(tmp_path, ".", 4, 1)] == before
    assert [change.name for change in changes.sample(tmp_path, ".", 4, 2)] != before


def test_the_tests_of_a_file_are_those_that_import_it_nearest_first() -> None:
    near = power.nearest("src/weatherdeck/games/winter_court/reach.py")
    assert near[0].startswith("tests/games/winter_court/")
    assert "tests/match/test_match.py" in power.nearest("src/weatherdeck/match/match.py")[:10]
    assert power.nearest("src/weatherdeck/kernel/random.py")[0] == "tests/kernel/test_random.py"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one page, and two tests: one looks at it, the other always fails."""
    root = tmp_path / "root"
    (root / "tests").mkdir(parents=True)
    (root / "page.py").write_text("MOST = 3\nUNSEEN = 1\n", encoding="utf-8")
    (root / "tests" / "test_page.py").write_text(
        "from page import MOST\n\n\ndef test_most():\n    assert MOST == 3\n", encoding="utf-8"
    )
    (root / "tests" / "test_hollow.py").write_text("def test_hollow():\n    assert False\n", encoding="utf-8")
    (root / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    monkeypatch.setattr(power, "ROOT", root)
    monkeypatch.setattr(power, "WORK", tmp_path / "work")
    return root


def trial(text: str, *tests: str) -> Trial:
    return Trial("match", text, "page.py", text, tests)


def test_a_change_is_killed_by_a_test_that_fails_for_it_alone(small: Path, tmp_path: Path) -> None:
    bench = Bench(tmp_path / "bench")
    both = ("tests/test_hollow.py", "tests/test_page.py")
    broken = bench.result(trial("MOST = 4\nUNSEEN = 1\n", *both))
    assert (broken.by, broken.test) == ("fast", "tests/test_page.py::test_most")
    assert bench.result(trial("MOST = 3\nUNSEEN = 2\n", *both)).by == "", "a test that always fails kills nothing"
    assert bench.result(trial("nonsense\n", "tests/test_page.py")).by == "fast"
    assert (bench.folder / "page.py").read_bytes() == (small / "page.py").read_bytes()


def test_results_are_kept_and_not_tried_again(small: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(power, "RESULTS", tmp_path / "work" / "results.jsonl")
    monkeypatch.setattr(power, "trials", lambda _parts: [trial("MOST = 4\n", "tests/test_page.py")])
    assert power.main(["match"]) == 0
    assert [result.by for result in power.known().values()] == ["fast"]
    shutil.rmtree(small)
    assert power.main(["match"]) == 0


def test_the_bars_are_those_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "equivalent", lambda: {"same": "why"})
    good = [Result("games", str(number), "fast", "a test") for number in range(9)]
    lives = Result("games", "lives", "", "")
    assert power.failing([*good, lives, replace(lives, name="same")]) == []
    assert "wanted: 90%" in power.failing([*good[1:], lives])[0]
    assert "wanted: 99%" in power.failing([*good, replace(good[0], by="full")])[0]
    assert "mutant of a rule" in power.failing([replace(good[0], part=power.RULES, by="full")])[0]
    assert power.failing([replace(lives, part="bots")]) == [], "no bar"
    rows = list(power.table([*good, lives]))
    assert rows[-1] == "| games | 10 | 0 | 9 (90.0%) | 9 (90.0%) |"


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        power.main(["kernels"])
    assert "no such part: kernels; there are rules, by clause, kernel" in capsys.readouterr().err
