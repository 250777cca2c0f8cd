"""The command line: `weatherdeck ...`."""

from __future__ import annotations

import sys

INTERRUPTED = 130
"""The exit status of a command that was interrupted."""


def main(argv: list[str] | None = None, *, as_module: bool = False) -> int:
    """Run a command and return its exit status: 0 success, 1 the command found something wrong, 2 it could not run.

    `as_module` is for `python -m`, which lets modules of the current folder come first.
    """
    try:  # around the imports, too: Ctrl-C may come while modules are loaded
        if as_module:
            from .importing import leave_current_folder

            leave_current_folder()
        from .running import run

        return run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("\nweatherdeck: interrupted\n")
        return INTERRUPTED
