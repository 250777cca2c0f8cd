"""Deck files that people upload: shown before anyone joins, played, saved and verified; hostile ones are refused."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.decks import WITH_DECKS, WITHOUT_DECKS, another_deck, shipped
from weatherdeck import bots as all_bots
from weatherdeck import kernel
from weatherdeck.bots import search, warming
from weatherdeck.bots.review import Oracle
from weatherdeck.games import registry
from weatherdeck.games.reference import Deck, GameRef
from weatherdeck.match import Match
from weatherdeck.table.play.deck_report import differences
from weatherdeck.table.play.decks import OfferedDecks
from weatherdeck.table.play.errors import RequestError
from weatherdeck.table.play.shelf import Shelf
from weatherdeck.table.play.uploads import Uploads
from weatherdeck.table.play.words import WordList
from weatherdeck.table.wire import messages as m
from weatherdeck.table.wire import requests as r

from .clients import Client, bots, join, make_table
from .servers import serving, serving_manager
from .test_decks import assert_verified, committed_to, get

GAME = "tweedy-tricksters"
TEXT = 'title = "Windy"\n' + another_deck(GAME).text
FILE = {"name": "windy.toml", "text": TEXT}
ASSHIPPED = shipped(GAME)


async def check(base: str, game: str, file: dict[str, Any]) -> httpx.Response:
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        return await http.post(f"/api/games/{game}/decks", json=file)


async def deck_of(base: str, made: dict[str, Any], token: str) -> r.DeckReport:
    async with httpx.AsyncClient(base_url=base, headers={"authorization": f"Bearer {token}"}) as http:
        answer = await http.get(f"/api/tables/{made['table']}/deck", timeout=60)
        assert answer.status_code == 200, answer.text
        return r.DeckReport.model_validate_json(answer.content)


async def test_an_uploaded_deck_is_seen_before_joining_played_through_two_servers_saved_and_verified(
    postgres: str, tmp_path: Path
) -> None:
    async with serving(postgres) as base, serving(postgres, uploads=False) as other:
        checked = r.DeckReport.model_validate_json((await check(base, GAME, FILE)).content)
        assert checked.title == "Windy"
        assert not checked.offered
        seats = [{"kind": "me"}, {"kind": "open"}, *bots(2, "novice")]
        made = await make_table(base, GAME, deck_file=FILE, seats=seats)
        assert made["info"]["deck"] == {"id": checked.id, "title": "Windy"}
        for server, token in ((base, made["invite"]), (other, made["invite"]), (other, made["watch"])):
            assert await deck_of(server, made, token) == checked
        expected = {(where, before, after) for where, before, after in changed_rows()}
        assert {(one.where, one.shipped, one.here) for one in checked.differences} == expected
        assert {piece.svg[:4] for piece in checked.pieces} == {"<svg"}
        seated = await join(other, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(other, made["table"], seated["token"]) as bo,
        ):
            assert bo.info is not None
            assert bo.info.deck == m.DeckInfo(id=checked.id, title="Windy")
            await anna.ready()
            await bo.ready()
            over, _ = await asyncio.gather(anna.play(), bo.play())
        saved = await get(other, made, "/game")
        replay = r.Replay.model_validate_json(await get(other, made, "/replay?seat=all"))
    assert replay.result == over.result
    fairness = over.result.fairness
    assert fairness is not None
    assert fairness.deck == hashlib.sha256(TEXT.encode()).hexdigest()
    assert made["info"]["commitment"] == committed_to(made["table"], fairness, fairness.deck)
    assert json.loads(saved)["deck"] == {"title": "Windy", "text": TEXT}
    assert_verified(tmp_path / "game.json", saved, "Windy")


def changed_rows() -> list[tuple[str, str | None, str | None]]:
    """What was changed, by reading both files line by line."""
    rows = [dict(line.split(" = ") for line in text.splitlines() if line[:1].isdigit()) for text in (ASSHIPPED, TEXT)]
    return [
        (f"cards {key}", rows[0][key].strip('"'), rows[1][key].strip('"'))
        for key in rows[0]
        if rows[0][key] != rows[1][key]
    ]


def test_differences_name_what_was_left_out_and_what_is_new() -> None:
    before = {"title": "a", "court": {"A": {"status": 5, "suits": ["x", "y"]}, "B": {"status": 1}}}
    after = {"title": "b", "court": {"A": {"status": 6, "suits": ["x", "z"]}, "C": {"status": 2}}}
    assert [tuple(one) for one in differences(before, after)] == [
        ("court A status", "5", "6"),
        ("court A suits", "x, y", "x, z"),
        ("court B", "status 1", None),
        ("court C", None, "status 2"),
    ]
    (long,) = differences({"a": "x"}, {"a": "y" * 5_000})
    assert len(long.here or "") < 200


HOSTILE = {
    "too large": ("x.toml", ASSHIPPED + "# " + "spam\n# " * 6_000, "32,768"),
    "a long line": ("x.toml", "[cards]\n1 = '" + "R" * 5_000 + "'", "line 2: has"),
    "a line that seems short": ("x.toml", '."\u2028".'.join([".".join("a" * 400)] * 30) + " = 1", "line 1: has"),
    "marks for a title": ("x.toml", "title = '\u0301\u0302'\n" + TEXT.partition("\n")[2], "title"),
    "a title that grows": ("x.toml", "title = '" + "\ufb2c" * 60 + "'\n" + TEXT.partition("\n")[2], "title"),
    "a text that moves others": ("x.toml", TEXT + '\n"a\\u202eb" = ""', "cannot be seen"),
    "an escape sequence": ("x.toml", TEXT + '\n21 = "\\u001b[2J"', "cannot be seen"),
    "an endless text": ("x.toml", TEXT + f'\n21 = "{"a" * 500}"', "longer than 100 characters"),
    "dotted keys": ("x.toml", "\n".join(".".join("a" * 400) + f"{n} = 1" for n in range(30)), ""),
    "deep lists": ("x.toml", "a = " + "[\n" * 15_000, "TOML"),
    "deep tables": ("x.toml", "a = " + "{b = " * 190, "TOML"),
    "a wrong type": ("x.toml", "cards = 3", "[cards]"),
    "a list": ("x.toml", "[[cards]]\n1 = '1 1 1 4'", "[cards]"),
    "numbers": ("x.toml", "[cards]\n" + "\n".join(f"{n} = {n}" for n in range(1, 21)), "line 2"),
    "dates": ("x.toml", "[cards]\n" + "\n".join(f"{n} = 2020-01-01" for n in range(1, 21)), "line 2"),
    "an endless number": ("x.toml", "[cards]\n1 = " + "9" * 900, "line 1"),
    "not a number": ("x.toml", "[cards]\n1 = nan", "line 1"),
    "an empty file": ("x.toml", "", "[cards]"),
    "no TOML": ("x.toml", "[cards", "TOML"),
    "control characters": ("x.toml", "[cards]\n1 = '\x00'", "TOML"),
    "an endless title": ("x.toml", f"title = '{'a' * 300}'\n" + TEXT.partition("\n")[2], "title"),
    "a title of another type": ("x.toml", "title = 3\n" + TEXT.partition("\n")[2], "title"),
    "an invisible title": ("x.toml", "title = '\u200b\u202e'\n" + TEXT.partition("\n")[2], "title"),
    "the deck as shipped": ("x.toml", ASSHIPPED, "ships with"),
    "another game's deck": ("x.toml", shipped("weathervanes"), "Weathervanes"),
    "a path": ("../../etc/passwd", "[cards]\n1 = ''", "line 1"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_with_a_sentence_and_leaves_nothing_behind(kind: str) -> None:
    name, text, reason = HOSTILE[kind]
    registry.load(GAME)
    uploads, before = Uploads(Shelf(), WordList()), set(sys.modules)
    with pytest.raises(RequestError) as refused:
        uploads.game_of(GAME, r.DeckFile.model_construct(name=name, text=text))
    said = str(refused.value)
    assert reason in said
    assert "Traceback" not in said
    assert len(said) < 400
    assert {one for one in set(sys.modules) - before if "__" in one and one.startswith("weatherdeck.games.")} == set()


async def test_over_the_wire_a_file_is_refused_before_it_is_read_and_nothing_is_kept_of_a_check(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base, timeout=60) as http:
        for body, status in (
            ({"name": "x", "text": "#" * 40_000}, 422),
            ({"name": "x", "text": "#" * 70_000}, 413),
            ({"name": "x" * 500, "text": ""}, 422),
            ({"name": "x", "text": 3}, 422),
            ({"name": "x", "text": "", "path": "/etc/passwd"}, 422),
            ({"name": "x", "text": "a.b = 1"}, 400),
        ):
            answer = await http.post(f"/api/games/{GAME}/decks", json=body)
            assert answer.status_code == status, answer.text
            assert answer.json()["message"]
        surrogate = json.dumps({"name": "x", "text": "[cards]\n1 = \ud800"})
        answer = await http.post(
            f"/api/games/{GAME}/decks", content=surrogate, headers={"content-type": "application/json"}
        )
        assert answer.status_code in (400, 422)
        unknown = await http.post("/api/games/chess/decks", json=FILE)
        assert unknown.status_code == 404
        for game in WITHOUT_DECKS[:1]:
            answer = await check(base, game, FILE)
            assert (answer.status_code, "no deck file" in answer.text) == (400, True)
        both = await http.post("/api/tables", json={"game": GAME, "deck": "0" * 12, "deck_file": FILE})
        assert both.status_code == 400
        made = await make_table(base, GAME)
        headers = {"authorization": f"Bearer {made['token']}"}
        assert (await http.get(f"/api/tables/{made['table']}/deck", headers=headers)).status_code == 400
        assert (await http.get(f"/api/tables/{made['table']}/deck")).status_code == 403
        as_shipped = await http.get(f"/api/games/{GAME}/deck.toml")
        assert as_shipped.text == ASSHIPPED
        offered = r.Games.model_validate_json((await http.get("/api/games")).content)
        assert {game.name for game in offered.games if game.uploads} >= set(WITH_DECKS)


async def test_uploads_can_be_switched_off(tmp_path: Path) -> None:
    async with serving(tmp_path / "store", uploads=False) as base, httpx.AsyncClient(base_url=base) as http:
        assert not any(game["uploads"] for game in (await http.get("/api/games")).json()["games"])
        assert "does not accept deck files" in (await check(base, GAME, FILE)).json()["message"]
        answer = await http.post("/api/tables", json={"game": GAME, "deck_file": FILE})
        assert (answer.status_code, answer.json()["code"]) == (400, "not_allowed")


async def test_checking_decks_is_limited_like_making_tables(tmp_path: Path) -> None:
    async with serving(tmp_path / "store", tables=(2, 0.0)) as base:
        answers = [await check(base, GAME, {"name": "x", "text": ""}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [400, 400, 429]


def test_the_hosts_own_deck_is_told_from_an_uploaded_one(tmp_path: Path) -> None:
    path = tmp_path / "windy.toml"
    path.write_text(TEXT, encoding="utf-8")
    decks = OfferedDecks.read([path])
    assert decks.offers(GAME, Deck("Windy", TEXT))
    assert not decks.offers(GAME, Deck("Calm", TEXT))
    assert not decks.offers(GAME, Deck("Windy", TEXT + "\n# changed"))


def test_words_that_the_server_does_not_allow_are_not_in_a_deck_either() -> None:
    uploads = Uploads(Shelf(), WordList(["sleet"]))
    for text in (TEXT.replace("Windy", "Sleet"), shipped("winter-court").replace("Ruler", "S l e e t")):
        name = GAME if "Ravens" in text else "winter-court"
        with pytest.raises(RequestError, match="does not allow a word"):
            uploads.game_of(name, r.DeckFile(name="x.toml", text=text))


def some_deck(number: int) -> GameRef:
    return GameRef(GAME, Deck("x", ASSHIPPED.replace('"1 1 1 4"', f'"{1 + number} 2 2 4"')))


def editions() -> set[str]:
    return {name for name in sys.modules if name.startswith("weatherdeck.games.tweedy_tricksters__")}


def test_decks_that_no_table_uses_are_forgotten_and_when_all_are_used_nobody_brings_another() -> None:
    shelf, before = Shelf(most=3, reserve=1, kept=0), editions()
    used = {some_deck(0)}
    shelf.in_use = lambda: used
    games = [shelf.new(some_deck(number)) for number in range(5)]
    assert len(shelf) <= 3
    assert len([name for name in editions() - before if name.count(".") == 2]) <= 3
    assert games[0] is shelf.new(some_deck(0)), "it is in use, so it stayed"
    again = shelf.new(some_deck(1))
    assert again.fingerprint == games[1].fingerprint
    assert again is not games[1]
    used |= {some_deck(number) for number in range(4)}
    for number in (1, 2):
        shelf.new(some_deck(number))
    with pytest.raises(RequestError) as full:
        shelf.new(some_deck(7))
    assert full.value.code == "busy"
    used.add(some_deck(7))
    assert shelf.load(some_deck(7)).deck == some_deck(7).deck, "a table that exists has a reserve"
    with pytest.raises(RequestError, match="no room"):
        shelf.load(some_deck(6))


def test_another_games_deck_is_recognised_and_nothing_of_it_is_kept() -> None:
    text = another_deck("weathervanes").text
    before = set(sys.modules)
    with pytest.raises(RequestError, match="it is a deck of Weathervanes"):
        Uploads(Shelf(), WordList()).game_of(GAME, r.DeckFile(name="x.toml", text=text))
    assert {one for one in set(sys.modules) - before if "weathervanes__" in one} == set()


def test_one_deck_under_many_titles_costs_no_more_than_one() -> None:
    uploads = Uploads(Shelf(), WordList())
    games = [
        uploads.game_of(GAME, r.DeckFile(name="x.toml", text=f"title = 'x{n}'\n# {n}\n{TEXT[16:]}")) for n in range(9)
    ]
    assert [game.deck.title for game in games if game.deck] == [f"x{n}" for n in range(9)]
    assert len({id(game.rules) for game in games}) == 1
    assert games[3] is registry.load(games[3].ref)
    del games
    gc.collect()
    kept = [deck for _, deck in registry._with_decks if deck.title in {f"x{n}" for n in range(1, 9)}]
    assert len(kept) <= 1, "only the last one, which the records of the edition know"


def test_a_deck_that_was_forgotten_and_comes_back_is_played_with_its_own_records() -> None:
    ref = some_deck(8)
    for _ in range(2):
        game = registry.load(ref)
        assert kernel.interpreted(game.module).State is game.rules.State
        assert kernel.interpreted(search, *game.modules).State is game.rules.State
        registry.forget(ref)
    assert not [name for name in sys.modules if ref.deck is not None and ref.deck.fingerprint in name]


def test_the_machine_code_of_so_many_decks_is_taken_in_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "MOST_DECKS", 2)
    monkeypatch.setattr(warming, "_decks", set())
    monkeypatch.setattr(warming, "_warm", set())
    monkeypatch.setattr(kernel, "can_compile", lambda: True)
    monkeypatch.setattr(kernel, "is_cached", lambda *_, **__: True)
    host = some_deck(1)
    assert host.deck is not None
    assert warming.reserve(host.name, host.deck.fingerprint)
    games = [registry.load(some_deck(number)) for number in range(2, 5)]
    assert [warming.is_warm(game) for game in games] == [True, False, False]
    assert warming.is_warm(games[0]), "it keeps its place"
    assert warming.is_warm(registry.load(GAME)), "a game as shipped needs none"
    assert Oracle(games[1], prompt=True).is_cold
    assert warming.is_warm(registry.load(host)), "the host's own came first"
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("there is nothing to compile"))
    match = Match(games[1], seed=1)
    bot = all_bots.at_table("club", 1)
    assert bot.choose(games[1], games[1].redacted(match.state, match.to_move), match.legal()) in match.legal()
    for number in range(1, 5):
        registry.forget(some_deck(number))


async def test_the_shelf_can_ask_for_the_tables_while_they_change(tmp_path: Path) -> None:
    """It asks in another thread: a table may be loaded while it looks through them."""
    async with serving_manager(tmp_path / "store") as (_, manager):
        loaded: dict[str, Any] = manager._loaded

        class Loading:
            def done(self) -> bool:
                loaded["another"] = Loading()
                return False

        loaded["one"] = Loading()
        assert manager.sessions == []
        loaded.clear()
