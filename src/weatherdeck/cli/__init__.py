"""The command line: `weatherdeck ...`."""

from __future__ import annotations

import sys

INTERRUPTED = 130
"""The exit status of a command that was interrupted."""


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit status: 0 success, 1 the command found something wrong, 2 it could not run."""
    try:
        from .running import run  # here, because Ctrl-C may come while modules are loaded

        return run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("\nweatherdeck: interrupted\n")
        return INTERRUPTED
