"""Decks of the host's own: offered, played, saved, replayed and verified."""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.decks import another_deck, shipped
from weatherdeck.games import registry
from weatherdeck.games.reference import DataError
from weatherdeck.table.play.decks import OfferedDecks
from weatherdeck.table.wire import messages as m
from weatherdeck.table.wire import requests as r

from .clients import Client, bots, join, make_table
from .commands import refusals
from .servers import serving
from .test_fairness import verify

GAME = "weathervanes"
TEXT = another_deck(GAME).text


@pytest.fixture
def deck_file(tmp_path: Path) -> Path:
    path = tmp_path / "windy.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


async def get(base: str, made: dict[str, Any], what: str) -> str:
    async with httpx.AsyncClient(base_url=base, headers={"authorization": f"Bearer {made['token']}"}) as http:
        answer = await http.get(f"/api/tables/{made['table']}{what}", timeout=60)
        assert answer.status_code == 200, answer.text
        return answer.text


async def test_a_deck_of_the_hosts_own_is_offered_played_by_two_people_saved_replayed_and_verified(
    store: str, deck_file: Path, tmp_path: Path
) -> None:
    decks = OfferedDecks.read([deck_file])
    async with serving(store, decks=decks) as base:
        async with httpx.AsyncClient(base_url=base) as http:
            offered = r.Games.model_validate_json((await http.get("/api/games")).content)
        (info,) = next(game for game in offered.games if game.name == GAME).decks
        assert [game.name for game in offered.games if game.decks] == [GAME]
        assert info.title == "windy"
        made = await make_table(base, GAME, deck=info.id, seats=[{"kind": "me"}, {"kind": "open"}, *bots(2)])
        assert made["info"]["deck"] == {"id": info.id, "title": "windy"}
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
        ):
            await anna.ready("0a" * 32)
            await bo.ready()
            over, _ = await asyncio.gather(anna.play(), bo.play())
        saved, replay = await get(base, made, "/game"), await get(base, made, "/replay?seat=all")
        transcript = await get(base, made, "/transcript")
    fairness = over.result.fairness
    assert fairness is not None
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    assert fairness.deck == digest
    committed = committed_to(made["table"], fairness, digest)
    assert made["info"]["commitment"] == committed, "the commitment covers the deck"
    shown = r.Replay.model_validate_json(replay)
    assert shown.result == over.result
    deck = registry.read_deck(deck_file)
    faces = {card["number"]: card["suits"] for card in shown.frames[0].position.view["seats"][0]["hand"]}
    own, as_shipped = (registry.load(GAME, one).view.FACES["card"] for one in (deck, None))
    assert faces.items() <= {card["number"]: card["suits"] for card in own}.items()
    assert list(own) != list(as_shipped)
    deck_file.unlink()  # nothing below needs it
    assert_verified(tmp_path / "game.json", saved, "windy")
    assert_verified(tmp_path / "games.jsonl", transcript + "\n", "no difference")
    refuse_changed_decks(tmp_path / "changed.json", json.loads(saved))


def committed_to(table: str, fairness: m.Fairness | m.OldFairness, deck: str) -> str:
    text = f"weatherdeck shuffle 2 {table} 1 {fairness.seed} {fairness.nonce} {deck}"
    return hashlib.sha256(text.encode()).hexdigest()


def assert_verified(path: Path, text: str, said: str) -> None:
    path.write_text(text, encoding="utf-8")
    status, out = verify(str(path))
    assert (status, said in out) == (0, True), out


def refuse_changed_decks(path: Path, document: dict[str, Any]) -> None:
    """Whatever of the deck is changed, and whatever else to hide it: the saved game is refused."""
    text = document["deck"]["text"]
    commented = {**document, "deck": {"title": "windy", "text": text + "\n# another file\n"}}
    for changed, reason in (
        ({**document, "deck": {"title": "windy", "text": shipped(GAME)}}, "another deck"),
        ({key: value for key, value in document.items() if key != "deck"}, "another deck"),
        (commented, "not the one that the server committed to"),
        (with_digest(commented), "is not the commitment"),
    ):
        path.write_text(json.dumps(changed, indent=1), encoding="utf-8")
        status, out = verify(str(path))
        assert status != 0
        assert reason in out


