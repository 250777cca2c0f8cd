"""`weatherdeck admin`: look after a server's tables, while it is running or not."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from . import admin_actions, completing
from .admin_output import Output
from .arguments import count, duration, examples, game_name, sample_game
from .completing import offering

EXAMPLE = "mW3kTq8vZs2H"
"""The id of a table, for the examples."""

EXAMPLES = {
    "tables": (
        (" --status playing", "which games are being played"),
        (f" --game {sample_game()} --idle 30", "of one game, without a move for a month"),
        (" --json", "for scripts"),
    ),
    "show": ((f" {EXAMPLE}", ""), (f" {EXAMPLE} --cards", "with the moves of the last match, once it is over")),
    "close": ((f" {EXAMPLE}", ""),),
    "delete": ((f" {EXAMPLE}", "asks first"), (f" {EXAMPLE} --yes", "does not ask")),
    "export": ((f" {EXAMPLE} match.json", "the last match"), (f" {EXAMPLE} - --match 1", "the first one, to stdout")),
    "backup": ((" tables.backup", "to a file"), (" - | gzip > tables.backup.gz", "compressed")),
    "restore": (
        (" tables.backup --store new.sqlite", "into a new store"),
        (" tables.backup --replace", "go back to it; the store is backed up first"),
    ),
    "audit": ((" --since 7", "the last week"), (f" --table {EXAMPLE}", "about one table")),
    "retention": ((" --dry-run", "what would be deleted"), (" --keep-finished 30 --yes", "delete it")),
    "servers": (("", ""), (" --json", "for scripts")),
    "drain": ((" --all", "before an upgrade"), (" --all --wait 60", "wait until everyone has left")),
}
"""How each action is called, and what for."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The actions, each with its own arguments."""
    command.description = (
        "Look after the tables of a server. All actions work while servers are running: they notice within about two "
        "seconds. Every change is written to the audit log, with your user name. Nothing here shows tokens, or the "
        "cards of a running match."
    )
    command.epilog = examples(
        ("weatherdeck admin tables --status playing", "which games are being played"),
        (f"weatherdeck admin show {EXAMPLE}", "one table: seats, matches, what was done to it"),
        (f"weatherdeck admin close {EXAMPLE}", "stop play at a table; it can still be viewed"),
        (f"weatherdeck admin delete {EXAMPLE} --yes", "delete it with its chat and matches"),
        ("weatherdeck admin backup tables.backup", "save everything, during play"),
        ("weatherdeck admin servers", "which servers share the store"),
        ("weatherdeck admin drain --all", "move everyone to the new servers, for an upgrade"),
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True, help="what to do; see below")
    _add_table_actions(actions)
    _add_store_actions(actions)
    _add_retention(actions)
    _add_server_actions(actions)


def _action(actions: Any, run: Callable[..., Awaitable[int]], summary: str, more: str) -> argparse.ArgumentParser:
    """A parser for one action, with the options that all of them have."""
    action: argparse.ArgumentParser = actions.add_parser(
        run.__name__,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}. {more}".strip(),
        epilog=examples(*((f"weatherdeck admin {run.__name__}{line}", what) for line, what in EXAMPLES[run.__name__])),
    )
    action.add_argument(
        "--store", metavar="STORE", help="the server's store: an SQLite file or postgresql://... (default: as in serve)"
    )
    action.add_argument("--json", action="store_true", help="print JSON, for scripts")
    action.set_defaults(action=run)
    return action


def _add_table(action: argparse.ArgumentParser) -> None:
    action.add_argument("table", metavar="TABLE", help="the table's id, as in its links and in 'admin tables'")


