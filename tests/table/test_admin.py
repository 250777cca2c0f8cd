"""`weatherdeck admin` on a store that a server is using, of both kinds."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, text, update
from websockets.exceptions import ConnectionClosed

from weatherdeck.cli import main
from weatherdeck.table.store.columns import orders, servers
from weatherdeck.table.store.opening import StoreRefused
from weatherdeck.table.store.operations import ORDERS_KEPT, Operations, ServerRecord, TableFilter, UnknownTarget
from weatherdeck.table.store.records import ChatRecord
from weatherdeck.table.store.store import Store
from weatherdeck.table.web import heartbeat
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, make_table
from .servers import serving
from .test_store import entry, table_record

ME = {"kind": "me"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers look at their orders often."""
    monkeypatch.setattr(heartbeat, "POLL", 0.1)


async def admin(store: str, *words: str) -> Any:
    """Run `weatherdeck admin ... --json`; what it printed."""
    status, printed, _ = await command(store, *words, "--json")
    assert status == 0, printed
    return json.loads(printed)


async def command(store: str, *words: str) -> tuple[int, str, str]:
    """Run `weatherdeck admin ...` in a thread, with an event loop of its own: exit status, output, errors."""

    def run() -> tuple[int, str, str]:
        printed, said = io.StringIO(), io.StringIO()
        with redirect_stdout(printed), redirect_stderr(said):
            status = main(["admin", *words, "--store", store])
        return status, printed.getvalue(), said.getvalue()

    return await asyncio.to_thread(run)


async def failing(store: str, *words: str) -> int:
    """Run a command that must not work; its exit status."""
    status, _, said = await command(store, *words)
    assert said.startswith("weatherdeck: ")
    return status


async def closed_with(client: Client) -> tuple[list[m.ServerMessage], int | None]:
    """Everything a client is told until its socket is closed, and the code."""
    told: list[m.ServerMessage] = []
    while True:
        try:
            told.append(await client.next())
        except ConnectionClosed as closed:
            return told, closed.rcvd.code if closed.rcvd else None


# ---------------------------------------------------------------- against a running server
async def test_tables_are_listed_and_shown_without_anything_secret(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=[ME, *bots(3, "random")])
        other = await make_table(base, "weathervanes")
        listed = await admin(store, "tables")
        assert {one["id"] for one in listed} == {made["table"], other["table"]}
        only = await admin(store, "tables", "--game", "weathervanes", "--status", "waiting")
        assert [one["id"] for one in only] == [other["table"]]
        assert await admin(store, "tables", "--idle", "1") == []
        assert len(await admin(store, "tables", "--limit", "1")) == 1
        shown = await admin(store, "show", made["table"])
        assert [seat["kind"] for seat in shown["seats"]] == ["person", "bot", "bot", "bot"]
        words = json.dumps([listed, shown])
    opened = await Store.attach(store)
    record = await opened.load(made["table"])
    await opened.close()
    assert record is not None
    secrets = [record.match.secret.seed, record.match.secret.nonce, record.seats[0].token, made["token"]]
    assert not [one for one in secrets if one and one in words]
    for name in ("token", "secret", "nonce", "entropy"):
        assert name not in words


async def test_a_closed_table_is_told_and_its_sockets_are_closed_for_good(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=[ME, *bots(3, "random")])
        async with Client(base, made["table"], made["token"]) as anna:
            done = await admin(store, "close", made["table"])
            assert done["servers_behind"] == []
            told, code = await closed_with(anna)
        assert code == m.Close.CLOSED
        assert isinstance(told[-1], m.Notice)
        assert (told[-1].code, "closed this table" in told[-1].message) == ("closed", True)
        again = Client(base, made["table"], made["token"])
        with pytest.raises(ConnectionClosed):
            await again.connect()
        assert '"closed"' in again.raw[0]
        assert (await admin(store, "tables", "--status", "closed"))[0]["id"] == made["table"]
        log = await admin(store, "audit", "--table", made["table"])
        assert [one["action"] for one in log] == ["close"]
        assert log[0]["who"].startswith("admin ")
        assert "@" not in log[0]["who"], "the user's name, not the machine's"


