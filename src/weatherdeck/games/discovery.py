"""Find the games: the packages beside this file, and those that other packages offer.

A game of ours is a folder here that has a `rules.py`; the folder `two_words` holds the game `two-words`. Another
package offers a game through an entry point in the group `weatherdeck.games`. There is no list of games anywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import Problem
from ..spelling import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "weatherdeck.games"
_HERE = Path(__file__).parent


class UnknownGame(Problem):
    """No game has this name. The message lists those that exist, and suggests one that is spelled alike."""


def names() -> list[str]:
    """The names of all games: ours by name, then those of other packages."""
    return [*ours(), *_offered()]


def ours() -> list[str]:
    """The names of the games that ship with weatherdeck."""
    return list(_our_packages())


def is_known(name: str) -> bool:
    """Whether a game has this name."""
    return any(name in known() for known in (_our_packages, _offered))  # to ask for entry points takes longer


def is_package(name: str) -> bool:
    """Whether Python can import a package of this dotted name, or a game of this name is in the current folder."""
    return _can_be_imported(name) or _is_in_current_folder(name)


def package_of(name: str) -> str:
    """The package of a game, given the game's name or the dotted name of a package that Python can import."""
    for known in (_our_packages, _offered):
        if name in known():
            return known()[name]
    if is_package(name):
        return name
    raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(names())}.{did_you_mean(name, names())}")


def look_in_current_folder() -> None:
    """From now on, find a game in the current folder too, as the command line does."""
    global _looks_in_current_folder  # a setting of this process
    _looks_in_current_folder = True


_looks_in_current_folder = False


def _can_be_imported(name: str) -> bool:
    """Whether Python finds a package. None of its code runs: the name may come from anybody's file."""
    path: list[str] | None = None
    try:
        for at in range(name.count(".") + 1):
            spec = _spec(".".join(name.split(".")[: at + 1]), path)
            if spec is None or spec.submodule_search_locations is None:
                return False
            path = list(spec.submodule_search_locations)
    except (ImportError, ValueError, OSError):
        return False
    return True


def _spec(name: str, path: list[str] | None) -> ModuleSpec | None:
    found = (finder.find_spec(name, path, None) for finder in sys.meta_path if hasattr(finder, "find_spec"))
    return next((spec for spec in found if spec is not None), None)


def _is_in_current_folder(name: str) -> bool:
    """Whether a game is in the current folder. If so, Python looks there too from now on, after everything else."""
    if not _looks_in_current_folder or not all(part.isidentifier() for part in name.split(".")):
        return False
    try:
        current = Path.cwd()
        if not current.joinpath(*name.split("."), "rules.py").is_file():
            return False
    except OSError:
        return False
    if str(current) not in sys.path:
        sys.path.append(str(current))
    return _can_be_imported(name)


def name_of(package: str) -> str:
    """The name that finds the game of a package again, in this process or another."""
    for known in (_our_packages, _offered):
        for name, where in known().items():
            if where == package:
                return name
    return package


@cache
def _our_packages() -> dict[str, str]:
    folders = sorted(path.parent.name for path in _HERE.glob("*/rules.py"))
    found = {folder.replace("_", "-"): f"{__package__}.{folder}" for folder in folders}
    return {name: found[name] for name in sorted(found)}


def _offered() -> dict[str, str]:
    """Read anew each time: a package can be installed while we run."""
    points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
    return {point.name: point.module for point in points if point.name not in _our_packages()}


def entry_points(*, group: str) -> Iterable[EntryPoint]:
    """What installed packages offer."""
    from importlib import metadata  # here, because it loads slowly and whoever asks for a game of ours does without

    return metadata.entry_points(group=group)
