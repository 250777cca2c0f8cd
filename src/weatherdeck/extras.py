"""What the base package does without: libraries for one purpose each, installed as extras.

Whoever needs one asks here before working: `need("lab", "weatherdeck lab")` raises an error that ends with the line
that installs it.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

from .errors import Problem

LIBRARIES = {
    "lab": ("altair", "fpdf", "optuna", "polars", "pyarrow", "vl_convert"),
    "postgres": ("asyncpg",),
    "ray": ("altair", "fpdf", "optuna", "polars", "pyarrow", "ray", "vl_convert"),
    "env": ("gymnasium", "PIL", "pettingzoo", "pygame", "vl_convert"),
    "gpu": ("numba_cuda",),
    "learn": ("gymnasium", "sb3_contrib", "stable_baselines3", "torch"),
}
"""The extras, each with the modules that it installs. `pyproject.toml` has their versions; a test compares the two."""


class MissingLibrary(Problem, ImportError):
    """A library that is not part of the base package, and is not installed."""


def missing(extra: str) -> list[str]:
    """The modules of an extra that are not installed. Nothing is imported."""
    return [name for name in LIBRARIES[extra] if not _is_installed(name)]


def need(extra: str, what: str) -> None:
    """Refuse something that needs an extra, unless all of the extra is installed."""
    absent = missing(extra)
    if absent:
        raise MissingLibrary(f"{what} needs {listed(absent)}: install {_it(absent)} with {install(extra)}")


def library(name: str, what: str, extra: str = "env") -> ModuleType:
    """One module of an extra, for something that needs only that."""
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        absent = problem.name or name
        if absent.partition(".")[0] != name.partition(".")[0]:
            raise  # it is installed, and something that it needs is not: its own message is the better one
        raise MissingLibrary(f"{what} needs {absent}: install it with {install(extra)}") from None


def install(extra: str) -> str:
    """The line that installs an extra where this program is installed."""
    name = f"'weatherdeck[{extra}]'"
    found = shutil.which("pip")
    if found is not None and Path(found).parent == Path(sys.executable).parent:
        return f"pip install {name}"
    if _is_installed("pip"):
        return f"{_short(sys.executable)} -m pip install {name}"
    # uv makes environments without pip: for a project, or for one program (`uvx`, `uv tool`).
    return f"uv pip install {name}" if "VIRTUAL_ENV" in os.environ else f"uv tool install {name}"


def listed(names: list[str]) -> str:
    """Names as a person lists them."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _it(names: list[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _is_installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # a module in `sys.modules` that says nothing about itself
        return False


def _short(path: str) -> str:
    """A path from the current folder, if it lies in it."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return path