def with_digest(document: dict[str, Any]) -> dict[str, Any]:
    digest = hashlib.sha256(document["deck"]["text"].encode()).hexdigest()
    about = document["about"]
    return {**document, "about": {**about, "fairness": {**about["fairness"], "deck": digest}}}


async def test_a_server_without_the_deck_serves_the_table_all_the_same(postgres: str, deck_file: Path) -> None:
    decks = OfferedDecks.read([deck_file])
    async with serving(postgres, decks=decks) as host, serving(postgres) as other:
        (deck_id,) = decks.by_game[GAME]
        made = await make_table(host, GAME, deck=deck_id, seats=[{"kind": "me"}, {"kind": "open"}, *bots(2)])
        seated = await join(other, made, "Bo")
        async with (
            Client(host, made["table"], made["token"]) as anna,
            Client(other, made["table"], seated["token"]) as bo,
        ):
            assert bo.info is not None
            assert bo.info.deck == m.DeckInfo(id=deck_id, title="windy")
            await anna.ready()
            await bo.ready()
            ends = await asyncio.gather(anna.play(), bo.play())
            assert ends[0] == ends[1]
            await anna.ask({"type": "rematch"}, m.Done)
            await bo.ask({"type": "rematch"}, m.Done)
            while bo.info.match != 2:
                await bo.next()
            await anna.ready()
            await bo.ready()
            again = await asyncio.gather(anna.play(), bo.play())
            assert again[0].result.fairness is not None
            assert again[0].result.fairness.deck is not None, "a rematch has the same deck"
        assert json.loads(await get(other, made, "/game"))["deck"]["title"] == "windy"


async def test_a_table_with_the_deck_as_shipped_is_saved_without_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, GAME)
        assert made["info"]["deck"] is None
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            over = await anna.play()
        saved = json.loads(await get(base, made, "/game"))
    assert "deck" not in saved
    fairness = over.result.fairness
    assert fairness is not None
    assert fairness.deck is None
    assert saved["about"]["fairness"] == fairness.model_dump()
    assert fairness.commitment == committed_to(made["table"], fairness, "-")


async def test_a_deck_that_is_not_offered_is_refused(tmp_path: Path, deck_file: Path) -> None:
    decks = OfferedDecks.read([deck_file])
    (deck_id,) = decks.by_game[GAME]
    async with serving(tmp_path / "store", decks=decks) as base, httpx.AsyncClient(base_url=base) as http:
        for game, deck in ((GAME, "0" * 12), ("tradewinds", deck_id), ("winter-court", deck_id)):
            answer = await http.post("/api/tables", json={"game": game, "deck": deck})
            assert (answer.status_code, answer.json()["code"]) == (400, "not_allowed")


def test_what_cannot_be_offered_is_refused_with_the_reason(tmp_path: Path, deck_file: Path) -> None:
    def refused(*texts: str) -> str:
        files = [tmp_path / f"{number}.toml" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        with pytest.raises(DataError) as problem:
            OfferedDecks.read(files)
        return str(problem.value)

    assert "ships with" in refused(shipped(GAME))
    assert "same Weathervanes deck" in refused(TEXT, TEXT + "\n# again\n")
    nothing = refused("[elephants]\n1 = 'R'\n")
    assert "is not a deck of any game" in nothing
    assert "elephants" in nothing
    assert "not valid TOML" in refused("[cards")


def test_the_command_line_refuses_a_file_that_is_no_deck_before_it_serves(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[elephants]\n", encoding="utf-8")
    no_deck, missing = refusals(*(["--port", "0", "--data", str(file)] for file in (wrong, tmp_path / "none.toml")))
    assert "is not a deck of any game" in no_deck
    assert "cannot be read" in missing
