"""Backups: taken during play from either store, restored into either, and every match replays and verifies."""

from __future__ import annotations

import asyncio
import json
import stat
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Self

import httpx
import pytest

from weatherdeck.table.store.backup import backup
from weatherdeck.table.store.columns import METADATA
from weatherdeck.table.store.opening import StoreRefused
from weatherdeck.table.store.store import Store
from weatherdeck.table.store.upgrading import restore
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, join, make_table
from .servers import serving
from .test_fairness import verify
from .test_store import entry, table_record

MOVES = 5
ATTEMPTS = 50


@dataclass
class Party:
    """The people at one table."""

    table: str
    people: list[Client]

    @classmethod
    async def meet(cls, base: str, game: str, people: int) -> Self:
        """So many people at a new table of four, the others are bots. All are ready."""
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1), *bots(4 - people, "random")]
        made = await make_table(base, game, seats=seats, players=4)
        tokens = [made["token"]] + [(await join(base, made, f"Guest {n}"))["token"] for n in range(1, people)]
        party = cls(made["table"], [Client(base, made["table"], token) for token in tokens])
        for client in party.people:
            await client.connect()
            await client.ready()
        return party

    async def move(self, moves: int) -> None:
        """So many moves of the first person, whose turn it is then again."""
        client = self.people[0]
        for more in reversed(range(moves + 1)):
            while not client.my_turn:
                await client.next()
            assert client.position is not None
            if more:
                await client.move(client.position.choices[0].move)

    async def finish(self) -> None:
        """Play to the end of the match."""
        await asyncio.gather(*(client.play() for client in self.people))

    async def keep_playing(self) -> None:
        """One match after the other, until cancelled."""

        async def play(client: Client) -> None:
            while True:
                await client.play()
                await client.ask({"type": "rematch"}, m.Done)
                await client.ready()

        await asyncio.gather(*map(play, self.people))

    @property
    def heard(self) -> int:
        """Messages so far."""
        return sum(len(client.raw) for client in self.people)

    async def leave(self) -> None:
        """Close all sockets."""
        for client in self.people:
            await client.close()

    async def go_on(self, base: str) -> None:
        """Come to another server, which knows less than these people, and play the match that it has to the end."""
        for client in self.people:
            client.base, client.seen, client.position = base, None, None
            await client.connect()
        status = self.people[0].table_now["status"]
        if status == "waiting":  # with the entropy that was pledged before
            for client in self.people:
                await client.ready()
        # Who comes when a bot has just made the last move hears that the match is over, and nothing more.
        await asyncio.gather(*(client.play() for client in self.people if client.table_now["status"] != "over"))
        await self.leave()
        assert [problem for client in self.people for problem in client.noticed] == []

    async def verified(self, base: str, folder: Path) -> int:
        """Verify every finished match with the receipts of all people, as they can; how many there are."""
        headers = {"authorization": f"Bearer {self.people[0].token}"}
        async with httpx.AsyncClient(base_url=base, headers=headers, timeout=60) as http:
            for match in count(1):
                answer = await http.get(f"/api/tables/{self.table}/game", params={"match": match})
                if answer.status_code != httpx.codes.OK:
                    return match - 1
                game, receipt = folder / f"{self.table}-{match}.json", folder / "receipt.json"
                game.write_bytes(answer.content)
                for client in self.people:
                    receipt.write_text(json.dumps(client.receipts[match]), encoding="utf-8")
                    status, said = await asyncio.to_thread(verify, str(game), "--receipt", str(receipt))
                    assert status == 0, said
                    assert f"Your own entropy (seat {client.seat}) is part of the shuffle" in said
        raise AssertionError


async def backup_during_play(store: str, folder: Path, busy: Party) -> tuple[Path, dict[str, int]]:
    """A backup during which something happened at the busy table; the file, and its rows."""
    for attempt in range(ATTEMPTS):
        copy, before = folder / f"backup-{attempt}.sqlite", busy.heard
        # As the command does it: beside the server, and not in its event loop.
        rows = await asyncio.to_thread(asyncio.run, backup(store, copy))
        if busy.heard > before:
            return copy, rows
    raise AssertionError("nothing happens at the busy table")


async def test_a_backup_taken_during_play_restores_and_every_match_verifies(
    store: str, empty_store: str, tmp_path: Path
) -> None:
    async with serving(store) as base:
        done = await Party.meet(base, "tradewinds", 2)
        await done.finish()
        halfway = await Party.meet(base, "four-seasons", 1)
        await halfway.move(MOVES)
        busy = await Party.meet(base, "tradewinds", 2)
        await busy.finish()
        for client in busy.people:
            await client.ask({"type": "rematch"}, m.Done)
        for client in busy.people:
            await client.ready()
        playing = asyncio.create_task(busy.keep_playing())
        copy, rows = await backup_during_play(store, tmp_path, busy)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        parties = [done, halfway, busy]
        for party in parties:
            await party.leave()
    assert rows["tables"] == len(parties)
    assert set(rows) == {one.name for one in METADATA.sorted_tables}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert (await restore(copy, empty_store))["entries"] == rows["entries"]
    opened = await Store.open(empty_store)
    await opened.append("new", entry((await opened.create(table_record("new"))).match.id, 1))  # numbers continue
    await opened.close()
    async with serving(empty_store) as base:
        before = [await party.verified(base, tmp_path) for party in parties]
        assert before[:2] == [1, 0]
        assert before[2] >= 1
        for party in parties:  # play goes on where the backup was taken
            await party.go_on(base)
        assert sum([await party.verified(base, tmp_path) for party in parties]) == rows["matches"]


async def test_a_backup_overwrites_nothing_and_is_restored_only_into_an_empty_store(tmp_path: Path) -> None:
    store, copy = str(tmp_path / "tables.sqlite"), tmp_path / "copy.sqlite"
    opened = await Store.open(store)
    await opened.create(table_record())
    await opened.close()
    await backup(store, copy)
    with pytest.raises(StoreRefused, match="exists already"):
        await backup(store, copy)
    with pytest.raises(StoreRefused, match="not empty"):
        await restore(copy, store)
    (tmp_path / "text").write_text("no database at all, only text of some length" * 100)
    with pytest.raises(StoreRefused, match="not a backup"):
        await restore(tmp_path / "text", str(tmp_path / "other.sqlite"))
    with pytest.raises(StoreRefused, match="no store"):
        await backup(str(tmp_path / "missing.sqlite"), tmp_path / "copy2.sqlite")
    assert not list(tmp_path.glob("*.part"))
