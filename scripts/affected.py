"""Name the tests that a change can break: `python -m scripts.affected`, and `make affected` runs them.

A test is affected by the modules that it imports, and by those that they import. It is also affected by what its texts
name: a module that it starts or replaces, a program in a string, a folder or file of the repository, a game. What goes
over the whole repository is always chosen, and a file about which nothing is known chooses all tests.
"""

from __future__ import annotations

import argparse
import ast
import functools
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from scripts.set_up import ROOT

PLACES = ("src", "examples", ".")
"""Where Python finds modules of ours. `examples` is a package itself, too."""
ALWAYS = ("tests/test_structure.py", "tests/test_english.py")
"""Tests that read every file."""
NO_TEST = ("tests/seed.txt", ".gitignore", "CITATION.cff", "LICENSE", "NOTICE")
"""Files that no test depends on."""
ALL_TESTS = ("pyproject.toml", "requirements-dev.lock")
"""Files that every test depends on."""
FOUND_WHILE_RUNNING = {
    "weatherdeck.games.discovery": "src/weatherdeck/games/*.py",
    "weatherdeck.cli.commands": "src/weatherdeck/cli/*.py",
    "weatherdeck.table.schema": "web/schema/*",
}
"""Files that a module finds by looking around."""
ALL_GAMES = ("registry.ours", "registry.names")
"""What a test that goes over all games says."""


def main(arguments: list[str]) -> int:
    """Print the tests on one line."""
    parser = argparse.ArgumentParser(prog="python -m scripts.affected", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="files that changed (default: what git finds)")
    parser.add_argument("--since", default="main", metavar="COMMIT", help="what to compare with (default: main)")
    wanted = parser.parse_args(arguments)
    print(*chosen(wanted.files or changed(wanted.since)))
    return 0


def changed(since: str) -> list[str]:
    """Files that differ from the commit at which this branch left another, and those that are new."""
    base = _git("merge-base", since, "HEAD")
    return [*_git("diff", "--name-only", *base), *_git("ls-files", "--others", "--exclude-standard")]


def _git(*arguments: str) -> list[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def chosen(files: Iterable[str]) -> list[str]:
    """The tests that changes of these files can break."""
    tests = {name: reach_of(name) for name in all_tests()}
    found = set(ALWAYS)
    for file in files:
        if file in NO_TEST:
            continue
        those = {test for test, reach in tests.items() if file in reach.files or _named(file, reach)}
        those |= _beside(file, tests)
        if not those or file in ALL_TESTS:
            return ["tests"]
        found |= those
    return sorted(found & {*tests})


def _beside(file: str, tests: dict[str, Reach]) -> set[str]:
    """The tests that load modules beside a file that nobody imports: it is read by those modules."""
    if file.startswith("src/weatherdeck/games/") or any(file in reach.files for reach in tests.values()):
        return set()
    for folder in [folder.as_posix() for folder in Path(file).parents if len(folder.parts) > 1]:
        those = {test for test, reach in tests.items() if folder in reach.folders}
        if those:
            return those
    return set()


def all_tests() -> list[str]:
    """Every file of tests."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))


# ---------------------------------------------------------------- what a file reaches
class Reach:
    """The files that a test loads, and the texts in those of them that are no part of the package."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.folders: set[str] = set()
        self.texts: set[str] = set()
        self.goes_over_all_games = False


@functools.cache
def reach_of(test: str) -> Reach:
    """What a test reaches."""
    found = Reach()
    waiting = [*_files_of(test.removesuffix(".py").replace("/", ".")), *_conftests(test)]
    while waiting:
        file = waiting.pop()
        if file in found.files:
            continue
        found.files.add(file)
        found.folders.add(Path(file).parent.as_posix())
        waiting += _needed(file)
        if not file.startswith("src/") and file != "tests/conftest.py":  # that one names folders of tests
            found.texts |= _texts(file)
            found.goes_over_all_games |= any(words in _source(file) for words in ALL_GAMES)
    return found


def _named(file: str, reach: Reach) -> bool:
    """Whether a test depends on a file that it does not import, by the words in its texts."""
    game = _game_of(file)
    if game is not None:
        return reach.goes_over_all_games or not reach.texts.isdisjoint({game, game.replace("_", "-")})
    first, *others = Path(file).parts
    if first == "tests":
        return not file.endswith(".py") and others[0] in reach.texts
    return first != "src" and first in reach.texts


def _game_of(file: str) -> str | None:
    """The folder of the game that a file belongs to."""
    parts = Path(file).parts
    if parts[:3] == ("src", "weatherdeck", "games") and (ROOT.joinpath(*parts[:4]) / "rules.py").exists():
        return parts[3]
    return None


def _conftests(test: str) -> Iterator[str]:
    for folder in Path(test).parents:
        if (ROOT / folder / "conftest.py").exists():
            yield (folder / "conftest.py").as_posix()


@functools.cache
def _needed(file: str) -> tuple[str, ...]:
    """The files that a file imports, starts, or replaces by name."""
    module = ".".join(Path(file).with_suffix("").parts)
    for place in PLACES:
        module = module.removeprefix(f"{place}.")
    found = list(_imported(ast.parse(_source(file)), module.removesuffix(".__init__"), file.endswith("__init__.py")))
    for text in _texts(file) if not file.startswith("src/") else ():
        found += [text, f"{text}.__main__"] if text.replace(".", "_").isidentifier() else []
        if "import " in text:
            try:
                found += _imported(ast.parse(text), "", is_package=False)
            except (SyntaxError, ValueError):
                continue  # a text, and no program
    pattern = FOUND_WHILE_RUNNING.get(module)
    more = [path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)] if pattern else []
    return (*dict.fromkeys([other for name in found for other in _files_of(name)] + more),)


def _imported(tree: ast.AST, module: str, is_package: bool) -> Iterator[str]:
    """The names that a file imports, each of which may be a module or be something in one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = module.split(".")[: -node.level + is_package or None] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


@functools.cache
def _files_of(name: str) -> tuple[str, ...]:
    """The files that are loaded when something is imported: a module, and the packages around it."""
    found: list[str] = []
    parts = name.split(".")
    for length in range(1, len(parts) + 1) if all(parts) else ():
        for place in PLACES:
            path = Path(place, *parts[:length])
            files = (path.with_suffix(".py"), path / "__init__.py")
            found += [file.as_posix() for file in files if (ROOT / file).is_file()]
    return tuple(found)


@functools.cache
def _source(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


@functools.cache
def _texts(file: str) -> frozenset[str]:
    """The texts in a program."""
    nodes = ast.walk(ast.parse(_source(file)))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
