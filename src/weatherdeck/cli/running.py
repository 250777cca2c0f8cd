"""Run one command: whatever goes wrong is told in one line."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import INTERRUPTED, streams
from .stopping import in_order

BROKEN_PIPE = 141
"""The exit status of a command whose reader went away, as other programs have it."""
CANNOT_WRITE = {getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO") if hasattr(errno, name)}


def run(arguments: Sequence[str]) -> int:
    """Run a command; return its exit status."""
    streams.prepare()
    _expect_a_home()
    with in_order() as stopped:
        try:
            status = _run(arguments)
        except BaseException as problem:
            # Where an interruption gets lost, what was interrupted fails in its own way.
            if not isinstance(problem, KeyboardInterrupt) and not stopped.is_swallowed:
                raise
            _say("\nweatherdeck: interrupted")
            status = INTERRUPTED
    return stopped.status(status)


def _expect_a_home() -> None:
    """Keep a user without a home from getting one called `~` in the current folder.

    Nothing can be kept in the place that is named instead: what wants to keep something says so, and works without.
    """
    try:
        Path.home()
    except RuntimeError:  # neither HOME nor the list of users names one
        os.environ["HOME"] = os.devnull


def _run(arguments: Sequence[str]) -> int:
    from ..errors import Problem
    from ..games import discovery
    from . import commands, completing

    try:
        discovery.look_in_current_folder()
        try:
            if completing.is_asked():
                completing.answer()
            options = commands.parser(arguments).parse_args(arguments)
            status: int = options.run(options)
        finally:  # also when the help was shown, which exits
            sys.stdout.flush()
    except Problem as problem:
        return _failed(str(problem))
    except BrokenPipeError:  # the reader went away (`... | head`)
        streams.abandon(sys.stdout)
        return BROKEN_PIPE
    except OSError as problem:
        return _failed(_system_error(problem))
    return status


def _system_error(problem: OSError) -> str:
    """What the system refused, with the file if there is one."""
    if problem.filename is None and problem.strerror is None:
        raise problem  # raised by a program, not by the system: a bug
    if problem.filename is not None:
        return f"{os.fspath(problem.filename)!s}: {problem.strerror}"
    if problem.errno not in CANNOT_WRITE:
        return str(problem.strerror)
    streams.abandon(sys.stdout)
    return f"cannot write: {problem.strerror}"


def _failed(message: str) -> int:
    """Print what went wrong on one line, as scripts and people expect it."""
    _say(f"weatherdeck: {streams.one_line(message)}")
    return 2


def _say(line: str) -> None:
    try:
        sys.stdout.flush()
    except OSError:
        streams.abandon(sys.stdout)
    try:
        print(line, file=sys.stderr)
    except OSError:
        streams.abandon(sys.stderr)
