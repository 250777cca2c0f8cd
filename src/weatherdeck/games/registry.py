"""Load games: ours and those of other packages, as shipped or with a deck of one's own."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from .. import kernel
from ..errors import Problem
from ..spelling import squashed
from . import data
from .data import DataError
from .discovery import UnknownGame, is_known, names, ours, package_of
from .game import Game
from .reference import Deck, GameRef


class BrokenGame(Problem):
    """A game of another package that cannot be loaded."""


_packages: dict[str, ModuleType] = {}
_with_decks: weakref.WeakValueDictionary[tuple[str, Deck], Game] = weakref.WeakValueDictionary()
"""An edition's own game lives as long as the edition; the same under another title, as long as somebody uses it."""
_lock = threading.RLock()


def load(what: str | GameRef, deck: Deck | None = None) -> Game:
    """A game by its name, by the dotted name of a package that holds one, or by its reference."""
    ref = what if isinstance(what, GameRef) else GameRef(what)
    if deck is not None:
        ref = GameRef(ref.name, deck)
    try:
        return _load(ref)
    except DataError as problem:
        if ref.deck is None:  # the game's own file, of somebody who is just writing it
            raise
        raise DataError(f"{problem}{_whose(ref.deck)}") from None


def load_with(name: str, data_file: Path | None) -> Game:
    """A game by its name, with the deck in a file or (None) as shipped."""
    return load(name, None if data_file is None else read_deck(data_file))


def spelled(text: str) -> str | None:
    """The name of the game that a text names or titles in any spelling: case, spaces, hyphens and underscores aside."""
    if is_known(text):
        return text
    wanted, found = squashed(text), []
    for name in names():
        try:
            titles = {name, load(name).title}
        except Problem:  # of another package: it cannot be played anyway
            titles = {name}
        if wanted in map(squashed, titles):
            found.append(name)
    return found[0] if len(found) == 1 else None


def loader(data_file: Path | None) -> Callable[[GameRef], Game]:
    """What loads the game of a document; a deck file, where one is given, replaces the document's deck."""
    deck = None if data_file is None else read_deck(data_file)
    return lambda ref: load(ref, deck)


def read_deck(path: Path) -> Deck:
    """The deck in a file."""
    return Deck.read(path)


def _load(ref: GameRef) -> Game:
    package = _imported(ref.name)
    game = _game_in(package)
    if ref.deck is None:
        return game
    if game.data_file is None:
        raise DataError(f"{ref.deck}: {game.title} has no deck file, so it cannot be played with another deck")
    if ref.deck.fingerprint == game.fingerprint:
        return game
    with _lock:
        key = package.__name__, ref.deck
        found = _with_decks.get(key)
        if found is None:
            edition = _game_in(_edition(package, ref.deck))
            # Decks that differ only in their title or layout share one edition, and its compiled code.
            found = _with_decks[key] = edition if edition.deck == ref.deck else replace(edition, deck=ref.deck)
        return found


def forget(what: GameRef) -> None:
    """Free the memory of a game with a deck of one's own that nobody uses any more; it can be loaded again."""
    if what.deck is None:
        return
    with _lock:
        edition = _edition_name(_imported(what.name), what.deck)
        for key in [key for key in _with_decks if f"{key[0]}__{key[1].fingerprint}" == edition]:
            _with_decks.pop(key, None)
        if sys.modules.pop(edition, None) is not None:
            for loaded in [name for name in sys.modules if name.startswith(edition + ".")]:
                del sys.modules[loaded]
            data.drop_edition(edition)
            kernel.forget(edition)


def _imported(name: str) -> ModuleType:
    known = _packages.get(name)
    if known is not None and sys.modules.get(known.__name__) is known:
        return known  # looking for entry points takes milliseconds, and games are loaded for every game played
    module = package_of(name)
    try:
        _packages[name] = importlib.import_module(module)
        return _packages[name]
    except Problem:
        raise
    except Exception as failure:  # another package can fail in any way
        if name in ours():
            raise
        reason = f"{type(failure).__name__}: {failure}"
        raise BrokenGame(f"the game {name!r} ({module}) cannot be loaded: {reason}") from failure


def _game_in(package: ModuleType) -> Game:
    game = getattr(package, "GAME", None)
    if not isinstance(game, Game):
        raise UnknownGame(f"the package {package.__name__} offers no game (it has no GAME)")
    return game


def _edition(package: ModuleType, deck: Deck) -> ModuleType:
    """The package of a game, loaded a second time under another name, with this deck in place of its own."""
    name = _edition_name(package, deck)
    if name in sys.modules:
        return sys.modules[name]
    assert package.__file__ is not None
    spec = importlib.util.spec_from_file_location(
        name, package.__file__, submodule_search_locations=list(package.__path__)
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module)["__edition_of__"] = package.__name__  # so the kernel knows that all editions may share their code
    data.add_edition(name, package.__name__, deck)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for loaded in [n for n in sys.modules if n == name or n.startswith(name + ".")]:
            del sys.modules[loaded]
        data.drop_edition(name)
        raise
    return module


def _edition_name(package: ModuleType, deck: Deck) -> str:
    return f"{package.__name__}__{deck.fingerprint}"


def _whose(deck: Deck) -> str:
    """Where a deck that one game refuses is another game's: whose it is. Nothing is kept of trying."""
    titles = []
    for name in names():
        ref = GameRef(name, deck)
        with _lock:
            try:
                was_loaded = _edition_name(_imported(name), deck) in sys.modules
                titles.append(_load(ref).title)
            except Exception:  # it is not this game's; another package may fail in any way
                continue
            if not was_loaded:
                forget(ref)
    return f" (it is a deck of {' or '.join(titles)})" if titles else ""


__all__ = [
    "BrokenGame",
    "DataError",
    "Deck",
    "GameRef",
    "UnknownGame",
    "forget",
    "is_known",
    "load",
    "load_with",
    "loader",
    "names",
    "ours",
    "read_deck",
    "spelled",
]
