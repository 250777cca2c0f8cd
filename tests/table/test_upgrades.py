"""Upgrades: matches under older rules are listed and say so, finished ones stay readable and verifiable."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.sweeps import sample
from weatherdeck.cli import main
from weatherdeck.games import registry
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, make_table
from .servers import serving, serving_manager
from .test_faults import Process

SEATS = [{"kind": "me"}, *bots(3, "random")]
GAMES = registry.ours()
OTHER = {game: GAMES[number - 1] for number, game in enumerate(GAMES)}


def change_rules(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """From now on, this process has a newer ruleset of a game."""
    rules = registry.load(game).rules
    monkeypatch.setattr(rules, "RULESET", rules.RULESET + 1)


def table_of(game: str) -> dict[str, Any]:
    """One person among bots."""
    players = min(len(SEATS), max(registry.load(game).players))
    return {"seats": SEATS[:players], "players": players}


async def begin(base: str, game: str = "tradewinds") -> tuple[dict[str, Any], Client]:
    made = await make_table(base, game, **table_of(game))
    client = Client(base, made["table"], made["token"])
    await client.connect()
    await client.ready()
    while not client.my_turn:
        await client.next()
    return made, client


async def archived(store: Store, table: str) -> None:
    record = await store.load(table)
    assert record is not None
    async with asyncio.timeout(60):
        while not await store.archives.exists(record.match.id):
            await asyncio.sleep(0.01)


async def get(base: str, path: str, token: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        return await http.get(path, headers={"authorization": f"Bearer {token}"})


async def mine(base: str, *places: dict[str, Any]) -> list[dict[str, Any]]:
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        wanted = [{"table": one["table"], "token": one["token"]} for one in places]
        answer = await http.post("/api/tables/mine", json={"places": wanted})
        assert answer.status_code == 200, answer.text
        listed: list[dict[str, Any]] = answer.json()["tables"]
        return listed


@pytest.mark.parametrize("game", GAMES)
async def test_one_match_under_older_rules_does_not_hide_the_other_tables(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "tables.sqlite"
    async with serving(store) as base:
        stuck, client = await begin(base, game)
        await client.close()
        other, client = await begin(base, OTHER[game])
        await client.close()
        waiting = await make_table(base, game, **table_of(game))
    change_rules(monkeypatch, game)
    async with serving(store, older="/old/") as base:
        first, second, third, unknown = await mine(base, stuck, other, waiting, {"table": "nothing", "token": "x"})
        assert first["info"] is None
        assert first["stuck"]["over"] is False
        assert first["stuck"]["older"] == "/old/"
        assert "begun under ruleset 1, and this version has ruleset 2. Nothing is lost" in first["stuck"]["reason"]
        about = (registry.load(game).title, table_of(game)["players"])
        assert (first["stuck"]["title"], first["stuck"]["players"]) == about
        assert first["stuck"]["practice"] is False
        assert second["info"]["status"] == "playing"
        assert third["info"]["status"] == "waiting", "a match that has not begun is played under the new rules"
        assert unknown["info"] is None
        assert unknown.get("stuck") is None
        async with Client(base, waiting["table"], waiting["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
        # The socket says so, once and for all.
        client = Client(base, stuck["table"], stuck["token"])
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await client.connect()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == m.Close.CLOSED
        told = json.loads(client.raw[0])
        assert (told["code"], told["older"]) == ("outdated", "/old/")
        # Without a token nobody learns anything.
        assert (await get(base, f"/api/tables/{stuck['table']}/kept", "wrong")).status_code == 403
        kept = (await get(base, f"/api/tables/{stuck['table']}/kept", stuck["token"])).json()
        assert kept["commitment"]
        assert all(one["moves"] is None for one in kept["entries"] if one["seat"] != 0), "others' moves may be secret"
        assert (await get(base, f"/api/tables/{stuck['table']}/game", stuck["token"])).status_code == 410


FINISHED = [(kind, game, gone) for kind in ("sqlite", "postgresql") for game in GAMES for gone in (False, True)]
ALWAYS = [("sqlite", game, number % 2 == 1) for number, game in enumerate(GAMES)] + [("postgresql", GAMES[1], False)]


@pytest.mark.parametrize(("store", "game", "gone"), sample("finished matches", FINISHED, ALWAYS), indirect=["store"])
async def test_a_finished_match_stays_readable_and_its_shuffle_verifiable(
    store: str,
    game: str,
    gone: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with serving(store) as base:
        made, client = await begin(base, game)
        over = await client.play()
        await client.close()
        if "://" not in store:
            before = (await get(base, f"/api/tables/{made['table']}/game", made["token"])).text
            replay = (await get(base, f"/api/tables/{made['table']}/replay?seat=all", made["token"])).json()
    if "://" in store:
        async with serving_manager(store) as (base, manager):
            before = (await get(base, f"/api/tables/{made['table']}/game", made["token"])).text
            replay = (await get(base, f"/api/tables/{made['table']}/replay?seat=all", made["token"])).json()
            await archived(manager.store, made["table"])
    else:
        await _archive_on_start(store, made["table"])
    if gone:
        monkeypatch.setattr(registry, "load", _unknown)
    else:
        change_rules(monkeypatch, game)
    async with serving(store) as base:
        (listed,) = await mine(base, made)
        assert listed["stuck"]["over"] is True
        assert listed["stuck"]["title"] == (game if gone else registry.load(game).title)
        for path in ("replay?seat=all", "replay", "replay?seat=2"):
            again = (await get(base, f"/api/tables/{made['table']}/{path}", made["token"])).json()
            assert again == replay
            assert again["result"] == json.loads(over.result.model_dump_json())
        assert (await get(base, f"/api/tables/{made['table']}/transcript", made["token"])).status_code == 200
        text = (await get(base, f"/api/tables/{made['table']}/game", made["token"])).text
        assert text == before
    if not gone:
        (tmp_path / "game.json").write_text(text)
        assert main(["verify", str(tmp_path / "game.json")]) == 0
        told = capsys.readouterr().out
        assert "deal matches the commitment" in told
        assert "The moves were not checked" in told
        assert f"weatherdeck {json.loads(text)['about']['made_with']}" in told
        forged = json.loads(text)
        forged["seed"] = str(int(forged["seed"]) + 1)
        (tmp_path / "forged.json").write_text(json.dumps(forged))
        assert main(["verify", str(tmp_path / "forged.json")]) == 1


def _unknown(*_arguments: object) -> None:
    raise registry.UnknownGame("there is no game with this name any more")


async def _archive_on_start(store: str, table: str) -> None:
    """A match that was not archived in time is archived by the next server that starts."""
    async with serving_manager(store) as (_, manager):
        await archived(manager.store, table)


class NewerProcess(Process):
    """A server of a version with newer rules of one game."""

    command = (
        "import sys; from weatherdeck.games import registry; rules = registry.load('tradewinds').rules; "
        "rules.RULESET += 1; from weatherdeck.cli import main; sys.exit(main(sys.argv[1:]))"
    )

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", self.command, "serve", "--no-open", "--no-limits"),
            *("--port", str(self._port), "--store", self._store, "--older", "/old"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(90):
            line = await self._process.stdout.readline()
        assert b"is open" in line, line

    async def end(self, how: int) -> None:
        self._process.send_signal(how)
        await self._process.wait()


async def test_an_older_version_keeps_serving_its_matches_from_the_same_store(postgres: str) -> None:
    async with serving(postgres) as old:
        made, client = await begin(old)
        newer = NewerProcess(postgres)
        await newer.start()
        try:
            (listed,) = await mine(newer.base, made)
            assert listed["stuck"]["older"] == "/old/"
            fresh, other = await begin(newer.base)
            over = await client.play()  # at the same time, through the old one
            assert over.result.match == 1
            await other.play()
            await other.close()
            async with asyncio.timeout(60):
                while not (await mine(old, fresh))[0]["stuck"]["over"]:  # noted once everyone has been told
                    await asyncio.sleep(0.01)
        finally:
            await newer.end(signal.SIGTERM)
        await client.close()
