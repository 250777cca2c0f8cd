"""`weatherdeck serve` in processes of its own, where a test is about signals, about being killed, or about refusals."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import redirect_stderr
from dataclasses import dataclass
from functools import cache
from typing import IO, Any

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


class Forks:
    """Servers that start at once: each is a fork of a process that has imported everything."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.table.commands", "fork"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._lock = threading.Lock()

    def start(self, *options: str) -> int:
        """Start `weatherdeck serve`, and wait until it is open; its process."""
        pid, line = self._ask([*SERVE[3:], *options])
        assert line.startswith("The table is open: "), line
        return int(pid)

    def wait(self, pid: int) -> None:
        """Wait until a server has ended."""
        self._ask(pid)

    def close(self) -> None:
        """End the process. No server outlives it."""
        self._process.communicate()

    def _ask(self, question: Any) -> Any:
        with self._lock:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            print(json.dumps(question), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())


@cache
def forks() -> Forks:
    """The one of this process. It starts when a test first needs it."""
    return Forks()


def _fork() -> None:
    """Start the servers that standard input asks for, and wait for those that it names."""
    running: dict[int, IO[str]] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            os.waitpid(asked, 0)
            running.pop(asked).close()
            answer: Any = None
        else:
            reading, writing = os.pipe()
            pid = os.fork()
            if pid == 0:
                os.dup2(writing, 1)
                os.dup2(os.open(os.devnull, os.O_RDWR), 0)
                os.dup2(0, 2)
                os._exit(_main(asked))
            os.close(writing)
            running[pid] = os.fdopen(reading)
            answer = [pid, running[pid].readline()]
        print(json.dumps(answer), flush=True)
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def _main(words: list[str]) -> int:
    drain.STOP_GRACE = drain.STOP_SPREAD = 0.1
    heartbeat.POLL = 0.1
    serve.Settings = Hasty  # type: ignore[attr-defined]  # as this module sees it
    return main(words)


if __name__ == "__main__":
    if sys.argv[1] == "fork":
        _fork()
    elif sys.argv[1] == "refuse":
        _refuse(json.loads(sys.argv[2]))
    else:
        sys.exit(_main(sys.argv[1:]))
