"""Links: what they open and what not, who makes and revokes them, and how a seat moves to another device."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from weatherdeck.table.play import links
from weatherdeck.table.play.tokens import hash_token
from weatherdeck.table.store.records import LinkRecord
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import connection
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, join, make_table
from .servers import serving
from .test_store import table_record

PLAYERS_ONLY: tuple[dict[str, Any], ...] = (
    {"type": "move", "version": 0, "moves": ["1"]},
    {"type": "draft", "version": 0, "steps": ["1"]},
    {"type": "undo", "version": 0},
    {"type": "answer_undo", "version": 0, "agree": True},
    {"type": "fill", "seat": 1, "level": "novice"},
    {"type": "rename", "name": "Mallory"},
    {"type": "hint", "version": 0},
    {"type": "resign"},
    {"type": "return"},
    {"type": "rematch"},
)
OPEN_TABLE = [{"kind": "me"}, {"kind": "open"}, *bots(2)]


async def ask(base: str, method: str, path: str, bearer: str, **body: Any) -> httpx.Response:
    """A request with a token."""
    async with httpx.AsyncClient(base_url=base) as http:
        headers = {"authorization": f"Bearer {bearer}"}
        return await http.request(method, f"/api/tables/{path}", headers=headers, json=body or None)


async def make_link(base: str, place: dict[str, Any], kind: str) -> dict[str, Any]:
    """A new link of a seat."""
    answer = await ask(base, "POST", f"{place['table']}/links", place["token"], kind=kind)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def farewell(client: Client) -> tuple[m.Error, int]:
    """The error that a socket was told before it was closed, and the close code."""
    try:
        while True:
            await client.next()
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return m.Error.model_validate_json(client.raw[-1]), closed.rcvd.code  # nothing comes after the reason


async def refused(base: str, table: str, token: str) -> m.Error:
    """Why a socket is refused."""
    client = Client(base, table, token)
    connecting = asyncio.create_task(client.connect())
    with pytest.raises((ConnectionClosed, AssertionError)):
        await connecting
    return m.Error.model_validate_json(client.raw[0])


# ---------------------------------------------------------------- what a link opens


async def test_who_has_a_watch_link_can_do_nothing_that_needs_a_seat(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=[{"kind": "me"}, *bots(3)])
        table, watch = made["table"], made["watch"]
        async with Client(base, table, made["token"]) as anna:
            await anna.ready("ab" * 32)
            async with Client(base, table, watch) as bo:
                assert bo.seat is None
                for message in PLAYERS_ONLY:
                    answer = await bo.ask(message, m.Error)
                    assert answer.code == "not_allowed", message
                    assert "spectator" in answer.message or "host" in answer.message
        for method, path, body in (
            ("POST", "links", {"kind": "watch"}),
            ("POST", "links", {"kind": "move"}),
            ("POST", "links", {"kind": "invite"}),
            ("GET", "links", {}),
            ("DELETE", "links/1", {}),
            ("POST", "join", {"invite": watch, "name": "Mallory"}),
            ("POST", "move", {"token": watch}),
        ):
            response = await ask(base, method, f"{table}/{path}", watch, **body)
            assert response.status_code in (400, 403), (method, path, response.text)
            assert response.json()["code"] in ("not_allowed", "wrong_token")


async def test_an_invitation_and_a_move_link_open_neither_a_seat_nor_the_cards(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=OPEN_TABLE)
        table = made["table"]
        moving = await make_link(base, made, "move")
        for token in (made["invite"], moving["token"]):
            assert (await refused(base, table, token)).code == "wrong_token"
            for path in ("replay", "game", "transcript", "links"):
                assert (await ask(base, "GET", f"{table}/{path}", token)).status_code == 403, path
            assert (await ask(base, "POST", f"{table}/links", token, kind="watch")).status_code == 403
            assert (await ask(base, "GET", table, token)).status_code == 200, "what the table is may be read"
        answer = await ask(base, "POST", f"{table}/move", made["token"], token=made["token"])
        assert answer.status_code == 403, "a seat's own token is no link"
        answer = await ask(base, "POST", f"{table}/join", "x", invite=made["token"], name="Bo")
        assert answer.status_code == 403


async def test_the_list_of_links_has_no_tokens_and_only_the_host_invites(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=OPEN_TABLE)
        bo = await join(base, made, "Bo")
        for kind in ("watch", "move"):
            await make_link(base, bo, kind)
        answer = await ask(base, "POST", f"{made['table']}/links", bo["token"], kind="invite")
        assert answer.status_code == 400
        assert "only the host" in answer.json()["message"]
        found = (await ask(base, "GET", f"{made['table']}/links", bo["token"])).json()["links"]
        assert [(one["kind"], one["seat"]) for one in found] == [("invite", 0), ("watch", 0), ("watch", 1), ("move", 1)]
        assert [one["id"] for one in found][:2] == [one["id"] for one in made["links"]]
        assert all(set(one) == {"id", "kind", "seat", "made_at", "expires_at"} for one in found)


async def test_a_table_has_a_bounded_number_of_links(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_OPEN", 4)
    async with serving(store) as base:
        made = await make_table(base)
        await make_link(base, made, "watch")
        last = await make_link(base, made, "watch")
        answer = await ask(base, "POST", f"{made['table']}/links", made["token"], kind="watch")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
        assert (await ask(base, "DELETE", f"{made['table']}/links/{last['id']}", made["token"])).status_code == 204
        await make_link(base, made, "watch")


# ---------------------------------------------------------------- revoking


async def test_a_revoked_watch_link_disconnects_whoever_came_by_it_and_nobody_else(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=OPEN_TABLE)
        bo = await join(base, made, "Bo")
        link = await make_link(base, bo, "watch")
        async with (
            Client(base, made["table"], bo["token"]) as seated,
            Client(base, made["table"], link["token"]) as cleo,
            Client(base, made["table"], made["watch"]) as dora,
        ):
            path = f"{made['table']}/links"
            first = next(one["id"] for one in made["links"] if one["kind"] == "watch")
            answer = await ask(base, "DELETE", f"{path}/{first}", bo["token"])
            assert answer.status_code == 400, "a guest cannot revoke the host's link"
            assert (await ask(base, "DELETE", f"{path}/{link['id']}", bo["token"])).status_code == 204
            told, code = await farewell(cleo)
            assert (told.code, code) == ("revoked", m.Close.TOKEN)
            assert "revoked" in told.message
            for still in (seated, dora):
                await still.ask({"type": "ping"}, m.Pong)
        again = await refused(base, made["table"], link["token"])
        assert (again.code, again.message) == ("revoked", "this link was revoked: ask for a new one")
        assert (await ask(base, "DELETE", f"{path}/{link['id']}", bo["token"])).status_code == 409
        invite = next(one["id"] for one in made["links"] if one["kind"] == "invite")
        assert (await ask(base, "DELETE", f"{path}/{invite}", made["token"])).status_code == 204
        answer = await ask(base, "POST", f"{made['table']}/join", "x", invite=made["invite"], name="Eve")
        assert (answer.json()["code"], answer.status_code) == ("revoked", 403)
        fresh = await make_link(base, made, "invite")
        answer = await ask(base, "POST", f"{made['table']}/join", "x", invite=fresh["token"], name="Eve")
        assert answer.status_code == 409, "the new invitation is good, but no seat is open"


async def test_a_link_revoked_through_one_server_disconnects_at_the_other(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as other:
        made = await make_table(one)
        link = await make_link(one, made, "watch")
        async with Client(other, made["table"], link["token"]) as cleo:
            path = f"{made['table']}/links/{link['id']}"
            assert (await ask(one, "DELETE", path, made["token"])).status_code == 204
            told, code = await farewell(cleo)
            assert (told.code, code) == ("revoked", m.Close.TOKEN)
        assert (await refused(other, made["table"], link["token"])).code == "revoked"


async def test_whoever_is_removed_takes_nobody_with_them_and_finds_no_way_back(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=OPEN_TABLE)
        bo = await join(base, made, "Bo")
        watch, moving = await make_link(base, bo, "watch"), await make_link(base, bo, "move")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], bo["token"]) as removed,
            Client(base, made["table"], watch["token"]) as cleo,
        ):
            await anna.ask({"type": "remove", "seat": 1}, m.Done)
            for client in (removed, cleo):
                told, code = await farewell(client)
                assert (told.code, code) == ("revoked", m.Close.TOKEN)
            await anna.ask({"type": "ping"}, m.Pong)
        answer = await ask(base, "POST", f"{made['table']}/move", "x", token=moving["token"])
        assert answer.json()["code"] == "revoked"
        answer = await ask(base, "POST", f"{made['table']}/join", "x", invite=made["invite"], name="Bo")
        assert answer.json()["code"] == "revoked"


async def test_a_client_that_does_not_read_why_is_disconnected_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FAREWELL", 0.01)
    stuck = connection.Connection(0)

    async def never(_text: str) -> None:
        await asyncio.Event().wait()

    delivering = asyncio.create_task(stuck.deliver(never))
    stuck.send({"type": "error"})
    stuck.close(m.Close.TOKEN)
    await stuck.too_slow.wait()
    assert not delivering.done()
    delivering.cancel()


# ---------------------------------------------------------------- moving a seat


async def test_a_seat_moves_to_another_device_once_and_the_old_device_is_told(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=OPEN_TABLE)
        table = made["table"]
        link = await make_link(base, made, "move")
        other = await make_link(base, made, "move")
        async with Client(base, table, made["token"]) as laptop:
            moved = await ask(base, "POST", f"{table}/move", "x", token=link["token"])
            assert moved.status_code == 200
            told, code = await farewell(laptop)
            assert (told.code, code) == ("moved", m.Close.TOKEN)
            assert told.message == "your seat was moved to another device"
        async with Client(base, table, moved.json()["token"]) as phone:
            assert phone.seat == made["seat"] == moved.json()["seat"]
            assert phone.info is not None
            assert phone.info.seats[0].here
        again = await refused(base, table, made["token"])
        assert (again.code, again.message) == ("moved", "this seat was moved to another device")
        for path in ("links", "replay"):
            answer = await ask(base, "GET", f"{table}/{path}", made["token"])
            assert (answer.status_code, answer.json()["code"]) == (403, "moved")
        answer = await ask(base, "POST", f"{table}/move", "x", token=link["token"])
        assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
        assert "used already" in answer.json()["message"]
        answer = await ask(base, "POST", f"{table}/move", "x", token=other["token"])
        assert answer.json()["code"] == "revoked", "the other links of the old device end, too"


async def test_a_move_link_expires(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MOVE_LASTS", 0)
    async with serving(store) as base:
        made = await make_table(base)
        link = await make_link(base, made, "move")
        answer = await ask(base, "POST", f"{made['table']}/move", "x", token=link["token"])
        assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
        assert "expired" in answer.json()["message"]
        assert (await ask(base, "GET", made["table"], link["token"])).status_code == 409
        async with Client(base, made["table"], made["token"]) as anna:
            assert anna.seat == 0, "nothing has changed"


async def seat_somebody(opened: Store, *tokens: str) -> None:
    """A table whose seat belongs to a token, with links that move it."""
    await opened.create(table_record())
    await opened.change_seat("t", 0, kind="person", name="Anna", token=hash_token("seat"))
    for token in tokens:
        now = time.time()
        await opened.links.add(
            "t",
            LinkRecord(
                kind="move",
                token=hash_token(token),
                seat=0,
                replaces=hash_token("seat"),
                created_at=now,
                expires_at=now + 60,
            ),
            at_most=links.MAX_OPEN,
        )


async def test_of_many_devices_that_redeem_one_link_exactly_one_gets_the_seat(store: str) -> None:
    opened = await Store.open(store)
    await seat_somebody(opened, "link")
    won = await asyncio.gather(
        *(opened.links.move_seat("t", hash_token("link"), hash_token(f"d{n}"), time.time()) for n in range(10))
    )
    assert sorted(one is None for one in won) == [False] + [True] * 9
    record = await opened.load("t")
    assert record is not None
    assert record.seats[0].token == hash_token(f"d{won.index(0)}")
    await opened.close()


async def test_two_links_for_one_seat_move_it_only_once(store: str) -> None:
    opened = await Store.open(store)
    await seat_somebody(opened, "one", "other")
    won = await asyncio.gather(
        *(
            opened.links.move_seat("t", hash_token(link), hash_token(f"by {link}"), time.time())
            for link in ("one", "other")
        )
    )
    assert sorted(one is None for one in won) == [False, True]
    await opened.close()


async def test_through_two_servers_one_device_gets_the_seat(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as other:
        for _ in range(5):
            made = await make_table(one)
            link = await make_link(one, made, "move")
            async with (
                Client(one, made["table"], made["token"]) as here,
                Client(other, made["table"], made["token"]) as there,
            ):
                answers = await asyncio.gather(
                    *(ask(base, "POST", f"{made['table']}/move", "x", token=link["token"]) for base in (one, other))
                )
                assert sorted(answer.status_code for answer in answers) == [200, 409]
                for client in (here, there):
                    told, code = await farewell(client)
                    assert (told.code, code) == ("moved", m.Close.TOKEN)
            won = next(answer for answer in answers if answer.status_code == 200)
            for base in (one, other):
                async with Client(base, made["table"], won.json()["token"]) as device:
                    assert device.seat == 0


async def test_a_move_link_is_worth_nothing_once_somebody_else_has_the_seat(store: str) -> None:
    opened = await Store.open(store)
    await seat_somebody(opened, "link")
    await opened.change_seat("t", 0, token=hash_token("Bo's"))
    assert await opened.links.move_seat("t", hash_token("link"), hash_token("stolen"), time.time()) is None
    record = await opened.load("t")
    assert record is not None
    assert record.seats[0].token == hash_token("Bo's")
    assert await opened.links.open("t", time.time()) == []
    await opened.close()


async def test_all_invitations_of_a_table_can_be_revoked_at_once(store: str) -> None:
    opened = await Store.open(store)
    await opened.create(
        table_record(),
        [
            LinkRecord(kind=kind, token=f"{kind} {n}", seat=n, created_at=1.0)
            for kind in ("invite", "watch")
            for n in (0, 1)
        ],
    )
    assert await opened.revoke_links("t", kind="watch", seat=1) == 1
    assert await opened.revoke_links("t", kind="invite") == 2
    assert [one.token for one in await opened.links.open("t", 2.0)] == ["watch 0"]
    await opened.close()


async def test_a_seat_that_moves_before_the_deal_has_to_get_ready_again(store: str) -> None:
    opened = await Store.open(store)
    await seat_somebody(opened, "link")
    await opened.change_seat("t", 0, ready=True, share="ab", entropy="cd")
    assert await opened.links.move_seat("t", hash_token("link"), hash_token("new"), time.time()) == 0
    record = await opened.load("t")
    assert record is not None
    seat = record.seats[0]
    assert (seat.ready, seat.share, seat.entropy, seat.name) == (False, None, None, "Anna")
    await opened.close()


async def table_when(client: Client, phase: str) -> m.TableInfo:
    """The table, once its shuffle is in a phase."""
    while client.info is None or client.info.shuffle.phase != phase:
        await client.next()
    return client.info


async def test_a_seat_that_moves_while_entropy_is_revealed_starts_the_shuffle_over(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, seats=OPEN_TABLE)
        bo = await join(base, made, "Bo")
        link = await make_link(base, bo, "move")
        async with Client(base, made["table"], made["token"]) as anna:
            for seat, token in enumerate((made["token"], bo["token"])):
                async with Client(base, made["table"], token) as silent:  # pledges, and never reveals
                    await silent.ask({"type": "ready", "share": f"{seat}" * 64, "attempt": 1}, m.Done)
            revealing = await table_when(anna, "reveal")
            moved = await ask(base, "POST", f"{made['table']}/move", "x", token=link["token"])
            assert moved.status_code == 200
            over = await table_when(anna, "pledge")
            assert (revealing.shuffle.attempt, over.shuffle.attempt) == (1, 2)
            assert over.commitment != revealing.commitment
            async with Client(base, made["table"], moved.json()["token"]) as phone:
                await anna.ready()
                await phone.ready()
                await anna.get(m.Started)
