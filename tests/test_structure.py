"""The house is in order: clauses have tests, layers know only those below, games are their folders, calls are short."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rulebook import CLAUSES, clauses_of
from weatherdeck.games import registry

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "weatherdeck"
EXAMPLES = ROOT / "examples"
TESTS = Path(__file__).parent

BASE = {"environment", "errors", "extras", "parsing", "reading", "spelling"}
"""Small modules that everything may use."""
LAYERS = {
    **dict.fromkeys(BASE, BASE),
    "kernel": BASE,
    "games": {"kernel", *BASE},
    "match": {"games", "kernel", *BASE},
    "conformance": {"match", "games", "kernel", *BASE},
    "bots": {"match", "games", "kernel", *BASE},
    "lab": {"bots", "match", "games", "kernel", *BASE},
    "env": {"bots", "match", "games", "kernel", *BASE},
    "learning": {"bots", "match", "games", "kernel", *BASE},
    "table": {"bots", "match", "games", "kernel", *BASE},
    "cli": {"table", "lab", "learning", "env", "bots", "match", "games", "kernel", "conformance", *BASE},
}  # type: dict[str, set[str]]


@functools.cache
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


# ---------------------------------------------------------------- a game is its folders
PLACES = ("src/weatherdeck", "web/src", "web/scripts", "web/gallery", "scripts", "benchmarks", "examples", ".ci")
FILES = ("Makefile", "hatch_build.py", "pyproject.toml", "web/vite.config.ts", "web/index.html", "web/package.json")
MADE = ("__pycache__", "docs_dist", "web_dist", "node_modules", "generated")
"""Folders whose files are made by tools, from the games themselves."""
TEXT = (".py", ".ts", ".mts", ".mjs", ".js", ".svelte", ".css", ".html", ".json", ".toml", ".tcss", ".md", "")


def our_files() -> Iterator[Path]:
    """Everything that is written by hand and could name a game."""
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            if path.is_file() and path.suffix in TEXT and not set(path.relative_to(ROOT).parts) & set(MADE):
                yield path
    yield from (ROOT / name for name in FILES)


def games_by_folder() -> dict[str, re.Pattern[str]]:
    """The games and the example, each by its folder, with a pattern that finds its name or title in any spelling."""
    titles = {name.replace("-", "_"): registry.load(name).title for name in registry.ours()}
    titles |= {path.parent.name: path.parent.name.replace("_", " ").title() for path in EXAMPLES.glob("*/rules.py")}
    found = {}
    for folder, title in titles.items():
        words = folder.split("_")
        in_title = " ".join(words).title()  # with spaces only so: "a high card" is not the game High Card
        found[folder] = re.compile(f"(?i:{'[_-]?'.join(words)})|{in_title}|{re.escape(title)}")
    return found


def test_spellings_are_found() -> None:
    patterns = games_by_folder()
    assert len(patterns) > len(registry.ours()), "the example is among them"
    for folder, pattern in patterns.items():
        words = folder.split("_")
        camel = "".join(word.capitalize() for word in words)
        for spelling in (folder, "-".join(words), " ".join(words).title(), camel, f"the {camel}View"):
            assert pattern.search(spelling)


def test_nothing_outside_its_folders_names_a_game() -> None:
    """Folders of a game have its name, in Python and in the browser. Docs and tests may speak of it."""
    patterns = games_by_folder()
    named = []
    for path in our_files():
        place = path.relative_to(ROOT)
        text = path.read_text(encoding="utf-8")
        for folder, pattern in patterns.items():
            own = {folder, folder.replace("_", "-")} & set(place.parts)
            is_own = own or path == EXAMPLES / "pyproject.toml"
            found = None if is_own else pattern.search(text)
            if found:
                line = text.count("\n", 0, found.start()) + 1
                named.append(f"{place}:{line} names {found.group()!r}")
    assert not named, "\n".join(["These files name a game that is not theirs:", *named])


def test_nothing_has_a_list_of_the_games() -> None:
    """Tests and scripts run over the registry: a list of all games would have to be changed for the next one.

    Only tests in tests/games, which are about the games themselves, may have one.
    """
    names = set(registry.ours())
    lists = []
    for folder in ("src", "tests", "scripts", "benchmarks", "web/scripts"):
        for path in sorted(set((ROOT / folder).rglob("*.py")) - set((TESTS / "games").glob("*.py"))):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
                    texts = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
                    if names <= texts:
                        lists.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not lists, f"these are lists of all games: {lists}"


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


# ---------------------------------------------------------------- the first quarter of a second
FIRST_POSITION = "import weatherdeck; weatherdeck.load({name!r}).deal(seed=7).legal"
COMMAND = (
    "import contextlib, weatherdeck.cli\nwith contextlib.suppress(SystemExit): weatherdeck.cli.main([{argument!r}])"
)
SLOW = {
    "asyncio",
    "concurrent",
    "email",
    "filelock",
    "importlib.metadata",
    "logging",
    "multiprocessing",
    "platformdirs",
}
"""What takes long to load and is not needed at first. Anything that does not come with Python is refused anyway."""


def loaded_by(script: str) -> set[str]:
    """The modules that a script loads, less what Python and its site packages load at their start."""
    code = f"import sys; before = set(sys.modules)\n{script}\nprint('', *sorted(set(sys.modules) - before), sep='\\n-')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {line[1:] for line in done.stdout.splitlines() if line.startswith("-")}


def foreign(modules: set[str]) -> set[str]:
    """Those that neither come with Python nor are ours."""
    tops = {name.partition(".")[0] for name in modules} - {"weatherdeck"}
    return {name for name in tops if name not in sys.stdlib_module_names and not name.startswith("_")}


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_the_version_and_the_help_load_next_to_nothing(argument: str) -> None:
    loaded = loaded_by(COMMAND.format(argument=argument))
    assert "weatherdeck.cli.commands" in loaded
    assert not foreign(loaded)
    assert not loaded & SLOW
    ours = {name for name in loaded if name.startswith("weatherdeck.") and not name.startswith("weatherdeck.cli")}
    assert ours <= {f"weatherdeck.{name}" for name in (*BASE, "games", "games.discovery")}
    own = ["arguments", "commands", "completing", "help", "parser", "running", "stopping", "streams"]
    assert {name for name in loaded if name.startswith("weatherdeck.cli.")} == {
        f"weatherdeck.cli.{name}" for name in own
    }


@pytest.mark.parametrize("name", registry.ours())
def test_a_first_position_needs_numpy_and_the_game_and_nothing_else(name: str) -> None:
    """Neither the compiler nor bots, nor other games: whoever asks more waits for them later."""
    loaded = loaded_by(FIRST_POSITION.format(name=name))
    assert foreign(loaded) <= {"numpy", "typing_extensions"}
    assert not loaded & SLOW
    assert {module.split(".")[1] for module in loaded if module.count(".") and module.startswith("weatherdeck.")} <= {
        "env",
        "games",
        "kernel",
        *BASE,
    }
    games = {module.split(".")[2] for module in loaded if module.startswith("weatherdeck.games.")}
    assert games & {other.replace("-", "_") for other in registry.ours()} == {name.replace("-", "_")}


# ---------------------------------------------------------------- games declare, everything else asks


def test_nothing_guesses_what_a_game_has() -> None:
    """`hasattr`, `getattr` with a fixed name and `State.fields` guess at what a game could have declared."""
    guesses = []
    for layer in ("match", "bots", "lab", "env", "table", "cli"):
        for path in sorted((SOURCE / layer).rglob("*.py")):
            place = path.relative_to(SOURCE).as_posix()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    fixed = len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
                    if node.func.id in ("hasattr", "getattr") and fixed:
                        guesses.append(f"{place}:{node.lineno} {ast.unparse(node)}")
                if isinstance(node, ast.Attribute) and node.attr == "fields" and "State" in ast.unparse(node.value):
                    guesses.append(f"{place}:{node.lineno} {ast.unparse(node)}")
    assert not guesses, "\n".join(guesses)


# ---------------------------------------------------------------- few arguments
MOST, MOST_COMPILED = 8, 12
"""Parameters that a function may have; a compiled engine works on its caller's records and rows and may have more."""


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The names of a function's parameters, without the object itself."""
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names += [one.arg for one in (given.vararg, given.kwarg) if one is not None]
    return [name for name in names if name not in ("self", "cls")]


def is_compiled(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is marked for the compiler."""
    return any(isinstance(mark, ast.Name) and mark.id in ("rule", "optional") for mark in function.decorator_list)


def test_functions_have_few_parameters() -> None:
    long = []
    for folder in ("src", "benchmarks", "scripts", "examples", "tests", "web/scripts"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    found = len(parameters(node))
                    if found > (MOST_COMPILED if is_compiled(node) else MOST):
                        long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name} has {found} parameters")
    assert not long, "\n".join(long)
