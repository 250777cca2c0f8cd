"""Names: what is shown, who is refused, and that no two look the same."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherdeck.bots import LEVELS
from weatherdeck.table.play.errors import RequestError
from weatherdeck.table.play.names import all_distinct, bot_names, checked_name, checked_text, clean, distinct, look
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, join, make_table
from .servers import serving

INVISIBLE = ["\u200b", "\u2060\u200d", "\u3164", "\u2800", "\u115f", "\u202e\u202c", "\u0301", "\u034f", "\ufe0f"]


@pytest.mark.parametrize("text", INVISIBLE, ids=ascii)
def test_a_name_or_message_with_nothing_to_see_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="no visible characters"):
        checked_name(text)
    with pytest.raises(RequestError, match="no visible characters"):
        checked_text(text)


@pytest.mark.parametrize(
    "name",
    [
        "Spectator",
        "spectator 3",
        "SPECTAT0R",
        "Spec\u200btator",
        "Ѕpectator",
        "Bot",
        "bot 7",
        "B0T-2",
        "Admin",
        "Ｂｏｔ",
        *(*LEVELS, "Random", "Master 2"),
    ],
)
def test_names_that_the_table_uses_itself_are_refused(name: str) -> None:
    with pytest.raises(RequestError, match="the table itself uses"):
        checked_name(name)


@pytest.mark.parametrize("name", ["Anna", "Botticelli", "O'Neill", "李雷", "राम", "Zoë", "Expertise", "7", "🐑", "A"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "An na"),
        ("Anna", "Аnna"),  # a Cyrillic letter
        ("Anna", "An\u200bna"),
        ("Anna", "Ａｎｎａ"),  # as wide as Chinese characters
        ("Anna", "\u202eAnna"),
        ("Zoë", "Zoe\u0308"),
        ("Bill", "Bi11"),
        ("Bo", "B0"),
    ],
)
def test_names_that_look_the_same_are_told_apart_by_a_number(one: str, other: str) -> None:
    assert look(one) == look(other)
    assert distinct(clean(other), [one]).endswith(" 2")


def test_a_number_that_somebody_has_as_a_name_is_not_given_again() -> None:
    assert distinct("Anna", ["Anna", "Anna 2"]) == "Anna 3"
    assert all_distinct(["Anna", "Anna", "Anna 2"]) == ["Anna", "Anna 3", "Anna 2"]
    assert all_distinct(["Anna 2", "Anna", "anna"]) == ["Anna 2", "Anna", "anna 3"]


@given(st.lists(st.sampled_from(["Anna", "anna", "Anna 2", "ANNA 2", "Anna 3", "Bo", "B0", "Anna 2 2"]), max_size=6))
def test_at_a_table_no_two_names_look_the_same(names: list[str]) -> None:
    assert len({look(name) for name in all_distinct(names)}) == len(names)


def test_bots_are_not_called_like_people() -> None:
    assert next(bot_names(["alberta"])) == "Bernie"


def test_marks_do_not_pile_up() -> None:
    assert clean("a" + "\u0336" * 40) == "a" + "\u0336" * 2


# ---------------------------------------------------------------- at a table


async def test_making_joining_renaming_and_chatting_follow_the_rules(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        answer = await http.post("/api/tables", json={"game": "tradewinds", "name": "\u3164"})
        assert (answer.status_code, "visible" in answer.json()["message"]) == (400, True)
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, *bots(1)]
        made = await make_table(base, "tradewinds", seats=seats)
        refused = await http.post(
            f"/api/tables/{made['table']}/join", json={"invite": made["invite"], "name": "Spectator", "seat": None}
        )
        assert (refused.status_code, "the table itself uses" in refused.json()["message"]) == (400, True)
        seated = await join(base, made, "Anna 2")
        third = await join(base, made, "аnna")  # a Cyrillic letter
        assert [seat["name"] for seat in third["info"]["seats"]] == ["Anna", "Anna 2", "аnna 3", "Alberta"]
        async with Client(base, made["table"], seated["token"]) as bo:
            assert (await bo.ask({"type": "rename", "name": "Master"}, m.Error)).code == "not_allowed"
            await bo.ask({"type": "rename", "name": "alberta"}, m.Done)
            while bo.info is None or bo.info.seats[1].name != "alberta 2":
                await bo.next()
            assert (await bo.ask({"type": "chat", "text": "\u200b"}, m.Error)).code == "not_allowed"


async def test_spectators_who_talk_can_be_told_apart(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "tradewinds", seats=[{"kind": "me"}, {"kind": "open"}, *bots(2)])
        async with (
            Client(base, made["table"], made["watch"]) as one,
            Client(base, made["table"], made["watch"]) as other,
            Client(base, made["table"], made["token"]) as anna,
        ):
            for client, said in ((one, "hello"), (other, "hi"), (one, "again")):
                await client.ask({"type": "chat", "text": said}, m.Done)
            names = [(await anna.get(m.Said)).line.name for _ in range(3)]
            assert names == ["Spectator 1", "Spectator 2", "Spectator 1"]
