"""Compile a game's C with the machine's compiler, and call it."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.kernel.records import frozen, is_deck_table

HERE = Path(__file__).parent
FLAGS = ("-std=c17", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared")


def in_c() -> list[str]:
    """The games that are written in C."""
    return [name for name in registry.ours() if _source(name).exists()]


class CGame:
    """A game's random play in C, for the deck that the game has."""

    def __init__(self, game: Game) -> None:
        self.game = game
        with tempfile.TemporaryDirectory() as folder:
            self._library = ctypes.CDLL(str(_compiled(game, Path(folder))))
        self._library.random_games.restype = ctypes.c_int64
        self._library.random_games.argtypes = [ctypes.c_void_p] * 2 + [ctypes.c_int64] * 2
        self._library.state_size.restype = ctypes.c_int64
        size = game.rules.State.dtype.itemsize
        if self._library.state_size() != size:
            raise Problem(f"{game.name}: a state has {size} bytes, but {self._library.state_size()} in C")

    def random_games(self, blank: Any, state: Any, first_seed: int, games: int) -> int:
        """Play games with consecutive seeds from a blank packed state; `state` is how the last one ended. Return the
        number of decisions."""
        decisions: int = self._library.random_games(_address(blank), _address(state), first_seed, games)
        return decisions


def compiler() -> str | None:
    """The C compiler: `CC`, or the first that is installed."""
    return os.environ.get("CC") or next(
        (found for name in ("gcc", "clang", "cc") if (found := shutil.which(name))), None
    )


def _compiled(game: Game, folder: Path) -> Path:
    found = compiler()
    if found is None:
        raise Problem("no C compiler was found: install gcc or clang, or name one with CC")
    (folder / "deck.h").write_text(_deck_header(game), encoding="utf-8")
    library = folder / f"{game.name}.so"
    subprocess.run([found, *FLAGS, f"-I{folder}", str(_source(game.name)), "-o", str(library)], check=True)
    return library


def _source(name: str) -> Path:
    return HERE / f"{name.replace('-', '_')}.c"


def _deck_header(game: Game) -> str:
    """The tables of the deck as C constants, each in the narrowest type."""
    lines = ["#include <stdint.h>"]
    for name, value in vars(game.rules).items():
        values = frozen(value) if is_deck_table(value) else None
        if values is not None:
            shape = "".join(f"[{n}]" for n in values.shape)
            numbers = str(values.tolist()).replace("[", "{").replace("]", "}")
            lines.append(f"static const {values.dtype}_t {name}{shape} = {numbers};")
    return "\n".join(lines) + "\n"


def _address(packed: Any) -> int:
    """Where a packed record (an element of an array) lies in memory."""
    address: int = packed.__array_interface__["data"][0]
    return address
