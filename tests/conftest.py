"""What holds for all tests."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import anyio
import pytest
from hypothesis import settings
from scripts import programs

from tests import sweeps
from tests.times import Times

# All workers, and the processes that they start, share one cache of compiled rules in the virtual environment.
if sys.prefix != sys.base_prefix:
    os.environ.setdefault("WEATHERDECK_CACHE", str(Path(sys.prefix) / "cache"))

# The same examples in every run: a test run that fails must fail again. Deadlines would measure the machine.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

# A shell that starts the tests in the background lets them ignore Ctrl-C; tests of interruptions need it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# AnyIO loads its parts when they are first used, and pytest rewrites them on the way, since AnyIO brings a plugin. In a
# server's thread, while Hypothesis changes the limit of recursion, Python 3.11 fails at that ("AST constructor
# recursion depth mismatch"). So they are loaded now.
for part in dir(anyio):
    getattr(anyio, part)


LIVE = ("table", "web")
"""Folders of tests that drive servers, databases and browsers."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A live test that fails has one more try until `make steady` has passed 30 times; the summary names those."""
    here = Path(__file__).parent
    for item in items if "WEATHERDECK_STEADY" not in os.environ else ():
        if item.path.is_relative_to(here) and item.path.relative_to(here).parts[0] in LIVE:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Times(), "times")


def pytest_report_header() -> str:
    return sweeps.told()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what could not be run on this machine, and how to get it."""
    for line in programs.report(programs.missing()):
        terminalreporter.write_line(line, yellow=True)
