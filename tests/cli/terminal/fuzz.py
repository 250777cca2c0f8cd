"""Keys, pastes, sizes and signals at random, for a table in a real terminal: `python -m tests.cli.terminal.fuzz`.

Each round has a number, from which all of it follows: the game, who sits there, what is typed, how it ends. A round
forks a process that has imported everything, so that hundreds fit into a minute. What is wrong is printed with the
number of its round, and `python -m tests.cli.terminal.fuzz --first NUMBER --rounds 1` plays it again.
"""

from __future__ import annotations

import argparse
import faulthandler
import fcntl
import itertools
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import weatherdeck.cli.running
import weatherdeck.cli.terminal
from tests import sixth
from weatherdeck.cli import main as weatherdeck_main
from weatherdeck.games import registry
from weatherdeck.match import Match, save

OWN = "fuzzed_game"
NAMES = ("Anna", "Bernd", "Carla", "Dora", "Emil", "Fina")
ROWS, COLUMNS = (10, 70), (40, 220)
PATIENCE = 40.0
"""Seconds in which a table has to open, or to end."""
ESCAPE = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_].*?\x1b\\|[ -/]*[0-~])", re.DOTALL
)
ALTERNATE = re.compile(rb"\x1b\[\?1049([hl])")
MODES = {
    b"1049": b"l",
    b"25": b"h",
    b"1000": b"l",
    b"1003": b"l",
    b"1006": b"l",
    b"1004": b"l",
    b"2004": b"l",
    b"7": b"h",
}
"""What a terminal has to be told last, by mode."""
KEYS = (
    *(
        b"\r",
        b"\r",
        b"\r",
        b"\x1b[B",
        b"\x1b[B",
        b"\x1b[A",
        b"\x1b[C",
        b"\x1b[D",
        b" ",
        b"\t",
        b"\x1b[Z",
        b"\x7f",
        b"\x1b",
    ),
    *(
        b"u",
        b"h",
        b"s",
        b"?",
        b"l",
        b"/",
        b"q",
        b"d",
        b"\x1b[5~",
        b"\x1b[6~",
        b"\x1b[H",
        b"\x1b[F",
        b"\x1b[1;5A",
        b"\x1b[1;2B",
    ),
    *(
        b"\x1bOP",
        b"\x1b[15~",
        b"\x1b[I",
        b"\x1b[O",
        b"\x1b[?2026;2$y",
        b"\x1b[?1u",
        b"\x1b[24;80R",
        b"\x10",
        b"\x1b[13;2u",
    ),
    *(b"\x1b[?2048;0$y", b"\x1b[97;5u", b"\x01", b"\x1a", b"\x00", b"\xc3\xa9", b"\xf0\x9f\x83\x8f", b"\xff", b"\xc3"),
)
ENDS = ("ctrl-c", "ctrl-q", "quit", "SIGTERM", "SIGHUP", "twice", "hang up")


