"""The actions of `weatherdeck admin`: all work while servers are running, and the audit log keeps what they change."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import shutil
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..errors import Problem
from ..reading import is_standard
from .admin_output import age, size
from .files import Document
from .parser import without_effect

if TYPE_CHECKING:
    from ..table.store.operations import Operations
    from ..table.store.records import TableRecord
    from ..table.store.store import Store

ACKNOWLEDGED_WITHIN = 10.0
"""Seconds to wait for running servers to act on an order."""
RUNNING_WARNING = """\
weatherdeck: this match is running. The file contains its seed, so whoever has it knows all cards. Keep it to yourself,
and delete it once the match is over or has been moved.
"""


def who() -> str:
    """Who is named in the audit log."""
    return f"admin {getpass.getuser()}"[:100]


async def _attached(options: argparse.Namespace, work: Callable[[Store, Operations], Awaitable[int]]) -> int:
    """Do something with the store of a server that may be running."""
    from ..table.store.operations import Operations
    from ..table.store.store import Store

    store = await Store.attach(options.store)
    try:
        return await work(store, Operations(store.engine))
    finally:
        await store.close()


# ---------------------------------------------------------------- tables
async def tables(options: argparse.Namespace) -> int:
    """List tables."""
    from ..table.store.operations import TableFilter

    async def work(_store: Store, operations: Operations) -> int:
        now = time.time()
        idle_since = None if options.idle is None else now - options.idle
        wanted = TableFilter(game=options.game, status=options.status, idle_since=idle_since, limit=options.limit)
        found = await operations.tables(wanted)
        options.output.rows(
            ("table", "game", "status", "people", "bots", "open", "last move", "matches", "size"),
            [
                (one.id, one.game, one.status, one.people, one.bots, one.open_seats, age(one.last_move_at, now),
                 one.matches, size(one.bytes))
                for one in found
            ],
            [asdict(one) for one in found],
            "There are no such tables.",
        )  # fmt: skip
        return 0

    return await _attached(options, work)


async def show(options: argparse.Namespace) -> int:
    """Show one table."""

    async def work(store: Store, operations: Operations) -> int:
        table, now, output = await operations.table(options.table), time.time(), options.output
        seats, matches = await operations.seats(table.id), await operations.matches(table.id)
        audit = await operations.audit(table=table.id)
        moves = await _moves_of_last(store, table.id) if options.cards else None
        if output.as_json:
            shown = {**asdict(table), "seats": seats, "match_list": matches, "audit": [asdict(one) for one in audit]}
            output.object(shown if moves is None else {**shown, "moves": moves})
            return 0
        output.line(f"{table.id}: {table.game}, {table.status}, {size(table.bytes)}")
        output.line(f"made {age(table.created_at, now)}, last move {age(table.last_move_at, now)}")
        for seat in seats:
            output.line(f"  seat {seat['seat']}: {_seat_words(seat)}")
        for match in matches:
            output.line(f"  match {match['number']}: {_match_words(match, now)}")
        for one in audit:
            output.line(f"  {output.when(one.at)} {one.who}: {one.action} {one.details or ''}".rstrip())
        for number, move in enumerate(moves or [], 1):
            output.line(f"  {number:>4} {move}")
        return 0

    return await _attached(options, work)


def _seat_words(seat: dict[str, Any]) -> str:
    if seat["kind"] == "open":
        return "open"
    bot = f"bot ({seat['level']})" if seat["kind"] == "bot" else ""
    notes = [bot, "ready" if seat["ready"] else "", "muted" if seat["muted"] else ""]
    notes.append(f"a bot ({seat['stand_in']}) plays for them" if seat["stand_in"] else "")
    return ", ".join([seat["name"], *filter(None, notes)])


def _match_words(match: dict[str, Any], now: float) -> str:
    if match["started_at"] is None:
        return "has not begun"
    state = f"over {age(match['ended_at'], now)}" if match["ended_at"] is not None else "running"
    practice = ", practice" if match["practice"] else ""
    return f"begun {age(match['started_at'], now)}, {match['entries']} decisions, {state}{practice}"


async def close(options: argparse.Namespace) -> int:
    """Close a table."""

    async def work(_store: Store, operations: Operations) -> int:
        order = await operations.close(options.table, who())
        await _report(options, operations, order, f"Table {options.table} is closed.")
        return 0

    return await _attached(options, work)


async def delete(options: argparse.Namespace) -> int:
    """Delete a table."""

    async def work(_store: Store, operations: Operations) -> int:
        table = await operations.table(options.table)
        if not options.yes and not _confirmed(
            f"Delete table {table.id} ({table.game}, {table.status}, {table.matches} matches) for good?"
        ):
            print("Nothing was deleted.", file=sys.stderr)
            return 1
        # Servers let go of the table first: a move that is being stored must not meet a match that is gone.
        if table.status != "closed":
            await _acknowledged(operations, await operations.close(table.id, who()))
        order = await operations.delete(table.id, who())
        await _report(options, operations, order, f"Table {table.id} is deleted.")
        return 0

    return await _attached(options, work)


def _confirmed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise Problem("this deletes for good: add --yes to do it without being asked")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


async def _acknowledged(operations: Operations, order: int) -> list[str]:
    """Wait until the running servers have carried out an order; return those that did not say so in time."""
    until = time.monotonic() + ACKNOWLEDGED_WITHIN
    while True:
        now = time.time()
        behind = [
            one.id
            for one in await operations.servers()
            if not one.is_gone(now) and int(one.figures.get("order", 0)) < order
        ]
        if not behind or time.monotonic() > until:
            return behind
        await asyncio.sleep(0.2)


async def _report(options: argparse.Namespace, operations: Operations, order: int, done: str) -> None:
    behind = await _acknowledged(operations, order)
    if options.json:
        options.output.object({"done": True, "order": order, "servers_behind": behind})
        return
    print(done)
    if behind:
        print(f"weatherdeck: no answer yet from {', '.join(behind)}: it will follow once it runs", file=sys.stderr)


async def _moves_of_last(store: Store, table: str) -> list[str]:
    """The moves of a table's last match, which has to be over."""
    session, live, _ = await _loaded_match(store, table, None)
    if not live.is_over:
        raise Problem("the match is running: its cards and moves are not shown to anybody")
    return [f"{session.names[step.seat]}: {step.text}" for step in live.match.steps if step.seat is not None]


