"""Environment variables: all are declared in one place, and documented."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import weatherdeck
from weatherdeck import kernel
from weatherdeck.environment import CACHE, INTERPRETED, OTHERS, OURS, Variable

SOURCE = Path(weatherdeck.__file__).parent
GUIDE = Path(__file__).parents[2] / "docs" / "command-line.md"
OF_OTHERS = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER",
    "PYGAME_HIDE_SUPPORT_PROMPT",
    "VIRTUAL_ENV",
    "HOME",
    "_ARGCOMPLETE",
    "COMP_LINE",
}
"""Variables that we set for a library, or that a tool sets for itself: nobody needs to know them."""


def test_the_guide_has_every_variable() -> None:
    rows = [line for line in GUIDE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    for variable in (*OURS, *OTHERS):
        assert f"| `{variable.name}` | {variable.help} |" in rows


def names_of_environment(path: Path) -> set[str]:
    """The variables that a file reads or sets, by their names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "environb", "getenv"):
            found.add("?")
        if isinstance(node, ast.Subscript | ast.Call | ast.Compare) and "os.environ" in ast.unparse(node):
            found |= {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return found


def test_no_variable_is_read_anywhere_else() -> None:
    allowed = {variable.name for variable in OURS} | OF_OTHERS
    for path in sorted(SOURCE.rglob("*.py")):
        named = names_of_environment(path)
        if path.name == "environment.py" or not named:
            continue
        assert named - {"?"} <= allowed | {"0", "1"}, path
        assert named != {"?"}, f"{path} reads a variable whose name cannot be seen"


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE.name, "")
    assert CACHE.value is None
    monkeypatch.setenv(CACHE.name, "/somewhere")
    assert CACHE.value == "/somewhere"


WORK = """
from weatherdeck import kernel
from weatherdeck.bots.workers import follow_parent, workers

kernel.say_limits()
with workers(2, follow_parent) as pool:
    for task in [pool.submit(kernel.say_limits) for _ in range(4)]:
        task.result()
"""


@pytest.mark.parametrize(
    ("variable", "value", "warning"),
    [(INTERPRETED, "1", "the rules run interpreted"), (CACHE, "in-the-way", "Compiled rules cannot be kept")],
)
def test_warnings_are_said_once_however_many_processes_work(
    variable: Variable, value: str, warning: str, tmp_path: Path
) -> None:
    (tmp_path / "in-the-way").write_text("a file, not a folder")
    done = subprocess.run(
        [sys.executable, "-c", WORK], env={**os.environ, variable.name: value}, cwd=tmp_path, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    if variable is INTERPRETED or kernel.can_compile():
        assert done.stderr.count(warning) == 1, done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
