"""The lists of mutants fit the rules, and the tests kill what they list (all of them: `make mutants`)."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.mutants.mutant import folders, mutants_of
from tests.rulebook import clauses_of
from weatherdeck.games import registry

GAMES = folders()


def test_every_game_has_its_mutants() -> None:
    assert list(GAMES) == registry.ours()


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_changes_a_text_that_is_there_once_and_breaks_a_clause_that_exists(game: str) -> None:
    for mutant in mutants_of(GAMES[game]):
        assert mutant.source(GAMES[game]) != (GAMES[game] / mutant.file).read_text(encoding="utf-8"), mutant.what
        assert set(mutant.clauses.split()) <= clauses_of(game), mutant.what


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_mutant_that_breaks_it(game: str) -> None:
    broken = {clause for mutant in mutants_of(GAMES[game]) for clause in mutant.clauses.split()}
    assert clauses_of(game) - broken == set()


def test_the_tests_of_a_clause_fail_when_it_is_broken() -> None:
    """The last clause of each game; in a process of its own, since the games are imported here already."""
    last = [mutants_of(folder)[-1].clauses.split()[0] for folder in GAMES.values()]
    command = [sys.executable, "-m", "tests.mutants", "--first", *last]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout == f"{len(GAMES)} mutants, of which {len(GAMES)} were killed\n"


def test_a_mutant_that_breaks_nothing_survives() -> None:
    code = (
        "from tests.mutants.harness import outcome\n"
        "from tests.mutants.mutant import folders\n"
        "file = folders()['weathervanes'] / 'rules.py'\n"
        "print(outcome('WV-31', file, file.read_text(encoding='utf-8') + '\\n# nothing\\n')[0])\n"
        "print(outcome('WV-31', file, file.read_text(encoding='utf-8') + '\\nnonsense\\n')[0])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["survived", "broken"]