async def _record(store: Store, table: str) -> TableRecord:
    record = await store.load(table)
    if record is None:
        raise Problem(f"there is no table {table!r}: 'weatherdeck admin tables' lists them")
    return record


async def _archived(store: Store, table: str, number: int | None) -> bytes | None:
    """The saved game of a match from the archive, which needs no rules; None if it is not archived."""
    from ..table.play.archive import ArchivedMatch

    record = await _record(store, table)
    match = await store.match(record.id, number or record.match.number)
    found = None if match is None else await store.archives.find(match.id)
    return None if found is None else ArchivedMatch.unpack(found).game


async def _loaded_match(store: Store, table: str, number: int | None) -> tuple[Any, Any, Any]:
    """A table and one of its matches, replayed from the store."""
    from ..games import registry
    from ..table.play import archive
    from ..table.play.chat import TalkPolicy, TalkRates
    from ..table.play.session import TableSession
    from ..table.play.words import WordList

    record = await _record(store, table)
    talk = TalkPolicy(TalkRates(), WordList())  # nothing will be said
    session = TableSession(store, record, registry.load(record.game_ref), [], talk)
    live, match = await archive.load_match(store, session, number)
    return session, live, match


async def export(options: argparse.Namespace) -> int:
    """Save a match to a file."""
    from ..match import save
    from ..table.play import archive

    _refuse_json_beside(options)

    async def work(store: Store, operations: Operations) -> int:
        archived = await _archived(store, options.table, options.match)
        if archived is not None:
            _write_new(options.file, archived)
            _done(options, f"The match is in {options.file}.", {"file": str(options.file)})
            return 0
        session, live, match = await _loaded_match(store, options.table, options.match)
        if live.is_over:
            text = archive.saved_game(session.names, live, match)
        elif options.running:
            sys.stderr.write(RUNNING_WARNING)
            about = {"table": options.table, "match": match.number, "names": session.names, "running": True}
            text = save.dumps(live.match, about)
            await operations.note(who(), "export", options.table, {"match": match.number, "running": True})
        else:
            raise Problem("this match is running: its file would reveal all cards. Add --running if you need it")
        _write_new(options.file, text.encode())
        _done(options, f"Match {match.number} is in {options.file}.", {"file": str(options.file)})
        return 0

    return await _attached(options, work)


