"""`weatherdeck serve` in processes of its own, where a test is about signals, about being killed, or about refusals."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr
from dataclasses import dataclass

from weatherdeck.cli import main, serve
from weatherdeck.table.web import drain, heartbeat
from weatherdeck.table.web.settings import Settings

SERVE = [sys.executable, "-m", "tests.table.commands", "serve", "--port", "0", "--no-open", "--no-limits"]
"""A server that says goodbye at once: nobody here needs time to read it."""


@dataclass(frozen=True)
class Hasty(Settings):
    """Settings of a server that closes all sockets at once when it drains."""

    drain_spread: float = 0.1


def refusals(*commands: list[str]) -> list[str]:
    """What `weatherdeck serve` says to arguments that it refuses. One process tries all: it starts slowly."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.table.commands", "refuse", json.dumps(commands)],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    answers = json.loads(ended.stdout)
    assert [status for status, _ in answers] == [2] * len(commands), answers
    said = [text for _, text in answers]
    assert not [text for text in said if "Traceback" in text]
    return said


def _refuse(commands: list[list[str]]) -> None:
    answers = []
    for command in commands:
        with redirect_stderr(io.StringIO()) as said:
            status = main(["serve", "--no-open", *command])
        answers.append((status, said.getvalue()))
    print(json.dumps(answers))


if __name__ == "__main__":
    if sys.argv[1] == "refuse":
        _refuse(json.loads(sys.argv[2]))
    else:
        drain.STOP_GRACE = drain.STOP_SPREAD = 0.1
        heartbeat.POLL = 0.1
        serve.Settings = Hasty  # type: ignore[attr-defined]  # as this module sees it
        sys.exit(main(sys.argv[1:]))
