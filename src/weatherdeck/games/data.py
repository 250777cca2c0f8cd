"""Decks and courts: the data of a game, in a TOML file that an owner of the printed game can replace.

A game reads its file through `read`. Another file can be put in its place for one instance of a game
(`registry.load(name, data=...)`); everything that depends on it, compiled code too, is then made from that file.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class DataError(ValueError):
    """A data file that cannot be used: what is wrong, and where."""


@dataclass(frozen=True)
class Data:
    """A data file as read: its values, and its text to say where something is wrong."""

    path: Path
    text: str
    values: dict[str, Any]

    def error(self, message: str, key: object = None) -> DataError:
        """An error at the line where a key is set (or in the file as a whole)."""
        place = str(self.path)
        if key is not None:
            for number, line in enumerate(self.text.splitlines(), 1):
                if re.match(rf"\s*\"?{re.escape(str(key))}\"?\s*=", line) or line.strip() == f"[{key}]":
                    place = f"{self.path}, line {number}"
                    break
        return DataError(f"{place}: {message}")

    @property
    def fingerprint(self) -> str:
        """A short name for exactly these values, however the file is laid out."""
        return hashlib.sha256(repr(_sorted(self.values)).encode()).hexdigest()[:12]


_instead: dict[str, Path] = {}


def put_instead(package: str, path: Path) -> None:
    """From now on, let the game of this package read that file."""
    _instead[package] = path


def read(package: str, folder: Path, name: str) -> Data:
    """The data file of a game: the one in its folder, or the one put in its place."""
    path = _instead.get(package, folder / name)
    return read_file(path)


def read_file(path: Path) -> Data:
    """Any data file, with a clear error where it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise DataError(f"{path}: cannot be read ({problem.strerror})") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: is not a text file in UTF-8") from None
    try:
        return Data(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as problem:
        raise DataError(f"{path}: is not valid TOML: {problem}") from None


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return [(key, _sorted(value[key])) for key in sorted(value)]
    return value
