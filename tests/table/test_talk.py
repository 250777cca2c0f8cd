"""Chat and reactions: a bounded history, limits across sockets, and the same lines on every server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from weatherdeck.table.play.chat import MAX_BYTES, MAX_LINES, TalkRates
from weatherdeck.table.store.columns import chat
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import messages as m
from weatherdeck.table.wire.connection import encode

from .clients import Client, join, make_table
from .servers import serving

OPEN = [{"kind": "me"}, {"kind": "open"}]
WIDE = "\U0001f0a1" * 400  # the longest line, in characters of four bytes


async def say(client: Client, text: str) -> None:
    await client.ask({"type": "chat", "text": text}, m.Done)


async def stored(address: str) -> int:
    opened = await Store.open(address)
    async with opened.engine.connect() as connection:
        count: int = (await connection.execute(select(func.count()).select_from(chat))).scalar_one()
    await opened.close()
    return count


def texts(client: Client) -> list[str]:
    assert client.welcomed is not None
    return [line.text for line in client.welcomed.chat]


# ---------------------------------------------------------------- history


async def test_a_spectator_cannot_fill_the_welcome_of_everyone_else(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    async with serving(path) as base:
        made = await make_table(base, "winter-court", seats=OPEN)
        async with Client(base, made["table"], made["watch"]) as watcher:
            for number in range(MAX_LINES + 50):
                await say(watcher, f"{number:03}{WIDE[:397]}")
        async with Client(base, made["table"], made["token"]) as anna:
            assert anna.welcomed is not None
            lines = anna.welcomed.chat
            assert len(encode({"chat": [line.model_dump() for line in lines]})) <= MAX_BYTES + 100
            kept = [int(line.text[:3]) for line in lines]
            assert kept == list(range(kept[0], MAX_LINES + 50)), "the newest lines, in order, without a gap"
    assert await stored(str(path)) <= len(lines) + 1, "the store does not grow either"


async def test_short_lines_are_bounded_in_number(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    async with serving(path) as base:
        made = await make_table(base, "winter-court", seats=OPEN)
        async with Client(base, made["table"], made["token"]) as anna:
            for number in range(MAX_LINES + 20):
                await say(anna, str(number))
        async with Client(base, made["table"], made["token"]) as anna:
            assert texts(anna) == [str(number) for number in range(20, MAX_LINES + 20)]
    async with serving(path) as base, Client(base, made["table"], made["token"]) as anna:
        assert texts(anna)[-MAX_LINES:] == [str(number) for number in range(20, MAX_LINES + 20)], "after a restart, too"


async def test_two_servers_agree_on_every_line_and_its_order(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as other:
        made = await make_table(one, "winter-court", seats=OPEN)
        seated = await join(other, made, "Bo")
        async with (
            Client(one, made["table"], made["token"]) as anna,
            Client(other, made["table"], seated["token"]) as bo,
        ):

            async def talk(client: Client, name: str) -> list[m.ChatLine]:
                """Say things as fast as the server takes them, and read all that is said."""
                for number in range(40):
                    await client.send({"type": "chat", "text": f"{name} {number}"})
                return [(await client.get(m.Said)).line for _ in range(80)]

            heard = await asyncio.gather(talk(anna, "anna"), talk(bo, "bo"))
            assert heard[0] == heard[1]
            numbers = [line.number for line in heard[0]]
            assert numbers == sorted(set(numbers))
            async with Client(other, made["table"], made["token"]) as again:
                assert again.welcomed is not None
                assert again.welcomed.chat == heard[0]


# ---------------------------------------------------------------- limits

NARROW = TalkRates(spectator=(3, 0.0), spectators=(5, 0.0), player=(8, 0.0))


async def outcomes(client: Client, message: dict[str, Any], times: int) -> list[str]:
    """How the server answers the same message, again and again: `done`, or the code of the error."""
    found: list[str] = []
    for _ in range(times):
        answer = await client.ask(message, m.Done, m.Error)
        found.append(answer.code if isinstance(answer, m.Error) else "done")
    return found


async def test_a_spectator_who_opens_more_sockets_may_not_say_more(tmp_path: Path) -> None:
    async with serving(tmp_path / "t.sqlite", talk=NARROW) as base:
        made = await make_table(base, "winter-court", seats=OPEN)
        answers = []
        for _ in range(4):
            async with Client(base, made["table"], made["watch"]) as watcher:
                answers += await outcomes(watcher, {"type": "chat", "text": "buy"}, 1)
                answers += await outcomes(watcher, {"type": "react", "reaction": "hurry"}, 1)
        assert answers == ["done"] * 3 + ["too_fast"] * 5
        async with Client(base, made["table"], made["token"]) as anna:
            assert await outcomes(anna, {"type": "chat", "text": "well"}, 8) == ["done"] * 8, "players have their own"
            assert await outcomes(anna, {"type": "react", "reaction": "oops"}, 1) == ["too_fast"]
            assert await outcomes(anna, {"type": "ping"}, 0) == []


async def test_all_spectators_of_a_table_share_a_limit_and_those_of_another_have_theirs(tmp_path: Path) -> None:
    talk = TalkRates(spectator=(9, 0.0), spectators=(5, 0.0), player=(8, 0.0))
    async with serving(tmp_path / "t.sqlite", talk=talk) as base:
        first, second = [await make_table(base, "winter-court", seats=OPEN) for _ in range(2)]
        async with Client(base, first["table"], first["watch"]) as watcher:
            assert await outcomes(watcher, {"type": "chat", "text": "a"}, 6) == ["done"] * 5 + ["too_fast"]
        async with Client(base, second["table"], second["watch"]) as watcher:
            answers = await outcomes(watcher, {"type": "chat", "text": "a"}, 4)
            assert answers == ["done"] * 3 + ["too_fast"], "what is refused counts, too, and the address is the same"
