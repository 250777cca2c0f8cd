"""The terminal itself: what Textual's driver does not forgive is forgiven here.

Bytes that are no text (a paste from an old program) end its thread that reads keys, and with it the app. SIGCONT
without SIGTSTP before it, as after `kill -STOP`, starts a second such thread, and the terminal stays raw at the end.
"""

from __future__ import annotations

import sys
from typing import Any

from textual.driver import Driver


def forgiving(driver: type[Driver]) -> type[Driver]:
    """The same driver, if it is that of Linux and macOS with more patience; any other as it is."""
    if sys.platform == "win32":
        return driver
    from textual._xterm_parser import XTermParser
    from textual.drivers.linux_driver import LinuxDriver

    if driver is not LinuxDriver:
        return driver

    class Forgiving(LinuxDriver):
        """Reads on after bytes that are no text, and is resumed only if it was suspended.

        Both happen in the event loop: a handler may run within a write, whose lock it would wait for.
        """

        def run_input_thread(self) -> None:
            """Read keys until the end."""
            while not self.exit_event.is_set():
                try:
                    super().run_input_thread()
                except UnicodeDecodeError as problem:
                    for event in XTermParser().feed(bytes(problem.object).decode(errors="ignore")):
                        self.process_message(event)

        def _sigtstp_application(self, *about: Any) -> None:
            self._loop.call_soon_threadsafe(super()._sigtstp_application, *about)

        def _sigcont_application(self, *about: Any) -> None:
            self._loop.call_soon_threadsafe(self._resume, *about)

        def _resume(self, *about: Any) -> None:
            if self._must_signal_resume:
                super()._sigcont_application(*about)

    return Forgiving
