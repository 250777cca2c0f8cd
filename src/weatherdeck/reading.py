"""Read text files that people name: in UTF-8, with or without a byte order mark; `-` is standard input."""

from __future__ import annotations

import errno
import io
import sys
from pathlib import Path
from typing import TextIO

from .errors import Problem

STANDARD = "-"
"""The name of standard input and output, instead of a file's."""
ENCODING = "utf-8-sig"
"""UTF-8; a byte order mark, which some editors write first, is skipped."""

_kept: tuple[TextIO, str] | None = None


def is_standard(path: Path | str | None) -> bool:
    """Whether a path stands for standard input or output."""
    return str(path) == STANDARD


def read_text(path: Path | str) -> str:
    """The text of a file. Raises OSError or UnicodeDecodeError, like `Path.read_text`.

    Standard input can be read once, so its text is kept: a deck is read whenever its game is loaded.
    """
    global _kept
    if "\0" in str(path):  # a file may name another one
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
    if not is_standard(path):
        return Path(path).read_text(encoding=ENCODING)
    if _kept is None or _kept[0] is not sys.stdin:
        _kept = sys.stdin, standard_input().read()
    return _kept[1]


def standard_input(errors: str = "strict") -> TextIO:
    """Standard input as text, to be read line by line."""
    if sys.stdin is None:
        raise Problem("there is no standard input: it is closed")
    return io.TextIOWrapper(sys.stdin.buffer, encoding=ENCODING, errors=errors)