@dataclass
class Round:
    """One table, from its opening to its end."""

    number: int
    folder: Path
    problems: list[str] = field(default_factory=list)
    said: bytearray = field(default_factory=bytearray)
    did: list[str] = field(default_factory=list)
    is_gone: bool = False

    def play(self) -> None:
        """Open the table, disturb it, end it, and look at what is left."""
        self.chance = random.Random(f"table {self.number}")
        self.path = self._saved()
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            _become_the_table(self.path)
        os.set_blocking(self.terminal, False)
        self.before = termios.tcgetattr(self.terminal)
        self._resize()
        try:
            if not self._until_open():
                self.problems.append("the table did not open")
                return
            for _ in range(self.chance.randint(3, 40)):
                self._disturb()
            self._end()
            self._check(self._status())
        finally:
            if not self.is_gone:
                os.close(self.terminal)

    # ------------------------------------------------------------ before
    def _saved(self) -> Path:
        """A saved game of some people and bots, begun, halfway or nearly over."""
        names = [*registry.ours(), OWN]
        game = registry.load(names[self.number % len(names)])
        players = self.chance.choice(game.players)
        people = self.chance.choice((1, 1, 2, players))
        match = Match(game, seed=self.chance.randrange(1 << 30), players=players)
        nearly: list[str] = []
        moves = self.chance.choice((0, 0, self.chance.randrange(60), 10_000))
        while not match.is_over and match.version < moves:
            nearly = [*nearly[-4:], save.dumps(match)]
            match.play(self.chance.choice(match.legal()))
        if match.is_over and nearly:
            match, _ = save.loads(self.chance.choice(nearly), registry.load)
        path = self.folder / f"{self.number}" / "game.json"
        path.parent.mkdir()
        seats = [{"name": NAMES[seat], "bot": None if seat < people else "random"} for seat in range(players)]
        save.write(path, match, {"seats": seats})
        self.did.append(f"{game.name}, {people} of {players}, {match.version} moves")
        return path

    def _until_open(self, times: int = 1) -> bool:
        """Wait until a table is there for the first, second, ... time, and reads keys."""
        until = time.monotonic() + PATIENCE
        while self.said.count(b"\x1b[?1004h") < times and time.monotonic() < until and not self._is_over():
            self._read(0.01)
        return self.said.count(b"\x1b[?1004h") >= times

    # ------------------------------------------------------------ meanwhile
    def _disturb(self) -> None:
        """Do one thing at random."""
        what = self.chance.choice((self._keys, self._keys, self._keys, self._burst, self._cut, self._paste, self._mouse,
                                   self._resize, self._resize, self._suspend))  # fmt: skip
        what()
        self._read(self.chance.choice((0.0, 0.0, 0.002, 0.02, 0.1)))

    def _type(self, data: bytes) -> None:
        self.did.append(repr(data))
        while data:
            try:
                data = data[os.write(self.terminal, data) :]
            except BlockingIOError:
                self._read(0.01)
            except OSError:
                return

    def _keys(self) -> None:
        self._type(self.chance.choice(KEYS))

    def _burst(self) -> None:
        self._type(b"".join(self.chance.choices(KEYS, k=self.chance.randint(2, 60))))

    def _cut(self) -> None:
        """An escape sequence or a character in two pieces, with something between."""
        data = self.chance.choice([key for key in KEYS if len(key) > 1])
        at = self.chance.randrange(1, len(data))
        self._type(data[:at])
        self.chance.choice((self._resize, self._mouse, lambda: self._read(0.15), lambda: None))()
        if self.chance.random() < 0.8:
            self._type(data[at:])

    def _paste(self) -> None:
        text = bytes(
            self.chance.choice(b"abc 123\r\n\t.-+~\xe2\x99\xa5\xff[]{}") for _ in range(self.chance.randrange(300))
        )
        end = self.chance.choice((b"\x1b[201~", b"\x1b[201~", b""))
        self._type(b"\x1b[200~" + text + end)

    def _mouse(self) -> None:
        button, row, column = self.chance.choice((0, 2, 32, 35, 64, 65)), self._one_of(ROWS), self._one_of(COLUMNS)
        self._type(f"\x1b[<{button};{column};{row}{self.chance.choice('Mm')}".encode())

    def _resize(self) -> None:
        rows, columns = self._one_of(ROWS), self._one_of(COLUMNS)
        self.did.append(f"{rows}x{columns}")
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _suspend(self) -> None:
        """Suspend it, do something meanwhile, and resume it."""
        stop = self.chance.choice((signal.SIGTSTP, signal.SIGTSTP, signal.SIGSTOP))
        self._send(stop)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self._read(0.005)
            process, status = os.waitpid(self.child, os.WNOHANG | os.WUNTRACED)
            if process:
                if not os.WIFSTOPPED(status):
                    self._ended = status
                break
        else:
            self.problems.append("it was not suspended")
        times = self.said.count(b"\x1b[?1004h") + (stop == signal.SIGTSTP)
        self.chance.choice((self._resize, lambda: None))()  # a key would be shown by the terminal, as in a shell
        self._send(signal.SIGCONT)
        if not self._until_open(times):
            self.problems.append("it was not resumed")

    def _send(self, number: int) -> None:
        self.did.append(signal.Signals(number).name)
        if self._ended is None:
            os.kill(self.child, number)

    def _one_of(self, between: tuple[int, int]) -> int:
        return self.chance.choice((*between, self.chance.randint(*between)))

    # ------------------------------------------------------------ the end
    _ended: int | None = None
    how = ""

    def _end(self) -> None:
        """End it in some way."""
        self.how = self.chance.choice(ENDS)
        self.did.append(self.how)
        if self.how == "quit":
            # Whatever is open is left: typing, a page, a curtain, an unfinished paste or sequence.
            self._type(b"\x1b[201~")
            keys = itertools.cycle((b"\x1b", b"\x1b", b"q", b"q"))
            until = time.monotonic() + PATIENCE
            while self._is_shown() and time.monotonic() < until:
                self._type(next(keys))
                self._read(0.2)
        elif self.how in ("ctrl-c", "ctrl-q"):
            self._type(b"\x1b[201~")
            until = time.monotonic() + PATIENCE
            while self._is_shown() and time.monotonic() < until:
                self._type(b"\x03" if self.how == "ctrl-c" else b"\x11")
                self._read(0.3)
        elif self.how == "hang up":
            os.close(self.terminal)
            self.is_gone = True
        else:
            first = signal.SIGHUP if self.how == "SIGHUP" else signal.SIGTERM
            self._send(first)
            if self.how == "twice":
                self._read(self.chance.choice((0.0, 0.01, 0.1)))
                self._is_over()
                self._send(signal.SIGTERM)

    def _is_shown(self) -> bool:
        """Whether the table is on the screen. What is typed later is shown by the terminal itself."""
        return not self._is_over() and ALTERNATE.findall(bytes(self.said))[-1:] == [b"h"]

    def _is_over(self) -> bool:
        if self._ended is None:
            process, status = os.waitpid(self.child, os.WNOHANG)
            if process:
                self._ended = status
        return self._ended is not None

    def _status(self) -> int:
        """How it ended; if it does not, it is killed."""
        until = time.monotonic() + PATIENCE
        while not self._is_over():
            self._read(0.02)
            if time.monotonic() > until:
                os.kill(self.child, signal.SIGABRT)
                _, self._ended = os.waitpid(self.child, 0)
                self.problems.append(f"it did not end:\n{_text(self.path.with_suffix('.stacks'))}")
        while self._read(0.0):
            pass
        assert self._ended is not None
        return os.waitstatus_to_exitcode(self._ended)

    def _read(self, seconds: float) -> bool:
        """Read what is shown, for so long; whether there was something."""
        until, found = time.monotonic() + seconds, False
        while not self.is_gone:
            left = max(0.0, until - time.monotonic())
            if not select.select([self.terminal], [], [], left)[0]:
                return found
            try:
                data = os.read(self.terminal, 1 << 16)
            except OSError:
                data = b""
            if not data:
                time.sleep(min(left, 0.01))
                return found
            self.said += data
            found = True
        time.sleep(seconds)
        return found

    # ------------------------------------------------------------ what is left
    def _check(self, status: int) -> None:
        wanted = {"SIGTERM": 143, "twice": 143, "SIGHUP": 129, "hang up": 129}.get(self.how, 0)
        if status != wanted:
            self.problems.append(f"it ended with {status} instead of {wanted}")
        self._check_files()
        if not self.is_gone:
            self._check_terminal()

    def _check_files(self) -> None:
        """All games are complete, and can be resumed."""
        files = sorted(self.path.parent.iterdir())
        self.problems += [
            f"it left {file.name}:\n{_text(file)}" for file in files if file.suffix not in (".json", ".stacks")
        ]
        for file in files:
            if file.suffix == ".json":
                try:
                    match, about = save.read(file, registry.load)
                    weatherdeck.cli.terminal.restore(about, match.players, match.seed)
                except Exception as problem:
                    self.problems.append(f"{file.name} cannot be resumed: {problem!r}")

    def _check_terminal(self) -> None:
        """One sentence is left, and the terminal is as it was."""
        shown = outside(bytes(self.said))
        files = "|".join(re.escape(str(file)) for file in self.path.parent.glob("*.json"))
        told = rf"The game is saved in ({files})(\n  resume it:  \S.*)?(\n  review it:  \S.*)?"
        if not re.fullmatch(told, shown):
            self.problems.append(f"this is on the screen at the end: {shown!r}")
        modes = {mode: end for mode, end in re.findall(rb"\x1b\[\?(\d+)([hl])", bytes(self.said)) if mode in MODES}
        wrong = {mode.decode(): end.decode() for mode, end in modes.items() if MODES[mode] != end}
        if wrong:
            self.problems.append(f"the terminal is left in modes {wrong}")
        if termios.tcgetattr(self.terminal)[:4] != self.before[:4]:
            self.problems.append("the terminal is left without echo, or in raw mode")


