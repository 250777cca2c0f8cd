"""The explorer over HTTP: games are found and watched at a table, and what was not asked properly is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.decks import another_deck
from weatherdeck import lab
from weatherdeck.cli.explore import Study
from weatherdeck.cli.serve import LOOPBACK_NAMES
from weatherdeck.games import registry
from weatherdeck.lab.explorer import Explorer
from weatherdeck.table.wire import exploring as x
from weatherdeck.table.wire import requests as r

from .servers import serving


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("study")
    lab.study("tradewinds", ["random:12"], folder=folder, engine=lab.Here())
    return Study(Explorer(folder))


async def test_a_game_that_was_found_is_a_finished_table_with_a_replay(study: Study, tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "store", explorer=study) as base,
        httpx.AsyncClient(base_url=base, timeout=60) as http,
    ):
        about = x.Explored.model_validate_json((await http.get("/api/explore/study")).content)
        assert about.game == "tradewinds"
        found = x.Found.model_validate_json((await http.post("/api/explore/games", json={"limit": 3})).content)
        assert (found.matching, len(found.rows)) == (12, 3)
        wish = {"run": 0, "game": found.rows[2].game}
        watched = x.Watched.model_validate_json((await http.post("/api/explore/watch", json=wish)).content)
        again = await http.post("/api/explore/watch", json=wish)
        assert again.json() == watched.model_dump(), "one table is enough"
        headers = {"authorization": f"Bearer {watched.token}"}
        answer = await http.get(f"/api/tables/{watched.table}/replay?seat=all", headers=headers)
        replay = r.Replay.model_validate_json(answer.content)
        assert replay.status == "over"
        assert len(replay.frames) == found.rows[2].decisions + 1
        assert replay.result is not None


async def test_hostile_questions_are_refused(study: Study, tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "store", explorer=study) as base,
        httpx.AsyncClient(base_url=base, timeout=60) as http,
    ):
        wish = {"of": "game", "name": "decisions", "low": 1}
        for body, status in (
            ({"sort": "pl.lit(1)"}, 400),
            ({"conditions": [{**wish, "name": "__class__"}]}, 400),
            ({"conditions": [{**wish, "of": "hands"}]}, 422),
            ({"conditions": [{**wish, "low": "1; drop"}]}, 422),
            ({"conditions": [{**wish, "any_of": [{"$ne": 1}]}]}, 422),
            ({"conditions": [wish] * 21}, 422),
            ({"conditions": [{**wish, "expression": "x"}]}, 422),
            ({"limit": 10_000}, 422),
            ({"offset": -1}, 422),
            ({"runs": [5]}, 400),
            ({"folder": "/etc"}, 422),
        ):
            answer = await http.post("/api/explore/games", json=body)
            assert answer.status_code == status, (body, answer.text)
            assert answer.json()["message"]
        for game in (12, 1 << 39):
            answer = await http.post("/api/explore/watch", json={"run": 0, "game": game})
            assert (answer.status_code, answer.json()["code"]) == (400, "not_allowed")
        text = '{"conditions": [{"of": "game", "name": "decisions", "low": NaN}]}'
        answer = await http.post("/api/explore/games", content=text, headers={"content-type": "application/json"})
        assert answer.status_code == 422


async def test_a_server_without_a_study_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for answer in (await http.get("/api/explore/study"), await http.post("/api/explore/games", json={})):
            assert answer.status_code == 404
            assert "weatherdeck lab explore" in answer.json()["message"]


async def test_a_game_that_no_table_can_show_is_refused(tmp_path: Path) -> None:
    deck = another_deck("tweedy-tricksters")
    large = replace(deck, text=deck.text + "\n" + "# a long story\n" * 3_000)
    lab.study(registry.load("tweedy-tricksters", large), ["random:4"], folder=tmp_path / "study", engine=lab.Here())
    async with (
        serving(tmp_path / "store", explorer=Study(Explorer(tmp_path / "study"))) as base,
        httpx.AsyncClient(base_url=base, timeout=60) as http,
    ):
        answer = await http.post("/api/explore/watch", json={"run": 0, "game": 1})
        assert (answer.status_code, answer.json()["code"]) == (400, "not_allowed")
        assert "32768 characters" in answer.json()["message"]


async def test_other_sites_and_hosts_cannot_ask(study: Study, tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "store", explorer=study, hosts=LOOPBACK_NAMES) as base,
        httpx.AsyncClient(base_url=base, timeout=60) as http,
    ):
        for headers, status in (
            ({"host": "rebound.example"}, 421),
            ({"origin": "https://elsewhere.example"}, 403),
            ({"origin": "null"}, 403),
            ({"origin": base}, 200),
        ):
            answer = await http.post("/api/explore/games", json={}, headers=headers)
            assert answer.status_code == status, headers
        assert (await http.get("/api/explore/study", headers={"host": "rebound.example"})).status_code == 421
