"""Leaving the terminal when the process is told to end: `kill`, or a window that is closed.

Textual writes to the terminal and reads from it in threads. A terminal that nobody reads holds the writer up, and then
everything that wants to draw. One that is gone leaves the reader running. Neither may keep the process alive.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from textual.app import App

from ..stopping import SIGNALS

GRACE = 3.0
"""Seconds to end in order after a signal; then the process ends anyway. The game is saved after every move."""


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Let a signal to end call `stop` in the running event loop.

    The handlers are Python's, not the event loop's: these run even if the loop is held up.
    """
    loop = asyncio.get_running_loop()

    def told(number: int, _: FrameType | None) -> None:
        deadline = threading.Timer(GRACE, os._exit, (128 + number,))
        deadline.daemon = True
        deadline.start()
        with suppress(RuntimeError):  # the loop is closed: we are leaving
            loop.call_soon_threadsafe(stop)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    before = {number: handler for number, handler in before.items() if handler != signal.SIG_IGN}  # as `nohup` wants it
    for number in before:
        signal.signal(number, told)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def stop_reading(app: App[Any]) -> None:
    """End the thread that reads keys, which Textual forgets if the terminal goes away while it is given back."""
    ended = None if app._driver is None else vars(app._driver).get("exit_event")
    if isinstance(ended, threading.Event):  # not every driver has such a thread
        ended.set()
