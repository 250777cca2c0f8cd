"""Where Python looks for modules while a command runs: never in the current folder, unless a game there is asked for.

A file called `numba.py` or `random.py` in the folder somebody happens to be in must not run instead of the library.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def leave_current_folder() -> None:
    """Undo what `python -m` does: it puts the current folder before everything else."""
    if sys.flags.safe_path or not sys.path:
        return
    try:
        current = os.path.realpath(Path.cwd())
    except OSError:  # the folder was deleted
        current = ""
    if sys.path[0] and os.path.realpath(sys.path[0]) != current:
        return
    first = sys.path.pop(0)
    if os.path.realpath(first or current) == os.path.realpath(Path(__file__).parents[2]):
        sys.path.append(first)  # weatherdeck itself is run from its source: processes have to find it again