async def test_a_deleted_table_is_gone_while_others_play_on(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=[ME, *bots(3, "random")])
        kept = await make_table(base, seats=[ME, *bots(3, "random")])
        async with Client(base, made["table"], made["token"]) as anna, Client(base, kept["table"], kept["token"]) as bo:
            await anna.ready()
            await bo.ready()
            playing = asyncio.create_task(bo.play())
            await admin(store, "delete", made["table"], "--yes")
            _told, code = await closed_with(anna)
            assert code == m.Close.CLOSED
            await playing
        async with httpx.AsyncClient(base_url=base) as http:
            answer = await http.get(
                f"/api/tables/{made['table']}", headers={"authorization": f"Bearer {made['token']}"}
            )
            assert answer.status_code == 404
        assert [one["id"] for one in await admin(store, "tables")] == [kept["table"]]
        assert (await admin(store, "audit", "--table", made["table"]))[-1]["action"] == "delete"


async def test_a_finished_match_is_exported_and_verifies(store: str, tmp_path: Path) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=[ME, *bots(3, "random")])
        running = ["export", made["table"], str(tmp_path / "early.json")]
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
            assert await failing(store, *running) == 2
            assert await failing(store, "show", made["table"], "--cards") == 2, "cards of a running match are secret"
            await admin(store, *running, "--running")
            await anna.play()
        saved = tmp_path / "game.json"
        await admin(store, "export", made["table"], str(saved))
        assert await failing(store, "export", made["table"], str(saved)) == 2, "nothing is overwritten"
        status, printed, _ = await command(store, "export", made["table"], "-")
        assert (status, printed) == (0, saved.read_text()), "- is standard output"
        assert (await admin(store, "show", made["table"], "--cards"))["moves"]
    assert await asyncio.to_thread(main, ["verify", str(saved)]) == 0
    assert saved.stat().st_mode & 0o077 == 0, "others cannot read it"


async def test_a_backup_taken_during_play_is_restored_into_either_kind_of_store(
    store: str, tmp_path: Path, postgres: str
) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=[ME, *bots(3, "random")])
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.play()
            saved = await admin(store, "backup", str(tmp_path / "tables.backup"))
            assert saved["rows"]["tables"] == 1
        assert (await admin(store, "audit"))[-1]["action"] == "backup"
        assert await failing(store, "backup", str(tmp_path / "tables.backup")) == 2, "nothing is overwritten"
    other = str(tmp_path / "restored.sqlite") if store == postgres else postgres
    await admin(other, "restore", str(tmp_path / "tables.backup"))
    assert await failing(other, "restore", str(tmp_path / "tables.backup")) == 2, "it is not empty any more"
    await admin(other, "export", made["table"], str(tmp_path / "game.json"))
    assert await asyncio.to_thread(main, ["verify", str(tmp_path / "game.json")]) == 0


async def test_retention_is_shown_before_it_deletes(store: str) -> None:
    opened = await Store.open(store)
    await opened.create(replace(table_record("old"), created_at=time.time() - 40 * 86_400))
    await opened.create(table_record("new"))
    await opened.close()
    shown = await admin(store, "retention", "--dry-run")
    assert shown["tables"] == ["old"]
    assert (await admin(store, "retention", "--dry-run", "--keep-waiting", "50"))["tables"] == []
    assert len(await admin(store, "tables")) == 2, "nothing was deleted"
    await admin(store, "retention", "--yes")
    assert [one["id"] for one in await admin(store, "tables")] == ["new"]
    assert (await admin(store, "audit"))[-1]["details"] == {"tables": 1, "lines": 0}


async def test_servers_report_and_leave_the_list_when_they_stop(store: str) -> None:
    async with serving(store, place="here:1") as base:
        made = await make_table(base)
        async with Client(base, made["table"], made["token"]):
            (listed,) = await admin(store, "servers")
            assert (listed["place"], listed["state"]) == ("here:1", "in service")
            assert set(listed["figures"]) >= {"tables", "sockets", "lag", "order"}
    assert await admin(store, "servers") == []


async def test_what_cannot_be_done_is_said_in_a_sentence(store: str) -> None:
    await (await Store.open(store)).close()
    for words, expected in (
        (["show", "nowhere"], "there is no table 'nowhere'"),
        (["close", "nowhere"], "there is no table"),
        (["delete", "nowhere", "--yes"], "there is no table"),
        (["export", "nowhere", "file"], "there is no table"),
        (["drain", "nowhere"], "there is no server"),
        (["drain"], "or add --all"),
    ):
        status, _, said = await command(store, *words)
        assert (status, expected in said) == (2, True), said


