"""A table in the terminal that is told to end does, whatever has become of the terminal."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from weatherdeck.cli.terminal.leaving import stopping

if sys.platform == "win32":
    pytest.skip("there are no such signals and terminals", allow_module_level=True)

import pty
import termios

from .fuzz import outside


def opened(path: Path) -> tuple[int, int]:
    """A table in a terminal of its own, which shows its keys: the process, and the terminal's other end."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="120", LINES="40", WEATHERDECK_INTERPRETED="1")
        os.execv(sys.executable, [sys.executable, "-m", "weatherdeck", "play", "tradewinds", "--save", str(path)])
    shown = b""
    while b"Quit" not in shown:
        assert select.select([terminal], [], [], 120)[0], shown
        shown += os.read(terminal, 1 << 16)
    return child, terminal


def fill(terminal: int) -> None:
    """Let the table draw all of itself again and again, and read nothing of it."""
    for _ in range(60):
        os.write(terminal, b"d")
        time.sleep(0.02)
    time.sleep(0.5)


def ends(child: int) -> bool:
    """Whether a process ends by itself; if not, it is killed."""
    for _ in range(600):
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


@pytest.mark.parametrize(
    ("is_read", "closed"), [(True, "at once"), (False, "at once"), (False, "a little later"), (False, "never")]
)
def test_the_process_ends_when_it_is_told_to(is_read: bool, closed: str, tmp_path: Path) -> None:
    child, terminal = opened(tmp_path / "game.json")
    if not is_read:
        fill(terminal)
    os.kill(child, signal.SIGTERM)
    if closed != "never":
        time.sleep(0.3 if closed == "a little later" else 0)
        os.close(terminal)
    assert ends(child)
    if closed == "never":
        os.close(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_exit_status_names_the_signal_even_while_a_hint_is_thought_about(number: int, tmp_path: Path) -> None:
    child, terminal = opened(tmp_path / "game.json")
    os.write(terminal, b"h")
    time.sleep(0.2)
    os.kill(child, number)
    said = b""
    with suppress(OSError):  # the other end is closed
        while select.select([terminal], [], [], 60)[0]:
            said += os.read(terminal, 1 << 16)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 128 + number
    assert outside(b"\x1b[?1049h" + said).startswith(f"The game is saved in {tmp_path / 'game.json'}\n")
    os.close(terminal)


@pytest.mark.parametrize("typed", [b"\xff\xe4", b"\x1b[200~caf\xe9\x1b[201~"])
def test_what_is_no_text_does_not_close_the_table_and_kill_stop_does_not_spoil_the_terminal(
    typed: bytes, tmp_path: Path
) -> None:
    child, terminal = opened(tmp_path / "game.json")
    os.write(terminal, typed)
    os.kill(child, signal.SIGSTOP)
    os.waitpid(child, os.WUNTRACED)
    os.kill(child, signal.SIGCONT)
    time.sleep(0.3)
    os.write(terminal, b"\x1b[201~\x03")
    said = b""
    with suppress(OSError):
        while select.select([terminal], [], [], 60)[0]:
            said += os.read(terminal, 1 << 16)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert termios.tcgetattr(terminal)[3] & termios.ECHO
    assert "Traceback" not in outside(b"\x1b[?1049h" + said)
    os.close(terminal)


def test_signals_do_afterwards_what_they_did_before() -> None:
    async def told() -> list[str]:
        heard: list[str] = []
        with stopping(lambda number: heard.append(str(number))):
            assert signal.getsignal(signal.SIGTERM) != before
        return heard

    before = signal.getsignal(signal.SIGTERM)
    assert asyncio.run(told()) == []
    assert signal.getsignal(signal.SIGTERM) == before
