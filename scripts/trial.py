"""Tries an installed weatherdeck as a newcomer would: each command of the base, from a folder of its own.

`python -m scripts.trial .venv/bin` prints what was tried and how long it took. `make release` and `make newcomer` use
it for a wheel in an empty environment.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

if sys.platform != "win32":
    import pty

LIMIT = 300
"""Seconds that one command may take."""


class Failed(Exception):
    """Something that should work does not."""


@dataclass
class Installed:
    """A weatherdeck in an environment: how it is called, where it works, and what was tried."""

    command: Sequence[str]
    folder: Path
    environment: dict[str, str]
    shown: Callable[[str], None] = print
    results: list[tuple[str, float]] = field(default_factory=list)

    def tried(self, what: str, began: float) -> None:
        """Note that something works."""
        self.results.append((what, time.monotonic() - began))
        self.shown(f"  {what}: {self.results[-1][1]:.1f} s")

    def run(self, *words: str, given: str | None = None, expected: str) -> str:
        """Run a command that ends by itself and check what it says."""
        began = time.monotonic()
        done = subprocess.run(
            [*self.command, *words],
            cwd=self.folder,
            env=self.environment,
            input=given,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        said = done.stdout + done.stderr
        if done.returncode != 0 or not re.search(expected, said):
            raise Failed(f"weatherdeck {' '.join(words)}: expected {expected!r}, and it said:\n{said[-2000:]}")
        self.tried(f"`weatherdeck {' '.join(words)}`", began)
        return done.stdout

    def refuse(self, *words: str, expected: str) -> None:
        """Run a command that must be refused, in one line."""
        began = time.monotonic()
        done = subprocess.run(
            [*self.command, *words], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 2 or expected not in done.stderr or "Traceback" in done.stderr:
            raise Failed(f"weatherdeck {' '.join(words)} should be refused, and it said:\n{done.stderr[-2000:]}")
        self.tried(f"`weatherdeck {' '.join(words)}` says what is missing", began)

    def serve(self, game: str, *words: str, docs: bool = False) -> None:
        """Start the table server, open its page, make a table with bots, and wait for the first cards."""
        began = time.monotonic()
        command = [*self.command, "serve", "--no-open", "--port", "0", *words]
        with subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as server:
            try:
                address = _address(server)
                for path, expected in {"": "<script", **({"docs/": "<html"} if docs else {})}.items():
                    page = _get(address + path)
                    if expected not in page:
                        raise Failed(f"{path or 'the first page'} of the server has no {expected}: {page[:300]}")
                self.tried("`weatherdeck serve`, to its first page", began)
                began = time.monotonic()
                made = json.loads(_get(f"{address}api/tables", {"game": game, "name": "Anna"}))
                if not made.get("table"):
                    raise Failed(f"the server made no table: {made}")
                self.tried("a table in the browser", began)
            finally:
                server.terminate()
                server.wait(LIMIT)

    def play(self, game: str, expected: str = r"\(you\)") -> None:
        """Start a game in a terminal of our own, wait for something to choose, and quit."""
        began = time.monotonic()
        child, terminal = pty.fork()
        if child == 0:  # pragma: no cover  # the process of the game
            os.chdir(self.folder)
            size = {"COLUMNS": "100", "LINES": "40", "TERM": "xterm-256color"}
            os.execvpe(self.command[0], [*self.command, "play", game], {**self.environment, **size})
        said = ""
        try:
            while not re.search(expected, said):
                if time.monotonic() - began > LIMIT:
                    raise Failed(f"weatherdeck play shows nothing to choose: {said[-1000:]!r}")
                if select.select([terminal], [], [], 1.0)[0]:
                    said += os.read(terminal, 65536).decode("utf-8", "replace")
            self.tried(f"`weatherdeck play {game}`, to the first card", began)
        except OSError:
            raise Failed(f"weatherdeck play ended: {said[-1000:]!r}") from None
        finally:
            os.kill(child, signal.SIGTERM)
            _read_to_the_end(terminal)
            os.kill(child, signal.SIGKILL)  # if it has not ended by itself
            os.waitpid(child, 0)
            os.close(terminal)


def _read_to_the_end(terminal: int) -> None:
    """Read what a program still says: while nobody reads, a full terminal holds it up."""
    with suppress(OSError):  # how a terminal says that its program has ended
        while select.select([terminal], [], [], 30.0)[0] and os.read(terminal, 65536):
            pass


def _address(server: subprocess.Popen[str]) -> str:
    """The address that a server says, with the key for its own machine left out."""
    assert server.stdout is not None
    said = ""
    for line in server.stdout:
        said += line
        if found := re.search(r"http://(?:127\.0\.0\.1|localhost):\d+/", line):
            return found[0]
    raise Failed(f"the server did not start:\n{said}")


def _get(address: str, posted: object = None) -> str:
    body = None if posted is None else json.dumps(posted).encode()
    headers = {"Content-Type": "application/json", "Origin": "/".join(address.split("/")[:3])}
    request = urllib.request.Request(address, body, headers)
    opener, until = urllib.request.build_opener(urllib.request.ProxyHandler({})), time.monotonic() + LIMIT
    while True:
        try:
            with opener.open(request, timeout=LIMIT) as answer:
                text: str = answer.read().decode()
                return text
        except urllib.error.HTTPError as problem:
            if problem.code != 503 or time.monotonic() > until:
                raise Failed(f"{address}: {problem}") from None
            time.sleep(0.5)  # a busy server asks to come back, as it does with browsers


def empty_environment(home: Path, path: str) -> dict[str, str]:
    """The variables of a person who has just logged in: nothing of ours."""
    return {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", "TERM": "dumb"}


def try_base(installed: Installed, game: str, *, docs: bool = False, without_lab: bool = True) -> None:
    """Everything that a player needs."""
    installed.run("--version", expected=r"weatherdeck \d")
    installed.run("games", expected=re.escape(game))
    installed.run("rules", game, expected="players")
    games = installed.run("transcript", game, "--games", "3", "--seed", "1", expected="{")
    installed.run("verify", "-", given=games, expected="no difference")
    installed.serve(game, docs=docs)
    if sys.platform != "win32":
        installed.play(game)
    if without_lab:
        installed.refuse("lab", game, expected="install 'weatherdeck[lab]'")


def main() -> int:
    """Try the weatherdeck of an environment, given by its folder of programs."""
    from weatherdeck.games import registry

    folder = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as home:
        variables = empty_environment(Path(home), f"{folder}:/usr/bin:/bin")
        try_base(
            Installed([str(folder / "weatherdeck")], Path(home), variables), registry.names()[0], without_lab=False
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
