"""The base package plays without any extra; what needs one says so before it works, with the line that installs it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from weatherdeck import extras
from weatherdeck.cli import commands

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL = sorted({module for modules in extras.LIBRARIES.values() for module in modules} | {"scipy", "uvloop", "yaml"})
FASTER = {"uvloop"}
"""What an extra adds where it can be had, and nothing asks for."""
WITHOUT = f"""
import sys
for name in {OPTIONAL}:
    sys.modules[name] = None
"""
"""A program that starts so finds no module of any extra: `import` fails, and so does looking for it."""


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return python(f"from weatherdeck.cli import main; sys.exit(main({list(words)}))")


def distributions(extra: str) -> set[str]:
    """What an extra installs, by name."""
    found: set[str] = set()
    for text in PROJECT["optional-dependencies"][extra]:
        wanted = Requirement(text)
        if wanted.name == "weatherdeck":
            found = found.union(*(distributions(other) for other in wanted.extras))
        else:
            found.add(canonicalize_name(wanted.name))
    return found


def test_the_modules_of_each_extra_are_those_that_it_installs() -> None:
    assert set(PROJECT["optional-dependencies"]) == {*extras.LIBRARIES, "all"}
    installed = metadata.packages_distributions()
    not_in_the_lock = {"sb3_contrib": "sb3-contrib", "stable_baselines3": "stable-baselines3", "torch": "torch"}
    for extra, modules in extras.LIBRARIES.items():
        names = {not_in_the_lock.get(module) or canonicalize_name(installed[module][0]) for module in modules}
        assert names == distributions(extra) - FASTER


def test_all_is_all() -> None:
    assert distributions("all") == set().union(*(distributions(extra) for extra in extras.LIBRARIES))


def test_the_base_has_no_library_of_an_extra() -> None:
    base = {canonicalize_name(Requirement(text).name) for text in PROJECT["dependencies"]}
    assert not base & distributions("all")


@pytest.mark.parametrize(
    "modules",
    [
        "weatherdeck, weatherdeck.env, weatherdeck.bots, weatherdeck.conformance",
        "weatherdeck.table.web.app, weatherdeck.table.web.explore, weatherdeck.table.store.pubsub",
        "weatherdeck.cli.serve, weatherdeck.cli.admin_actions, weatherdeck.cli.terminal.app, weatherdeck.env.sketch",
    ],
)
def test_the_base_loads_without_any_extra(modules: str) -> None:
    done = python(f"import {modules}")
    assert done.returncode == 0, done.stderr


def test_the_help_lists_every_command_without_any_extra() -> None:
    done = command("--help")
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert all(name in words for name in commands.COMMANDS)


@pytest.mark.parametrize("name", commands.EXTRAS)
def test_a_command_without_its_extra_refuses_before_it_works(name: str) -> None:
    done = command(name, "no-such-game", "--games", "5")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"weatherdeck: weatherdeck {name} needs altair, ")
    assert done.stderr.endswith(f" and vl_convert: install them with {extras.install('lab')}\n")


@pytest.mark.parametrize("name", commands.EXTRAS)
def test_the_help_of_a_command_without_its_extra_names_the_line(name: str) -> None:
    done = command(name, "--help")
    assert done.returncode == 0
    assert extras.install("lab") in " ".join(done.stdout.split())


def test_a_store_in_postgresql_without_its_extra_is_refused() -> None:
    done = command("serve", "--no-open", "--store", "postgresql://host/name")
    assert done.returncode == 2
    expected = f"a store in PostgreSQL needs asyncpg: install it with {extras.install('postgres')}"
    assert expected in done.stderr


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("weatherdeck.lab", "weatherdeck.lab needs altair"),
        ("weatherdeck.env.pettingzoo", "this environment needs pettingzoo"),
        ("weatherdeck.env.gymnasium", "this environment needs gymnasium"),
        ("weatherdeck.env.sb3", "this environment needs stable_baselines3"),
    ],
)
def test_a_module_without_its_extra_says_so_in_one_line(module: str, said: str) -> None:
    done = python(f"import {module}")
    last = done.stderr.splitlines()[-1]
    assert "MissingLibrary: " + said in last
    assert " install 'weatherdeck[" in last


def test_a_library_that_lacks_something_itself_speaks_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_library.py").write_text("import no_such_part")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="no_such_part") as raised:
        extras.library("broken_library", "a window")
    assert not isinstance(raised.value, extras.MissingLibrary)


@pytest.mark.parametrize(
    ("found", "has_pip", "environment", "line"),
    [
        (True, True, None, "pip install"),
        (False, True, None, f"{sys.executable} -m pip install"),
        (False, False, "here", "uv pip install"),
        (False, False, None, "uv tool install"),
    ],
)
def test_the_line_is_for_the_environment_of_this_program(
    found: bool, has_pip: bool, environment: str | None, line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    beside = str(Path(sys.executable).parent / "pip")
    monkeypatch.setattr("shutil.which", lambda _name: beside if found else "/elsewhere/pip")
    monkeypatch.setattr(extras, "_is_installed", lambda _name: has_pip)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    if environment is not None:
        monkeypatch.setenv("VIRTUAL_ENV", environment)
    assert extras.install("lab") == f"{line} 'weatherdeck[lab]'"
