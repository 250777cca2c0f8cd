"""Files that commands write: a place that cannot be written is refused before the work, not after it.

`-` is standard output. A command that writes a document there says everything else on standard error, so that a pipe
gets the document and nothing else.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Self, TextIO

from ..errors import Problem
from ..reading import is_standard


def check_writable(path: Path, *, in_new_folder: bool = False) -> None:
    """Refuse a file that cannot be written; its folder may have to be made first."""
    try:
        if in_new_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        with path.open("a", encoding="utf-8"):
            pass
        if is_new:
            path.unlink()
    except OSError as problem:
        raise Problem(f"{path}: cannot be written ({problem.strerror})") from None


class Document:
    """`with Document(path) as document: ... document.write(text)`: a file, standard output, or (None) nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._stdout: TextIO = sys.stdout

    @property
    def is_standard(self) -> bool:
        """Whether it is standard output, and people are told everything on standard error."""
        return is_standard(self.path)

    def __enter__(self) -> Self:
        if self.is_standard:
            self._stdout, sys.stdout = sys.stdout, sys.stderr
        elif self.path is not None:
            check_writable(self.path)
        return self

    def __exit__(self, *exception: object) -> None:
        if self.is_standard:
            sys.stdout = self._stdout

    def write(self, content: str | bytes) -> None:
        """Write all of it."""
        if self.is_standard:
            self._write_out(content)
        elif self.path is not None:
            try:
                self.path.write_bytes(content.encode() if isinstance(content, str) else content)
            except OSError as problem:
                raise Problem(f"{self.path}: cannot be written ({problem.strerror})") from None

    def copy(self, path: Path) -> None:
        """Write what is in a file to standard output."""
        with path.open("rb") as file:
            self._stdout.flush()
            shutil.copyfileobj(file, self._stdout.buffer)
            self._stdout.buffer.flush()

    def _write_out(self, content: str | bytes) -> None:
        if isinstance(content, str):
            self._stdout.write(content)
        elif self._stdout.isatty():
            raise Problem("this is no text for a terminal: redirect it to a file (> FILE), or name one instead of -")
        else:
            self._stdout.flush()
            self._stdout.buffer.write(content)
        self._stdout.flush()
