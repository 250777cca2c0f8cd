"""The table in the terminal: `run` plays a match there, between people and bots."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...match import Match
from .app import TableApp
from .seats import Seat, remember, restore
from .session import Session

__all__ = ["Seat", "TableApp", "remember", "restore", "run"]

PAUSE, REST = 0.7, 0.9
FAST_PAUSE, FAST_REST = 0.05, 0.25


def run(
    match: Match,
    seats: Sequence[Seat],
    *,
    save_path: Path | None = None,
    about: Mapping[str, Any] | None = None,
    fast: bool = False,
    dark: bool = True,
) -> int:
    """Play a match in the terminal until the player leaves; return the exit status.

    The game is saved to `save_path` after every move, together with `about` and who sits where.
    """
    session = Session(match, seats, save_path, about)
    app = TableApp(session, pause=FAST_PAUSE if fast else PAUSE, rest=FAST_REST if fast else REST, dark=dark)
    app.run()
    return _report(app, save_path)


def _report(app: TableApp, save_path: Path | None) -> int:
    """After the table has closed: report a bug, if there was one, and write its details to a file."""
    crash = app.crash
    if crash is None:
        return 0
    print(f"weatherdeck: the table had to close because of a bug ({type(crash).__name__}).", file=sys.stderr)
    if save_path is not None:
        print(f"The game is saved in {save_path}.", file=sys.stderr)
        details = save_path.with_suffix(".bug.txt")
        try:
            details.write_text("".join(traceback.format_exception(crash)), encoding="utf-8")
            print(f"Please report it, with {details}.", file=sys.stderr)
        except OSError:
            pass
    return 1