def outside(said: bytes) -> str:
    """What is read on the terminal itself, besides the screens that a table opens and closes."""
    kept, at, is_inside = bytearray(), 0, False
    for switch in ALTERNATE.finditer(said):
        if not is_inside:
            kept += said[at : switch.start()]
        at, is_inside = switch.end(), switch[1] == b"h"
    if not is_inside:
        kept += said[at:]
    text = ESCAPE.sub(b"", bytes(kept)).decode(errors="replace").replace("\r", "")
    return text.strip("\n")


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")[-1500:]


def _become_the_table(path: Path) -> None:
    """What the child does: the command, and the end of a Python process."""
    os.environ.update(TERM="xterm-256color", WEATHERDECK_INTERPRETED="1")
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115  # the terminal
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
    faulthandler.enable(path.with_suffix(".stacks").open("w"))
    sys.exit(weatherdeck_main(["play", "--resume", str(path), "--fast"]))


@dataclass(frozen=True)
class Found:
    """What a run of rounds came to."""

    rounds: int
    problems: list[str]


@contextmanager
def _own_game() -> Iterator[Path]:
    """A folder with a game that is not ours, installed."""
    folder, process = Path(tempfile.mkdtemp(prefix="weatherdeck-fuzz-")), os.getpid()
    sixth.build(folder, OWN, {})
    sixth.install(folder, OWN)
    sys.path.insert(0, str(folder))
    try:
        yield folder
    finally:
        sys.path.remove(str(folder))
        if os.getpid() == process:  # and not the table, which leaves this block, too
            shutil.rmtree(folder)


