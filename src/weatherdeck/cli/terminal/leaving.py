"""Leaving the terminal when the process is told to end: `kill`, or a window that is closed.

Textual writes to the terminal and reads from it in threads. A terminal that nobody reads holds the writer up, and then
everything that wants to draw. One that is gone leaves the reader running. Neither may keep the process alive.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from types import FrameType
from typing import Any, TypeVar, cast

from textual.app import App

from ..stopping import SIGNALS

T = TypeVar("T")
GRACE = 5.0
"""Seconds to end in order after a signal; then the process ends anyway. The game is saved after every move."""
PLAIN = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""What makes a terminal a plain one again, as Textual says it when it ends in order."""


@contextmanager
def stopping(stop: Callable[[int], None], farewell: Callable[[], str] = str) -> Iterator[None]:
    """Let signals to end call `stop` with their number, until the last sentence has been said.

    The handlers are Python's, not the event loop's: these run even if the loop is held up, or is not there.
    """
    give_back = _giving_back()

    def give_up(number: int) -> None:
        give_back(farewell())
        os._exit(128 + number)

    def told(number: int, _: FrameType | None) -> None:
        deadline = threading.Timer(GRACE, give_up, (number,))
        deadline.daemon = True
        deadline.start()
        stop(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (*SIGNALS, signal.SIGINT)}
    before = {number: handler for number, handler in before.items() if handler != signal.SIG_IGN}  # as `nohup` wants it
    for number in before:
        signal.signal(number, told)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _giving_back() -> Callable[[str], None]:
    """What gives the terminal back as it is now, with some last words, if nobody else does."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        return lambda _words: None
    import termios

    terminal = sys.stdin.fileno()
    modes = termios.tcgetattr(terminal)

    def give_back(words: str) -> None:
        with suppress(OSError, termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, modes)
            os.set_blocking(terminal, False)  # perhaps nobody reads it
            try:
                os.write(terminal, f"{PLAIN}{words}".encode(errors="replace"))
            finally:
                os.set_blocking(terminal, True)  # it is the shell's, too

    return give_back


async def aside(work: Callable[[], T]) -> T:
    """Do work in a thread that is left behind if the table is closed meanwhile: a search can take a while to end."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, problem: BaseException | None) -> None:
        if done.cancelled():
            return
        if problem is not None:
            done.set_exception(problem)
        else:
            done.set_result(cast("T", result))

    def run() -> None:
        result, failed = None, None
        try:
            result = work()
        except BaseException as problem:
            failed = problem
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, failed)

    threading.Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return await done


def stop_reading(app: App[Any]) -> None:
    """End the thread that reads keys, which Textual forgets if the terminal goes away while it is given back."""
    ended = None if app._driver is None else vars(app._driver).get("exit_event")
    if isinstance(ended, threading.Event):  # not every driver has such a thread
        ended.set()
