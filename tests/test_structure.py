"""The house is in order: every clause has a test, every layer knows only those below it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rulebook import CLAUSES, clauses_of
from weatherdeck.games import registry

SOURCE = Path(__file__).parent.parent / "src" / "weatherdeck"
TESTS = Path(__file__).parent

LAYERS = {
    "kernel": set(),
    "errors": set(),
    "games": {"kernel", "errors"},
    "match": {"games", "kernel", "errors"},
    "conformance": {"match", "games", "kernel", "errors"},
    "bots": {"match", "games", "kernel", "errors"},
    "lab": {"bots", "match", "games", "kernel", "errors"},
    "table": {"bots", "match", "games", "kernel", "errors"},
    "cli": {"table", "lab", "bots", "match", "games", "kernel", "errors", "conformance"},
}  # type: dict[str, set[str]]


def claimed() -> dict[str, list[str]]:
    """Clauses by the tests that claim them: every `@rule("...")` over a test function."""
    claims: dict[str, list[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
                        for clause in mark.args:
                            assert isinstance(clause, ast.Constant), "clauses are written out, to be found"
                            claims.setdefault(str(clause.value), []).append(f"{path.name}::{node.name}")
    return claims


@pytest.mark.parametrize("game", registry.ours())
def test_every_clause_of_a_game_is_claimed_by_a_test(game: str) -> None:
    missing = clauses_of(game) - set(claimed())
    assert not missing, f"no test claims {sorted(missing)}"


def test_no_test_claims_a_clause_that_does_not_exist() -> None:
    known = {clause for path in CLAUSES.glob("*.txt") for clause in clauses_of(path.stem)}
    unknown = {clause: tests for clause, tests in claimed().items() if clause not in known}
    assert not unknown


def imports(path: Path) -> set[str]:
    """The parts of weatherdeck that a file imports."""
    here = path.relative_to(SOURCE).with_suffix("").parts
    package = here[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                base = package[: len(package) - node.level + 1]
                target = (*base, *(node.module.split(".") if node.module else ()))
                if target:
                    found.add(target[0])
                else:
                    found |= {alias.name for alias in node.names}
            elif node.module and node.module.startswith("weatherdeck"):
                found.add(node.module.split(".")[1] if "." in node.module else "")
    return found - {"__version__"}


def test_every_layer_imports_only_those_below_it() -> None:
    for path in SOURCE.rglob("*.py"):
        layer = path.relative_to(SOURCE).with_suffix("").parts[0]
        if layer in ("__init__", "__main__"):
            continue
        assert layer in LAYERS, f"{path.name} is in no layer"
        wrong = imports(path) - {layer} - LAYERS[layer]
        assert not wrong, f"{path.relative_to(SOURCE)} imports {wrong}"


def test_games_do_not_know_each_other() -> None:
    folders = {path.parent.name for path in (SOURCE / "games").glob("*/rules.py")}
    for path in (SOURCE / "games").rglob("*/*.py"):
        text = path.read_text(encoding="utf-8")
        for other in folders - {path.parent.name}:
            assert f"import {other}" not in text, f"{path.name} of {path.parent.name} imports {other}"
            assert f"..{other}" not in text


def test_games_are_played_without_what_draws_them() -> None:
    """Servers and the lab import games; neither Rich nor Textual may come along."""
    script = (
        "import sys; from weatherdeck.games import registry; [registry.load(name) for name in registry.names()]; "
        "print(sorted({'rich', 'textual', 'weatherdeck.games.terminal'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
