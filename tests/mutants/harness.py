"""Run the tests that claim a clause against a game whose source text was changed."""

from __future__ import annotations

import ast
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest

Outcome = Literal["killed", "survived", "broken"]
TESTS = Path(__file__).parent.parent
NONSENSE = (
    "NameError",
    "UnboundLocalError",
    "SyntaxError",
    "TypeError",
    "AttributeError",
)  # no rule is broken like that
SECONDS = 120  # a mutant that hangs is killed too


class _Changed(SourceFileLoader):
    """Load a module from a text instead of its file, and cache nothing."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_data(self, path: str) -> bytes:
        return self.text.encode() if path == self.path else super().get_data(path)

    def path_stats(self, path: str) -> Any:
        raise OSError(f"{path}, changed, has no time stamp, so that no byte code of it is kept")


class _Finder(MetaPathFinder):
    """Find one file's module, under whatever name it is imported, with its changed text."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.text = str(file.resolve()), text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or str(Path(spec.origin).resolve()) != self.file:
            return None
        spec.loader = _Changed(fullname, spec.origin, self.text)
        spec.cached = None
        return spec


def _read_instead(file: Path, text: str) -> None:
    """Let everyone who reads a data file get the changed text."""
    read = Path.read_text

    def read_text(path: Path, *args: Any, **kwargs: Any) -> str:
        return text if path.resolve() == file.resolve() else read(path, *args, **kwargs)

    setattr(Path, "read_text", read_text)  # noqa: B010  # in a child process that ends with its tests


def claims(clause: str) -> list[str]:
    """The tests that claim a clause, as pytest names them."""
    found = []
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if f'"{clause}"' not in text:
            continue
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and any(_names(mark, clause) for mark in node.decorator_list):
                found.append(f"{path}::{node.name}")
    return found


def _names(mark: ast.expr, clause: str) -> bool:
    return (
        isinstance(mark, ast.Call)
        and isinstance(mark.func, ast.Name)
        and mark.func.id == "rule"
        and any(isinstance(one, ast.Constant) and one.value == clause for one in mark.args)
    )


def outcome(clause: str, file: Path, text: str) -> tuple[Outcome, str]:
    """What the tests of a clause say about a changed file, and what pytest printed.

    The work is done in a child process, which inherits what this one has imported; so the games must not be imported
    here.
    """
    assert not any(name.startswith("weatherdeck.games.") for name in sys.modules), "a game was imported already"
    wanted = claims(clause)
    if not wanted:
        return "survived", f"no test claims {clause}"
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        child = os.fork()
        if child == 0:
            _run(wanted, file, text, printed.fileno())
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        said = printed.read()
    if os.WIFSIGNALED(status):
        return ("killed" if os.WTERMSIG(status) == signal.SIGALRM else "broken"), said
    code = os.waitstatus_to_exitcode(status)
    if code == pytest.ExitCode.OK:
        return "survived", said
    nonsense = any(error in said for error in NONSENSE)
    return ("killed" if code == pytest.ExitCode.TESTS_FAILED and not nonsense else "broken"), said


def _run(tests: list[str], file: Path, text: str, printed: int) -> None:
    code = 70
    try:
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(SECONDS)
        os.environ["WEATHERDECK_INTERPRETED"] = "1"  # a compiled mutant would only take longer to say the same
        if file.suffix == ".py":
            sys.meta_path.insert(0, _Finder(file, text))
        else:
            _read_instead(file, text)
        options = ["-x", "-q", "--no-header", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist"]
        code = int(pytest.main([*options, *tests]))
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(code)
