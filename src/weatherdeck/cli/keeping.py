"""How long tables are kept: the same options for the server and for `weatherdeck admin retention`."""

from __future__ import annotations

import argparse

from ..table.store.retention import KeepPolicy
from .arguments import Arguments, days


def add_keep(command: Arguments) -> None:
    """The options."""
    for name, kept, default in (
        ("finished", "tables whose last match is over", KeepPolicy.finished),
        ("unfinished", "tables with an unfinished match at which nobody moves", KeepPolicy.unfinished),
        ("waiting", "tables at which no match begins", KeepPolicy.waiting),
        ("chat", "lines of chat", KeepPolicy.chat),
    ):
        command.add_argument(
            f"--keep-{name}",
            type=days,
            default=default,
            metavar="DAYS",
            help=f"delete {kept} after DAYS days (default: {default or 'never'}; 0: never)",
        )


def add_backups(command: Arguments) -> None:
    """Where a store is kept before it is changed."""
    command.add_argument(
        "--backups",
        metavar="FOLDER",
        help="where the store is backed up before an upgrade or a restored backup changes it (default: beside an "
        "SQLite file; for PostgreSQL, name a folder; none: no backup)",
    )


def keep_policy(options: argparse.Namespace) -> KeepPolicy:
    """What the options say."""
    return KeepPolicy(options.keep_finished, options.keep_unfinished, options.keep_waiting, options.keep_chat)
