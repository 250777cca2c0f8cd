"""What somebody with an invitation is told, and where a server says that others can open it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from weatherdeck.cli import addresses
from weatherdeck.table.play import links
from weatherdeck.table.wire import messages as m
from weatherdeck.table.wire.requests import Invitation

from .clients import Client, bots, join, make_table
from .servers import serving


async def read(base: str, table: str, token: str, path: str = "/invitation") -> httpx.Response:
    async with httpx.AsyncClient(base_url=base) as http:
        return await http.get(f"/api/tables/{table}{path}", headers={"authorization": f"Bearer {token}"})


async def test_an_invitation_says_who_invites_to_what_and_gives_nothing_away(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        clock = {"kind": "game", "seconds": 600, "increment": 5}
        seats = [{"kind": "me"}, {"kind": "open"}, *bots(1, "expert"), {"kind": "open"}]
        made = await make_table(base, "tradewinds", seats=seats, clock=clock, hints=False, options={"first": "N"})
        answer = await read(base, made["table"], made["invite"])
        told = Invitation.model_validate(answer.json())
        assert (told.by, told.game, told.status, told.hints, told.undo) == (
            "Anna",
            "tradewinds",
            "waiting",
            False,
            True,
        )
        assert told.clock == m.GameClock(kind="game", seconds=600, increment=5)
        assert told.options["first"] == "N"
        assert [(seat.kind, seat.level) for seat in told.seats] == [
            ("person", None),
            ("open", None),
            ("bot", "expert"),
            ("open", None),
        ]
        assert not told.seats[0].here
        secrets = (made["token"], made["watch"], made["info"]["commitment"])
        assert not any(secret in answer.text for secret in secrets)
        seated = await join(base, made, "Bo", 3)
        assert seated["seat"] == 3
        async with Client(base, made["table"], made["token"]):
            told = Invitation.model_validate((await read(base, made["table"], made["invite"])).json())
            assert told.seats[0].here
            assert (told.seats[3].kind, told.seats[3].name) == ("person", "Bo")


async def test_only_an_invitation_that_works_is_read_as_one(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "tradewinds", seats=[{"kind": "me"}, {"kind": "open"}, *bots(2)])
        for token in (made["token"], made["watch"], "x"):
            assert (await read(base, made["table"], token)).status_code == 403
        number = next(link["id"] for link in made["links"] if link["kind"] == "invite")
        async with httpx.AsyncClient(base_url=base, headers={"authorization": f"Bearer {made['token']}"}) as http:
            assert (await http.delete(f"/api/tables/{made['table']}/links/{number}")).status_code == 204
        refused = (await read(base, made["table"], made["invite"])).json()
        assert refused["code"] == "revoked"
        assert "title" not in refused


async def test_somebody_who_is_invited_can_watch_by_a_link_that_gives_no_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, "tradewinds", seats=[{"kind": "me"}, {"kind": "open"}, *bots(2)])
        path, bearer = f"/api/tables/{made['table']}/watch", {"authorization": f"Bearer {made['invite']}"}
        link = (await http.post(path, headers=bearer)).json()
        assert (link["kind"], link["seat"]) == ("watch", 0)
        assert link["token"] not in (made["invite"], made["watch"])
        async with Client(base, made["table"], link["token"]) as cleo:
            assert cleo.seat is None
        assert (await read(base, made["table"], link["token"])).status_code == 403, "it is no invitation"
        for token in (made["token"], made["watch"], link["token"]):
            assert (await http.post(path, headers={"authorization": f"Bearer {token}"})).status_code == 403
        monkeypatch.setattr(links, "MAX_FOR_GUESTS", 3)
        assert (await http.post(path, headers=bearer)).json()["code"] == "not_now"


async def test_my_tables_say_whose_turn_it_is_and_how_it_stands(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "tradewinds", options={"first": "N"})
        place = {"table": made["table"], "token": made["token"]}
        waiting = await mine(base, place)
        assert (waiting["my_turn"], waiting["prompt"], waiting["progress"]) == (False, "", "")
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
            assert anna.position is not None
            told = await mine(base, place)
            assert (told["my_turn"], told["to_move"]) == (True, 0)
            assert (told["prompt"], told["progress"]) == (anna.position.prompt, anna.position.status)
            await anna.play()
            over = await mine(base, place)
            assert over["won"] in (True, False)
            assert over["score"]
            assert (over["prompt"], over["to_move"]) == ("", None)


async def mine(base: str, place: dict[str, str]) -> dict[str, Any]:
    async with httpx.AsyncClient(base_url=base) as http:
        answer = (await http.post("/api/tables/mine", json={"places": [place]})).json()
    summary: dict[str, Any] = answer["tables"][0]
    return summary


# ---------------------------------------------------------------- addresses


async def test_a_browser_on_the_same_machine_learns_the_address_for_others_and_nobody_else_does(tmp_path: Path) -> None:
    others = ("http://192.168.1.20:8712/",)
    async with serving(tmp_path / "store", addresses=others) as base, httpx.AsyncClient(base_url=base) as http:
        assert (await http.get("/api/addresses")).json() == {"addresses": list(others)}
        far = {"x-forwarded-for": "203.0.113.9"}  # as a proxy says
        assert (await http.get("/api/addresses", headers=far)).json() == {"addresses": []}


@pytest.mark.parametrize(
    ("host", "own", "others"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/p/", ()),
        ("::1", "http://[::1]:80/p/", ()),
        ("0.0.0.0", "http://127.0.0.1:80/p/", ("http://192.168.1.20:80/p/",)),  # nothing listens here
        ("::", "http://[::1]:80/p/", ("http://192.168.1.20:80/p/", "http://[fd00::2]:80/p/")),
        ("192.168.1.20", "http://192.168.1.20:80/p/", ("http://192.168.1.20:80/p/",)),
    ],
)
def test_what_a_server_prints_can_be_opened(
    host: str, own: str, others: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "on_the_network", lambda: ("192.168.1.20", "fd00::2"))
    assert addresses.own_link(host, 80, "/p") == own
    assert addresses.links_for_others(host, 80, "/p") == others


def test_this_machines_own_addresses_are_none_that_only_it_can_open() -> None:
    for address in addresses.on_the_network():
        assert not addresses.is_loopback(address)
        assert not addresses.is_everywhere(address)
