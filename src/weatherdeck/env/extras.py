"""Libraries that are not installed with the package itself: whoever needs one is told how to get it."""

from __future__ import annotations

import importlib
from types import ModuleType

from ..errors import Problem


class MissingLibrary(Problem, ImportError):
    """A library of another project that is not installed."""


def library(name: str, what: str, install: str = "weatherdeck[env]") -> ModuleType:
    """A module of another project's library, for something that needs it."""
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        missing = problem.name or name
        if missing.partition(".")[0] != name.partition(".")[0]:
            raise  # it is installed, and something that it needs is not: its own message is the better one
        raise MissingLibrary(f"{what} needs {missing}: install it with pip install '{install}'") from None
