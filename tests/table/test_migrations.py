"""Stores of earlier versions are migrated when they are opened, and their tables go on."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from weatherdeck.games import registry
from weatherdeck.table.play.tokens import hash_token
from weatherdeck.table.store import migrations
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import messages as m

from .clients import Client
from .servers import serving
from .test_fairness import verify

DRIVERS = {"postgresql": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}
TABLE = {"id": "old", "game": "tradewinds", "players": 4, "options": {}, "host": 0, "hints": True, "undo": True}


FORMS = [one.revision for one in reversed([*ScriptDirectory(str(Path(migrations.__file__).parent)).walk_revisions()])]
"""Every form that a store has had, the first one first."""
OLDER = FORMS[:-1]


def open_engine(store: str) -> AsyncEngine:
    """A store as it is, without a lock or a migration."""
    address = store if "://" in store else f"sqlite:///{store}"
    return create_async_engine(address.replace(*next(pair for pair in DRIVERS.items() if pair[0] in address), 1))


async def migrate(store: str, form: str) -> None:
    """Bring a store into one of the forms, as the versions until then did when they were started."""
    engine = open_engine(store)
    async with engine.begin() as connection:
        await connection.run_sync(migrations.run, form)
    await engine.dispose()


SEED, NONCE = "aa" * 32, "bb" * 32
ENTROPY = ["0a", None, "0b" * 32, None]


async def write_old_store(store: str, *, dealt: bool = True) -> None:
    """A table that a server of version 0.1 left: the cards are dealt, or it waits for one of the players."""
    await migrate(store, FORMS[0])
    engine, game = open_engine(store), registry.load("tradewinds")
    async with engine.begin() as connection:
        await connection.execute(
            text(
                "INSERT INTO tables (id, game, players, options, host, hints, undo, clock, invite, watch, created_at)"
                " VALUES (:id, :game, :players, :options, :host, :hints, :undo, 'null', :i, :w, :now)"
            ),
            {
                **TABLE,
                "options": json.dumps(TABLE["options"]),
                "i": hash_token("invite"),
                "w": hash_token("watch"),
                "now": time.time(),
            },
        )
        for seat in range(4):
            await connection.execute(
                text(
                    "INSERT INTO seats (table_id, seat, kind, name, token, ready, wants_rematch, extra, returned_at)"
                    " VALUES ('old', :seat, 'person', :name, :token, :yes, :no, 0, 0)"
                ),
                {
                    "seat": seat,
                    "name": f"P{seat}",
                    "token": hash_token(f"token-{seat}"),
                    "yes": dealt or seat != 3,
                    "no": False,
                },
            )
        await connection.execute(
            text(
                "INSERT INTO matches (table_id, number, ruleset, secret_seed, secret_nonce, entropy, started_at)"
                " VALUES ('old', 1, :ruleset, :seed, :nonce, :entropy, :now)"
            ),
            {
                "ruleset": game.rules.RULESET,
                "seed": SEED,
                "nonce": NONCE,
                "entropy": json.dumps(ENTROPY) if dealt else "null",
                "now": time.time() if dealt else None,
            },
        )
    await engine.dispose()


async def test_a_table_of_the_first_version_is_opened_and_played_on(empty_store: str, tmp_path: Path) -> None:
    await write_old_store(empty_store)
    opened = await Store.open(empty_store, str(tmp_path))
    record = await opened.load("old")
    assert record is not None
    assert (record.deck, record.clock, record.match.secret.deck) == (None, None, None)
    await opened.close()
    async with serving(empty_store, backups=str(tmp_path)) as base, httpx.AsyncClient(base_url=base) as http:
        async with Client(base, "old", "watch") as spectator:
            assert spectator.seat is None, "the watch link still works"
        answer = await http.get("/api/tables/old", headers={"authorization": "Bearer invite"})
        assert answer.status_code == 200, "the invitation still works"
        answer = await http.post("/api/tables/old/join", json={"invite": "invite", "name": "Eve"})
        assert answer.json()["message"].startswith("all seats are taken")
        answer = await http.get("/api/tables/old/links", headers={"authorization": "Bearer token-0"})
        assert [(one["kind"], one["seat"]) for one in answer.json()["links"]] == [("invite", 0), ("watch", 0)]
        clients = [Client(base, "old", f"token-{seat}") for seat in range(4)]
        for client in clients:
            await client.connect()
        mover = next(client for client in clients if client.my_turn)
        assert mover.position is not None
        assert isinstance(await mover.move(mover.position.choices[0].move), m.Stepped)
        for client in clients:
            await client.close()


async def test_a_match_that_began_with_version_1_of_the_shuffle_is_finished_and_verified(
    empty_store: str, tmp_path: Path
) -> None:
    await write_old_store(empty_store)
    promised = hashlib.sha256(f"{SEED} {NONCE}".encode()).hexdigest()
    async with (
        serving(empty_store, backups=str(tmp_path)) as base,
        httpx.AsyncClient(base_url=base) as http,
        AsyncExitStack() as stack,
    ):
        clients = [await stack.enter_async_context(Client(base, "old", f"token-{seat}")) for seat in range(4)]
        assert clients[0].info is not None
        assert (clients[0].info.commitment, clients[0].info.shuffle.phase) == (promised, "dealt")
        over = (await asyncio.gather(*(client.play() for client in clients)))[0]
        assert isinstance(over.result.fairness, m.OldFairness)
        assert (over.result.fairness.entropy, over.result.fairness.seed) == (ENTROPY, SEED)
        game = (await http.get("/api/tables/old/game", headers={"authorization": "Bearer token-0"})).text
        (tmp_path / "game.json").write_text(game, encoding="utf-8")
        status, said = verify(str(tmp_path / "game.json"), "--commitment", promised)
        assert (status, "version 1, which cannot prove that nobody chose the cards" in said) == (0, True), said
        for client in clients:
            await client.send({"type": "rematch"})
        for client in clients:
            await client.ready()
        again = (await asyncio.gather(*(client.play() for client in clients)))[0]
        assert isinstance(again.result.fairness, m.Fairness), "the next match is shuffled in the new way"
        assert again.result.fairness.match == 2


async def test_a_table_that_was_waiting_promises_more_and_its_players_pledge(empty_store: str, tmp_path: Path) -> None:
    await write_old_store(empty_store, dealt=False)
    async with serving(empty_store, backups=str(tmp_path)) as base, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(base, "old", f"token-{seat}")) for seat in range(4)]
        info = clients[0].info
        assert info is not None
        assert info.commitment != hashlib.sha256(f"{SEED} {NONCE}".encode()).hexdigest()
        assert (info.shuffle.attempt, info.shuffle.waiting_for) == (2, [0, 1, 2, 3])
        for client in clients:
            await client.ready()
        over = (await asyncio.gather(*(client.play() for client in clients)))[0]
        assert isinstance(over.result.fairness, m.Fairness)
        assert over.result.fairness.entropy == [client.receipts[1]["entropy"] for client in clients]
