"""The command line, called in this process."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from typing import Protocol

import pytest

from weatherdeck.cli import main


@dataclass(frozen=True)
class Done:
    """A command that has ended: its exit status, and what it wrote to its streams."""

    status: int
    out: str
    err: str


class Run(Protocol):
    """Runs a command with what it is given on standard input."""

    def __call__(self, *arguments: str, given: str = "") -> Done: ...


@pytest.fixture
def weatherdeck(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command without a process of its own. What needs one is in test_installed.py and test_faults.py."""

    def run(*arguments: str, given: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"))
        try:
            status = main([*arguments])
        except SystemExit as left:  # the arguments could not be read
            status = int(str(left.code))
        return Done(status, *capsys.readouterr())

    return run
