"""The tests that are chosen for a change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from scripts import affected

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("file", "chosen", "left_out"),
    [
        ("src/weatherdeck/lab/playing/recorder.py", "tests/lab/test_batch.py", "tests/env/test_gymnasium.py"),
        ("src/weatherdeck/env/gymnasium.py", "tests/env/test_gymnasium.py", "tests/table/test_links.py"),
        ("src/weatherdeck/kernel/compiler.py", "tests/kernel/test_records.py", "tests/test_reliability.py"),
        ("src/weatherdeck/cli/tune.py", "tests/cli/test_tune.py", "tests/kernel/test_records.py"),
        ("src/weatherdeck/cli/terminal/table.tcss", "tests/cli/terminal/test_table.py", "tests/lab/test_plan.py"),
        ("src/weatherdeck/games/tradewinds/rules.py", "tests/test_conformance.py", "tests/kernel/test_records.py"),
        ("src/weatherdeck/games/tradewinds/rules.py", "tests/games/tradewinds", "tests/games/winter_court"),
        ("src/weatherdeck/table/store/migrations/env.py", "tests/table/test_upgrades.py", "tests/lab/test_plan.py"),
        ("examples/high_card/rules.py", "tests/test_add_a_game.py", "tests/games/winter_court"),
        ("tests/rulebook.py", "tests/games/tradewinds", "tests/lab"),
        ("tests/golden/games/tradewinds-1.txt", "tests/golden/test_golden.py", "tests/lab"),
        ("tests/cli/conftest.py", "tests/cli/terminal/test_table.py", "tests/lab"),
        ("web/src/App.svelte", "tests/web", "tests/lab"),
        ("docs/tuning.md", "tests/docs/test_links.py", "tests/kernel"),
        ("deploy/compose.yaml", "tests/test_deploy.py", "tests/lab"),
        ("Makefile", "tests/test_set_up.py", "tests/lab"),
        ("benchmarks/strength/results/new.jsonl.xz", "tests/benchmarks/test_strength.py", "tests/lab"),
        ("tests/lab/test_plan.py", "tests/lab/test_plan.py", "tests/lab/test_run.py"),
    ],
)
def test_a_change_chooses_the_tests_that_it_can_break(file: str, chosen: str, left_out: str) -> None:
    found = affected.chosen([file])
    assert any(test.startswith(chosen) for test in found)
    assert not any(test.startswith(left_out) for test in found)
    assert set(affected.ALWAYS) <= set(found)


@pytest.mark.parametrize("file", ["pyproject.toml", f"new-{ROOT.name}", "tests/conftest.py"])
def test_what_everything_depends_on_or_nobody_knows_chooses_all_tests(file: str) -> None:
    assert affected.chosen([file]) in (["tests"], affected.all_tests())


@pytest.mark.parametrize("test", ["tests.lab.test_explorer", "tests.cli.test_commands", "tests.games.test_knowledge"])
def test_whatever_a_test_loads_chooses_it(test: str) -> None:
    code = f"import {test}, sys; print(*[getattr(m, '__file__', None) for m in sys.modules.values()], sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    ours = [
        Path(line) for line in done.stdout.splitlines() if line.startswith(str(ROOT)) and "site-packages" not in line
    ]
    loaded = {path.relative_to(ROOT).as_posix() for path in ours if path.suffix == ".py"}
    assert len(loaded) > 20
    games = {file for file in loaded if affected._game_of(file)}  # the registry finds these: see the next test
    assert loaded - games <= affected.reach_of(f"{test.replace('.', '/')}.py").files


def test_a_game_chooses_every_test_that_names_it_or_goes_over_all_games() -> None:
    found = affected.chosen(["src/weatherdeck/games/winter_court/words.py"])
    for test in affected.all_tests():
        source = (ROOT / test).read_text(encoding="utf-8")
        if '"winter-court"' in source or "registry.ours()" in source:
            assert test in found


def test_without_a_change_the_tests_of_all_files_are_left() -> None:
    assert affected.chosen([]) == sorted(affected.ALWAYS)


def test_changes_are_those_of_the_branch_and_of_the_working_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def git(*words: str) -> None:
        author = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *author, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    for branch in ("main", "work"):
        git("checkout", "-B", branch)
        (tmp_path / branch).touch()
        git("add", ".")
        git("commit", "-m", branch)
    (tmp_path / "new").touch()
    (tmp_path / "work").write_text("changed")
    monkeypatch.setattr(affected, "ROOT", tmp_path)
    assert affected.changed("main") == ["work", "new"]
    monkeypatch.setattr(affected, "ROOT", ROOT)
    assert affected.main(["docs/tuning.md"]) == 0
    assert "tests/docs/test_links.py" in capsys.readouterr().out.split()