def _add_table_actions(actions: Any) -> None:
    tables = _action(actions, admin_actions.tables, "list tables", "Those with the latest move come first.")
    game = tables.add_argument("--game", type=game_name, metavar="GAME", help="only tables of this game")
    offering(game, completing.games)
    tables.add_argument("--status", choices=("waiting", "playing", "over", "closed"), help="only tables in this state")
    tables.add_argument(
        "--idle", type=days, metavar="DAYS", help="only tables where nothing has happened for DAYS days"
    )
    tables.add_argument("--limit", type=count, default=50, metavar="N", help="at most N tables (default: 50)")
    show = _action(
        actions, admin_actions.show, "show one table", "Never shows tokens, or the cards of a running match."
    )
    _add_table(show)
    show.add_argument(
        "--cards", action="store_true", help="also list the moves of the last match; only once it is over"
    )
    close = _action(
        actions,
        admin_actions.close,
        "close a table",
        "People are told and disconnected. Finished matches can still be viewed.",
    )
    _add_table(close)
    delete = _action(
        actions,
        admin_actions.delete,
        "delete a table",
        "Deletes its matches and its chat, for good. The audit log keeps one line, without names.",
    )
    _add_table(delete)
    delete.add_argument("--yes", action="store_true", help="do not ask")
    export = _action(
        actions,
        admin_actions.export,
        "save a match to a file",
        "The saved game has its fairness record: check it with 'weatherdeck verify'.",
    )
    _add_table(export)
    export.add_argument("file", type=Path, metavar="FILE", help="where to write it; it must not exist (-: stdout)")
    export.add_argument("--match", type=count, metavar="N", help="the number of the match (default: the last one)")
    export.add_argument(
        "--running", action="store_true", help="allow a running match, for an upgrade: the file reveals all cards"
    )


def _add_store_actions(actions: Any) -> None:
    from .keeping import add_backups

    backup = _action(
        actions,
        admin_actions.backup,
        "back up the store",
        "Works during play. The file contains the cards of running matches.",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="where to write it; it must not exist (-: stdout)")
    restore = _action(
        actions, admin_actions.restore, "restore a backup", "Into a store of either kind. Stop its servers first."
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup; - for stdin")
    restore.add_argument(
        "--replace",
        action="store_true",
        help="replace all that the store holds, after a backup of it",
    )
    add_backups(restore)
    audit = _action(
        actions, admin_actions.audit, "show the audit log", "What hosts and administrators did, the latest last."
    )
    audit.add_argument("--table", metavar="TABLE", help="only lines about this table")
    audit.add_argument("--who", metavar="TEXT", help="only lines of those whose name contains this")
    audit.add_argument("--since", type=days, metavar="DAYS", help="only the last DAYS days")
    audit.add_argument("--limit", type=count, default=100, metavar="N", help="at most N lines (default: 100)")


def _add_retention(actions: Any) -> None:
    from .keeping import add_keep

    retention = _action(
        actions,
        admin_actions.retention,
        "delete what is old",
        "A running server does this by itself every hour, with its own options. Use --dry-run to see what would go.",
    )
    add_keep(retention)
    retention.add_argument("--dry-run", action="store_true", help="delete nothing; list the tables that would go")
    retention.add_argument("--yes", action="store_true", help="do not ask")


def _add_server_actions(actions: Any) -> None:
    _action(actions, admin_actions.servers, "list servers", "Those that share the store, and how they are doing.")
    drain = _action(
        actions,
        admin_actions.drain,
        "take a server out of service",
        "It makes no new tables and tells its players. If another server shares the store, matches and players move "
        "there; otherwise play continues until you stop it. See 'Upgrades' in docs/hosting.md.",
    )
    drain.add_argument("server", nargs="?", metavar="SERVER", help="the server's id, from 'weatherdeck admin servers'")
    drain.add_argument("--all", action="store_true", help="all servers that are running now")
    drain.add_argument("--off", action="store_true", help="put it back into service")
    drain.add_argument(
        "--wait", type=duration, default=0.0, metavar="SECONDS", help="wait until its last player has left (default: 0)"
    )


def days(text: str) -> float:
    """A number of days, in seconds."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 36_500:
        raise argparse.ArgumentTypeError(f"expected a number of days from 0 to 36500, not {text!r}")
    return found * 86_400


def run(options: argparse.Namespace) -> int:
    """Carry out an action."""
    from .serve import default_store

    options.store = options.store or str(default_store())
    options.output = Output(as_json=options.json)
    status: int = asyncio.run(options.action(options))
    return status
