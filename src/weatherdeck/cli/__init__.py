"""The command line: `weatherdeck ...`."""

from __future__ import annotations

import os
import sys

from ..errors import Problem
from . import commands


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit status: 0 success, 1 the command found something wrong, 2 it could not run."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # so that a designer's own game is found in the current folder
    try:
        given = sys.argv[1:] if argv is None else argv
        options = commands.parser(given).parse_args(given)
        status: int = options.run(options)
        sys.stdout.flush()
    except Problem as problem:
        return _failed(str(problem))
    except BrokenPipeError:  # the reader went away (`... | head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as problem:
        if problem.filename is None and problem.strerror is None:
            raise  # raised by a program, not by the system: a bug
        where = f"{os.fspath(problem.filename)!s}: " if problem.filename is not None else ""
        return _failed(f"{where}{problem.strerror}")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status


def _failed(message: str) -> int:
    """Print what went wrong on one line, as scripts and people expect it."""
    print(f"weatherdeck: {' '.join(message.splitlines())}", file=sys.stderr)
    return 2