async def test_it_prints_columns_for_people_without_control_characters(store: str) -> None:
    opened = await Store.open(store)
    await opened.create(table_record())
    await opened.change_seat("t", 0, kind="person", name="A\x1b[2Jnna")
    await opened.close()
    _, listed, _ = await command(store, "tables")
    assert listed.split()[:4] == ["table", "game", "status", "people"]
    _, shown, _ = await command(store, "show", "t")
    assert "A?[2Jnna" in shown


def test_it_is_a_command_of_its_own(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "weatherdeck", "admin", "tables", "--store", str(tmp_path / "none.sqlite")]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), "a sentence, and no traceback"


async def test_delete_asks_first(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = await Store.open(store)
    await opened.create(table_record())
    await opened.close()
    monkeypatch.setattr(sys, "stdin", io.StringIO("y"))
    assert await failing(store, "delete", "t") == 2, "nobody can be asked"
    opened = await Store.open(store)
    assert await opened.load("t") is not None
    await opened.close()


# ---------------------------------------------------------------- the store
async def test_attaching_needs_a_store_of_this_version(tmp_path: Path, empty_postgres: str) -> None:
    with pytest.raises(StoreRefused, match="there is no store"):
        await Store.attach(str(tmp_path / "none.sqlite"))
    assert not (tmp_path / "none.sqlite").exists()
    with pytest.raises(StoreRefused, match="not of this version"):
        await Store.attach(empty_postgres)
    (tmp_path / "text.sqlite").write_text("not a database, but long enough to be read as the header of one")
    with pytest.raises(StoreRefused, match="cannot open"):
        await Store.attach(str(tmp_path / "text.sqlite"))


async def test_an_administrator_and_a_server_use_an_sqlite_file_at_once(tmp_path: Path) -> None:
    server = await Store.open(str(tmp_path / "t.sqlite"))
    made = await server.create(table_record())
    attached = await Store.attach(str(tmp_path / "t.sqlite"))
    operations = Operations(attached.engine)
    for version in range(1, 20):
        await asyncio.gather(
            server.append("t", entry(made.match.id, version)), operations.note("admin anna", "backup", None, {})
        )
    assert len(await server.entries(made.match.id)) == len(await operations.audit()) == 19
    await attached.close()
    await server.close()


async def test_deleting_leaves_nothing_of_a_table_and_all_of_the_others(store: str) -> None:
    opened = await Store.open(store)
    for name in ("gone", "kept"):
        made = await opened.create(table_record(name))
        await opened.append(name, entry(made.match.id, 1))
        await opened.add_chat(name, ChatRecord(0, None, "Anna", "hello", 1.0))
    operations = Operations(opened.engine)
    await operations.delete("gone", "admin anna")
    assert [one.id for one in await operations.tables(TableFilter())] == ["kept"]
    async with opened.engine.connect() as connection:
        for table, rows in (("tables", 1), ("seats", 1), ("matches", 1), ("entries", 1), ("chat", 1)):
            assert await connection.scalar(text(f"SELECT count(*) FROM {table}")) == rows, table
    with pytest.raises(UnknownTarget):
        await operations.delete("gone", "admin anna")
    await opened.close()


async def test_old_orders_and_servers_are_forgotten_but_numbers_never_repeat(store: str) -> None:
    opened = await Store.open(store)
    operations = Operations(opened.engine)
    long_ago = time.time() - ORDERS_KEPT - 10
    async with opened.engine.begin() as connection:
        for _ in range(3):
            await connection.execute(insert(orders).values(at=long_ago, table_id="t", action="close"))
    await operations.report(ServerRecord(id="s", started_at=1, seen_at=long_ago, version="1", place="", draining=False))
    last = await operations.last_order()
    await operations.forget_old()
    assert await operations.servers() == []
    assert [one.number for one in await operations.orders(0)] == [last]
    await opened.create(table_record())
    assert await operations.close("t", "admin anna") == last + 1
    await opened.close()


async def test_a_server_that_stopped_reporting_is_gone(store: str) -> None:
    opened = await Store.open(store)
    operations = Operations(opened.engine)
    now = time.time()
    await operations.report(ServerRecord(id="s", started_at=now, seen_at=now, version="1", place="", draining=False))
    (one,) = await operations.servers()
    assert not one.is_gone(now + 10)
    async with opened.engine.begin() as connection:
        await connection.execute(update(servers).values(seen_at=now - 60))
    (one,) = await operations.servers()
    assert one.is_gone(now)
    await opened.close()
    assert (await admin(store, "servers"))[0]["state"] == "gone"
