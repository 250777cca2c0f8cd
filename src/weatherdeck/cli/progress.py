"""Progress of long work: a line on standard error, if a person watches."""

from __future__ import annotations

import sys
import time
from typing import Self


class Progress:
    """`with Progress("compiling", 40) as p: p.show(3, "legal")`; silent if standard error is not a terminal."""

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
        """Show how much is done, at most ten times a second."""
        if not self._on or time.monotonic() - self._shown < 0.1:
            return
        self._shown = time.monotonic()
        of = f" of {self.total:,}" if self.total else ""
        self._write(f"{self.what}: {done:,}{of} {detail}")

    def compiling(self, done: int, total: int, name: str) -> None:
        """Show the progress that the compiler reports."""
        self.total = total
        self.show(done, name)

    def _write(self, line: str) -> None:
        if self._on:
            sys.stderr.write("\r" + line.ljust(self._width))
            sys.stderr.flush()
            self._width = len(line)


def time_text(seconds: float) -> str:
    """A duration as people read it: `40 s`, `12 min`, `2.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


class Stages:
    """Shows one line for each stage of the work: how much is done, and how long the rest will take."""

    def __init__(self) -> None:
        self._what = ""
        self._line: Progress | None = None
        self._started, self._first = 0.0, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._line is not None:
            self._line.__exit__(*exception)

    def show(self, what: str, done: int, total: int) -> None:
        """Called by the lab as its work advances."""
        if self._line is None or what != self._what:
            self.__exit__()
            self._what, self._line = what, Progress(what)
            self._started, self._first = time.monotonic(), done  # what a resumed run already has took no time now
        fresh = done - self._first
        left = (time.monotonic() - self._started) / fresh * (total - done) if fresh else 0.0
        self._line.total = total
        self._line.show(done, f"({time_text(left)} left)" if fresh else "")
