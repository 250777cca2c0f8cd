"""A line on standard error that shows how far long work has come, where a person watches."""

from __future__ import annotations

import sys
import time
from typing import Self


class Progress:
    """`with Progress("compiling", 40) as p: p.show(3, "legal")`; silent where standard error is not a terminal."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self.what, self.total = what, total
        self._shown = 0.0
        self._width = 0
        self._on = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._write("")
        if self._width:
            sys.stderr.write("\r")

    def show(self, done: int, detail: str = "") -> None:
        """Say how much is done; at most ten times a second."""
        if not self._on or time.monotonic() - self._shown < 0.1:
            return
        self._shown = time.monotonic()
        of = f" of {self.total:,}" if self.total else ""
        self._write(f"{self.what}: {done:,}{of} {detail}")

    def compiling(self, done: int, total: int, name: str) -> None:
        """As the compiler tells its progress."""
        self.total = total
        self.show(done, name)

    def _write(self, line: str) -> None:
        if self._on:
            sys.stderr.write("\r" + line.ljust(self._width))
            sys.stderr.flush()
            self._width = len(line)
