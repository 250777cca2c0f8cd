"""The games there are: ours, and those that other packages offer under the entry point `weatherdeck.games`."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from . import data
from .game import Game

OURS = {
    "weathervanes": "weatherdeck.games.weathervanes",
    "tradewinds": "weatherdeck.games.tradewinds",
    "winter-court": "weatherdeck.games.winter_court",
    "tweedy-tricksters": "weatherdeck.games.tweedy_tricksters",
    "four-seasons": "weatherdeck.games.four_seasons",
}


class UnknownGame(LookupError):
    """A name that no game has."""


def names() -> list[str]:
    """The names of all games, ours first."""
    return [*OURS, *sorted(point.name for point in entry_points(group="weatherdeck.games") if point.name not in OURS)]


def load(name: str, data_file: Path | None = None) -> Game:
    """A game by its name, or by the dotted name of a package that holds one; with another deck, where one is given."""
    package = importlib.import_module(_package_of(name))
    if data_file is not None:
        package = _with_data(package, data_file)
    game = getattr(package, "GAME", None)
    if not isinstance(game, Game):
        raise UnknownGame(f"the package {package.__name__} offers no game (it has no GAME)")
    return game


def _package_of(name: str) -> str:
    if name in OURS:
        return OURS[name]
    for point in entry_points(group="weatherdeck.games"):
        if point.name == name:
            return point.module
    try:
        if importlib.util.find_spec(name) is not None:
            return name
    except (ImportError, ValueError):
        pass
    raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(names())}")


def _with_data(package: ModuleType, data_file: Path) -> ModuleType:
    """The same game made from another data file: its package, loaded a second time under another name."""
    if not any(Path(folder).glob("*.toml") for folder in package.__path__):
        raise data.DataError(f"{package.__name__.rpartition('.')[2]} has no data file that could be replaced")
    fingerprint = data.read_file(data_file).fingerprint
    name = f"{package.__name__}__{fingerprint}"
    if name in sys.modules:
        return sys.modules[name]
    assert package.__file__ is not None
    data.put_instead(name, data_file)
    spec = importlib.util.spec_from_file_location(
        name, package.__file__, submodule_search_locations=list(package.__path__)
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for loaded in [n for n in sys.modules if n == name or n.startswith(name + ".")]:
            del sys.modules[loaded]
        raise
    return module
