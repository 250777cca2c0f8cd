"""The addresses of the server: games, tables, archives, health, and what every answer carries."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from weatherdeck.bots.strengths import strength_said
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.view_schema import mistakes
from weatherdeck.table.wire import messages as m
from weatherdeck.table.wire import requests as r

from .clients import Client, bots, join, make_table
from .servers import free_port, serving, serving_manager

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"


async def test_the_games_are_offered_with_their_own_options(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        offered = r.Games.model_validate_json((await http.get("/api/games")).content)
        for info in offered.games:
            game = registry.load(info.name)
            assert [option.name for option in info.options] == [option.name for option in game.options]
            assert [(one.players, one.name) for one in info.levels] == [
                (n, bot) for n in info.players for bot in info.bots
            ]
            for one in info.levels:
                assert one.strength == strength_said(one.name, game, game.new_state(one.players))
            rules = await http.get(f"/api/games/{info.name}/rules")
            assert rules.text == game.rulebook
        picture = await http.get("/api/games/weathervanes/pictures/card.svg")
        assert picture.headers["content-type"] == "image/svg+xml"


async def test_a_games_view_schema_and_art_are_served_for_tables_that_draw_any_game(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for name in registry.names():
            game = registry.load(name)
            schema = await http.get(f"/api/games/{name}/view.json")
            assert schema.headers["content-type"] == "application/json"
            assert schema.json() == game.view_schema()
            art = await http.get(f"/api/games/{name}/art.json")
            assert (art.status_code, art.json()) == (200, game.art)
        for path in ("view.json", "art.json"):
            missing = await http.get(f"/api/games/chess/{path}")
            assert (missing.status_code, set(missing.json())) == (404, {"code", "message"})


async def test_a_game_without_art_has_none_to_serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load(registry.names()[0])
    monkeypatch.setitem(vars(game), "art", None)
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        answer = await http.get(f"/api/games/{game.name}/art.json")
        assert (answer.status_code, answer.json()) == (200, None)


async def test_a_game_of_another_package_that_is_broken_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole, load = registry.names(), registry.load

    def broken(name: str, *more: Any) -> Game:
        if name == "broken":
            raise registry.BrokenGame("the game 'broken' cannot be loaded")
        return load(name, *more)

    monkeypatch.setattr(registry, "names", lambda: [*whole, "broken"])
    monkeypatch.setattr(registry, "is_known", lambda name: name in [*whole, "broken"])
    monkeypatch.setattr(registry, "load", broken)
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        assert [game["name"] for game in (await http.get("/api/games")).json()["games"]] == whole
        answer = await http.post("/api/tables", json={"game": "broken"})
        assert (answer.status_code, answer.json()["message"]) == (409, "the game 'broken' cannot be loaded")
    assert "a game cannot be loaded and is not offered" in caplog.text


async def test_every_answer_carries_the_headers_that_close_doors(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for path in ("/", "/healthz", "/api/games", "/api/none", "/api/tables/none"):
            headers = (await http.get(path)).headers
            assert "script-src 'self';" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"


async def test_it_works_behind_a_prefix_whether_or_not_the_proxy_strips_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "store", prefix="/cards") as base, httpx.AsyncClient(base_url=base) as http:
        for path in ("/healthz", "/cards/healthz"):
            assert (await http.get(path)).json() == {"status": "well"}
        made = await make_table(base + "/cards", "tradewinds")
        async with Client(base + "/cards", made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
        bare = await http.get("/cards", follow_redirects=False)
        assert (bare.status_code, bare.headers["location"]) == (308, "/cards/")


async def test_measurements_are_there_in_the_format_of_prometheus(tmp_path: Path) -> None:
    port = free_port()
    async with (
        serving(tmp_path / "store", metrics=("127.0.0.1", port)) as base,
        httpx.AsyncClient(base_url=base) as http,
    ):
        made = await make_table(base)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ask({"type": "ping"}, m.Pong)
            page = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
            assert "weatherdeck_sockets 1.0" in page
            assert 'weatherdeck_messages_total{type="ping"} 1.0' in page
            assert 'weatherdeck_store_seconds_count{operation="create"} 1.0' in page
        public = await http.get("/metrics")
        assert public.status_code == 404
        assert "weatherdeck_" not in public.text, "strangers are told nothing"


async def test_my_tables_are_listed_with_whose_turn_it_is(store: str) -> None:
    async with serving(store) as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, "tradewinds", options={"first": "N"})
        other = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
        places = [{"table": one["table"], "token": one["token"]} for one in (made, other)]
        places.append({"table": made["table"], "token": "wrong"})
        answer = await http.post("/api/tables/mine", json={"places": places})
        mine = r.Summaries.model_validate_json(answer.content).tables
        assert [one.my_turn for one in mine] == [True, False, False]
        assert [one.info is None for one in mine] == [False, False, True]


async def test_an_invitation_says_what_it_is_to(store: str) -> None:
    async with serving(store) as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        for token in (made["token"], made["invite"], made["watch"]):
            answer = await http.get(f"/api/tables/{made['table']}", headers={"authorization": f"Bearer {token}"})
            assert m.TableInfo.model_validate_json(answer.content).game == "winter-court"
        wrong = await http.get(f"/api/tables/{made['table']}", headers={"authorization": "Bearer wrong"})
        assert wrong.status_code == 403
        replay = f"/api/tables/{made['table']}/replay"
        refused = await http.get(replay, headers={"authorization": f"Bearer {made['invite']}"})
        assert refused.status_code == 403


async def test_a_replay_shows_all_steps_and_after_the_end_all_cards(store: str) -> None:
    async with serving(store) as base, httpx.AsyncClient(base_url=base, timeout=30) as http:
        made = await make_table(base, "four-seasons", players=3)
        bearer = {"authorization": f"Bearer {made['token']}"}
        address = f"/api/tables/{made['table']}/replay"
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
            early = r.Replay.model_validate_json((await http.get(address, headers=bearer)).content)
            assert early.seat == 0
            assert all(seat["hand"] is None for seat in early.frames[0].position.view["seats"][1:])
            await anna.play(random.Random(1).choice)
        whole = r.Replay.model_validate_json((await http.get(address, headers=bearer)).content)
        assert whole.frames[0] == early.frames[0]
        assert whole.result is not None
        assert [frame.step.step for frame in whole.frames] == list(range(len(whole.frames)))
        shown = r.Replay.model_validate_json((await http.get(address + "?seat=all", headers=bearer)).content)
        assert all(seat["hand"] for seat in shown.frames[0].position.view["seats"])
        declared = registry.load("four-seasons").view.View
        for frame in (*early.frames, *whole.frames, *shown.frames):
            assert not mistakes(declared, frame.position.view)
        for seat in range(3):
            own = r.Replay.model_validate_json((await http.get(f"{address}?seat={seat}", headers=bearer)).content)
            hand = own.frames[0].position.view["seats"][seat]
            assert shown.frames[0].position.view["seats"][seat] == hand


async def test_only_so_many_sit_down_and_nobody_twice_on_a_seat(store: str) -> None:
    async with serving(store) as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, "tradewinds", seats=[{"kind": "open"}] * 4)
        assert made["seat"] is None
        wish = {"invite": made["invite"], "name": "X"}
        answers = await asyncio.gather(*(http.post(f"/api/tables/{made['table']}/join", json=wish) for _ in range(9)))
        seats = [answer.json()["seat"] for answer in answers if answer.status_code == 200]
        assert sorted(seats) == [0, 1, 2, 3]
        assert {answer.json()["code"] for answer in answers if answer.status_code != 200} == {"not_now"}
        answer = await http.post(f"/api/tables/{made['table']}/join", json={**wish, "invite": made["watch"]})
        assert answer.json()["code"] == "wrong_token"


async def test_one_address_cannot_make_tables_without_end(tmp_path: Path) -> None:
    async with serving(tmp_path / "store", tables=(3, 0.0)) as base, httpx.AsyncClient(base_url=base) as http:
        answers = [await http.post("/api/tables", json={"game": "tradewinds"}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        assert answers[-1].json()["code"] == "too_fast"


async def test_a_table_is_not_made_from_nonsense(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for wish in (
            {"game": "chess"},
            {"game": "os.path"},
            {"game": "tradewinds", "players": 3},
            {"game": "tradewinds", "options": {"nothing": True}},
            {"game": "tradewinds", "options": {"first": "X"}},
            {"game": "tradewinds", "seats": bots(3)},
            {"game": "tradewinds", "seats": bots(4, "genius")},
            {"game": "tradewinds", "seats": [{"kind": "me"}] * 4},
        ):
            answer = await http.post("/api/tables", json=wish)
            assert answer.status_code == 400, wish
            assert answer.json()["message"]


async def test_a_table_outlives_its_server(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "weathervanes")
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            while not anna.my_turn:
                await anna.get(m.Stepped, m.Started)
            assert anna.position is not None
            before = anna.position
    async with serving(store) as base, Client(base, made["table"], made["token"]) as anna:
        assert anna.position == before
        assert isinstance(await anna.move(before.choices[0].move), m.Stepped)


async def test_a_bot_from_outside_joins_by_link_and_plays_to_the_end(tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 90
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "tradewinds", seats=[{"kind": "me"}, {"kind": "open"}, *bots(2)])
        outside = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), base, made["table"], made["invite"], stdout=asyncio.subprocess.PIPE
        )
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            over = await anna.play()
        out, _ = await outside.communicate()
        assert outside.returncode == 0
        assert out.decode().strip() == over.result.ending


async def test_one_who_does_not_read_is_sent_away_and_nobody_waits_for_them(tmp_path: Path) -> None:
    port = free_port()
    async with serving_manager(tmp_path / "store", metrics=("127.0.0.1", port)) as (base, manager):
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
        ):
            await anna.ready()
            await bo.ready()
            await anna.get(m.Started)
            await bo.get(m.Started)
            bo.socket.transport.pause_reading()
            page, (session,) = "", manager.sessions
            async with httpx.AsyncClient(base_url=base) as http:
                while "weatherdeck_slow_sockets_total 1.0" not in page:
                    for _ in range(50):
                        session.tell({"type": "notice", "code": "draining", "message": "x" * 65_536})
                        await anna.get(m.Notice)
                    page = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
            async with Client(base, made["table"], seated["token"]) as again:
                assert again.position == bo.position
