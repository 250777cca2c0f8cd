"""The table in the terminal: `run` plays a match there, between people and bots."""

from __future__ import annotations

import shlex
import signal
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...match import Match
from ..streams import abandon
from .app import TableApp
from .leaving import stop_reading, stopping
from .seats import Seat, remember, restore
from .session import Session

__all__ = ["Seat", "TableApp", "farewell", "remember", "restore", "run"]

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
    with stopping(app.stop, lambda: "\n".join([*farewell(app.session), ""])):
        try:
            app.run()
        finally:
            stop_reading(app)
        try:
            status = _report(app)
            sys.stdout.flush()
        except OSError:  # the terminal is gone
            abandon(sys.stdout)
            abandon(sys.stderr)
            status = 128 + signal.SIGHUP
    return 128 + app.stopped_by if app.stopped_by else status


def _report(app: TableApp) -> int:
    """After the table has closed: say where the game is. If there was a bug, write its details to a file."""
    crash, path = app.crash, app.session.save_path
    if crash is None:
        for line in farewell(app.session):
            print(line)
        return 0
    print(f"weatherdeck: the table had to close because of a bug ({type(crash).__name__}).", file=sys.stderr)
    if path is not None:
        print(f"The game is saved in {path}.", file=sys.stderr)
        details = path.with_suffix(".bug.txt")
        try:
            details.write_text("".join(traceback.format_exception(crash)), encoding="utf-8")
            print(f"Please report it, with {details}.", file=sys.stderr)
        except OSError:
            pass
    return 1


def farewell(session: Session) -> list[str]:
    """Where the game is saved, and the command lines that resume and review it."""
    match, path = session.match, session.save_path
    if path is None or session.save_problem is not None:
        return [f"The game is not saved: {session.save_problem or 'it has no file'}."]
    file = shlex.quote(str(path))
    lines = [f"The game is saved in {path}"]
    if not match.is_over:
        lines.append(f"  resume it:  weatherdeck play --resume {file}")
    if match.version > 0 and match.game.greedy is not None:
        several = len(session.persons) > 1 and not match.is_over  # then a review has to be told whose cards to show
        whose = f" --seat {shlex.quote(session.names[session.persons[0]])}" if several else ""
        lines.append(f"  review it:  weatherdeck review {file}{whose}")
    return lines