def run(first: int, rounds: int, seconds: float = 1e9, *, show: bool = False) -> Found:
    """Play rounds, until they are over or the time is."""
    problems: list[str] = []
    began, number = time.monotonic(), first
    with _own_game() as folder:
        while number < first + rounds and time.monotonic() - began < seconds:
            one = Round(number, folder)
            one.play()
            problems += [f"round {number} ({one.did[0]}, ended by {one.how}): {problem}" for problem in one.problems]
            if show:
                print(f"{number:6} {'; '.join(one.did[:1])}, {one.how}: {len(one.problems)} problems", flush=True)
                for problem in one.problems:
                    print(f"       {problem}", flush=True)
                if one.problems:
                    print(
                        f"       it did: {' '.join(one.did[-12:])}\n       it said last: {bytes(one.said[-300:])!r}",
                        flush=True,
                    )
            number += 1
    return Found(number - first, problems)


def main() -> int:
    """Play rounds from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0, help="the number of the first round")
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--quiet", action="store_true", help="only say what is wrong")
    options = parser.parse_args()
    found = run(options.first, options.rounds, options.seconds, show=not options.quiet)
    for problem in found.problems if options.quiet else ():
        print(problem)
    print(f"{found.rounds:,} tables in a terminal: {len(found.problems)} problems", flush=True)
    return 1 if found.problems else 0


if __name__ == "__main__":
    sys.exit(main())