def _done(options: argparse.Namespace, text: str, data: dict[str, Any]) -> None:
    """Say what was done, unless standard output is the file."""
    if not is_standard(options.file):
        options.output.done(text, data)


def _refuse_json_beside(options: argparse.Namespace) -> None:
    """Standard output has room for one document."""
    if is_standard(options.file):
        without_effect(options, {"--json": "standard output is the file itself"})


def _write_new(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read; refuse to overwrite one."""
    if is_standard(path):
        with Document(path) as out:
            out.write(content.decode())
        return
    try:
        path.touch(mode=0o600, exist_ok=False)
        path.write_bytes(content)
    except FileExistsError:
        raise Problem(f"{path} exists already: choose another name") from None
    except OSError as problem:
        raise Problem(f"{path}: cannot be written ({problem.strerror})") from None


# ---------------------------------------------------------------- the store
async def audit(options: argparse.Namespace) -> int:
    """Show the audit log."""

    async def work(_store: Store, operations: Operations) -> int:
        since = None if options.since is None else time.time() - options.since
        found = await operations.audit(table=options.table, who=options.who, since=since, limit=options.limit)
        options.output.rows(
            ("when", "who", "action", "table", "details"),
            [
                (options.output.when(one.at), one.who, one.action, one.table or "", options.output.details(one.details))
                for one in found
            ],
            [asdict(one) for one in found],
            "The audit log has no such lines.",
        )
        return 0

    return await _attached(options, work)


async def backup(options: argparse.Namespace) -> int:
    """Back up the store."""
    from ..table.store.backup import backup

    _refuse_json_beside(options)

    async def work(_store: Store, operations: Operations) -> int:
        with TemporaryDirectory() as aside:
            file = Path(aside) / "backup" if is_standard(options.file) else options.file
            rows = await backup(options.store, file)
            if is_standard(options.file):
                with Document(options.file) as out:
                    out.copy(file)
        await operations.note(who(), "backup", None, {"tables": rows.get("tables", 0)})
        done = f"{options.file} has {_said(rows)}. It reveals the cards of running matches: keep it safe."
        _done(options, done, {"file": str(options.file), "rows": rows})
        return 0

    return await _attached(options, work)


async def restore(options: argparse.Namespace) -> int:
    """Restore a backup."""
    from ..table.store.upgrading import restore

    if not options.replace:
        without_effect(options, {"--backups": "without --replace, nothing is replaced"})
    if not is_standard(options.file) and not options.file.is_file():
        raise Problem(f"{options.file}: there is no such file")
    with TemporaryDirectory() as aside:
        file = Path(aside) / "backup" if is_standard(options.file) else options.file
        if is_standard(options.file):
            with file.open("wb") as copy:
                shutil.copyfileobj(sys.stdin.buffer, copy)
        rows = await restore(file, options.store, replace=options.replace, backups=options.backups)

    async def work(_store: Store, operations: Operations) -> int:
        await operations.note(who(), "restore", None, {"tables": rows.get("tables", 0)})
        options.output.done(f"Restored {_said(rows)}.", {"rows": rows})
        return 0

    return await _attached(options, work)


async def retention(options: argparse.Namespace) -> int:
    """Delete what is old."""
    from ..table.store.retention import Retention
    from .keeping import keep_policy

    if options.dry_run:
        without_effect(options, {"--yes": "--dry-run deletes nothing, so there is no question"})

    async def work(store: Store, operations: Operations) -> int:
        retention = Retention(store, keep_policy(options), tuple)
        tables, lines = await retention.preview()
        found = f"{len(tables):,} tables and {lines:,} more lines of chat"
        data = {"tables": tables, "chat": lines, "dry_run": bool(options.dry_run)}
        if options.dry_run:
            for table in () if options.json else tables:
                options.output.line(table)
            options.output.done(f"{found} would be deleted.", data)
            return 0
        if not options.yes and not _confirmed(f"Delete {found} for good?"):
            print("Nothing was deleted.", file=sys.stderr)
            return 1
        deleted = await retention.clean()
        await operations.note(who(), "retention", None, deleted._asdict())
        options.output.done(f"Deleted {deleted.tables:,} tables and {deleted.lines:,} lines of chat.", data)
        return 0

    return await _attached(options, work)


def _said(rows: dict[str, int]) -> str:
    """What a backup holds."""
    tables, matches, entries = (rows.get(name, 0) for name in ("tables", "matches", "entries"))
    return f"{tables:,} tables, {matches:,} matches and {entries:,} decisions"


# ---------------------------------------------------------------- servers
async def servers(options: argparse.Namespace) -> int:
    """List servers."""

    async def work(_store: Store, operations: Operations) -> int:
        found, now = await operations.servers(), time.time()
        state = {one.id: "gone" if one.is_gone(now) else "draining" if one.draining else "in service" for one in found}
        options.output.rows(
            ("server", "state", "place", "version", "up since", "tables", "sockets", "lag"),
            [
                (one.id, state[one.id], one.place, one.version, age(one.started_at, now), one.figures.get("tables", ""),
                 one.figures.get("sockets", ""), f"{1000 * one.figures.get('lag', 0):.0f} ms")
                for one in found
            ],
            [{**asdict(one), "state": state[one.id]} for one in found],
            "No server is running on this store.",
        )  # fmt: skip
        return 0

    return await _attached(options, work)


async def drain(options: argparse.Namespace) -> int:
    """Take a server out of service, or put it back."""
    if (options.server is None) == (not options.all):
        raise Problem("name one server ('weatherdeck admin servers' lists them), or add --all")
    if options.off:
        without_effect(options, {"--wait": "with --off, the players stay"})

    async def work(_store: Store, operations: Operations) -> int:
        now = time.time()
        running = [one.id for one in await operations.servers() if not one.is_gone(now)]
        chosen = running if options.all else [options.server]
        order = 0
        for server in chosen:
            order = await operations.order_drain(server, who(), off=options.off)
        behind = await _acknowledged(operations, order)
        left = [] if options.off else await _left(operations, chosen, options.wait)
        if options.json:
            options.output.object({"servers": chosen, "servers_behind": behind, "still_connected": left})
        else:
            state = "in service" if options.off else "draining"
            print("\n".join(f"{server} is {state}." for server in chosen) or "No server is running on this store.")
            for server in left:
                print(f"weatherdeck: players are still connected to {server}", file=sys.stderr)
        return 1 if behind or (options.wait and left) else 0

    return await _attached(options, work)


async def _left(operations: Operations, servers: list[str], wait: float) -> list[str]:
    """Wait until nobody is connected to these servers; return those where somebody still is."""
    until = time.monotonic() + wait
    while True:
        now = time.time()
        busy = [
            one.id
            for one in await operations.servers()
            if one.id in servers and not one.is_gone(now) and one.figures.get("sockets", 0)
        ]
        if not busy or time.monotonic() >= until:
            return busy if wait else []
        await asyncio.sleep(0.5)
