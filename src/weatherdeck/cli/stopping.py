"""Stopping in order: `kill`, a closed terminal and Ctrl-C end a command in the same way.

Commands see a KeyboardInterrupt: they end their workers, keep what is done and say how to resume.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from . import INTERRUPTED

SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@dataclass
class Stopped:
    """The signal that has stopped the command, if one has."""

    by: int = 0
    is_swallowed: bool = False  # whether the interruption got lost, and has to be repeated

    def status(self, status: int) -> int:
        """The exit status: for an interrupted command, the one that says by which signal."""
        return 128 + self.by if self.by and status == INTERRUPTED else status


@contextmanager
def in_order() -> Iterator[Stopped]:
    """Let the first SIGTERM or SIGHUP interrupt what is in the block; more of them do not disturb its cleaning up."""
    stopped = Stopped()
    repetitions: list[threading.Timer] = []
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def stop(number: int, _: FrameType | None) -> None:
        if not stopped.by or stopped.is_swallowed:
            stopped.by, stopped.is_swallowed = number, False
            raise KeyboardInterrupt

    def repeat(lost: sys.UnraisableHookArgs) -> None:
        """An exception in a function that LLVM calls goes nowhere: interrupt again when LLVM is done."""
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            hook_before(lost)
            return
        stopped.is_swallowed = True
        again = threading.Timer(0.05, signal.raise_signal, (stopped.by or signal.SIGINT,))
        again.daemon = True
        repetitions.append(again)
        again.start()

    hook_before, sys.unraisablehook = sys.unraisablehook, repeat
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number, handler in before.items():
        if handler == signal.SIG_DFL:  # `nohup` ignores SIGHUP: that stays so
            signal.signal(number, stop)
    try:
        yield stopped
    finally:
        for again in repetitions:
            again.cancel()
        sys.unraisablehook = hook_before
        for number, handler in before.items():
            if handler == signal.SIG_DFL:
                signal.signal(number, handler)
