"""How a shuffle proceeds: pledges, fixed shares, reveals, the deal. Nobody gets ahead of the others."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from weatherdeck.table.fairness import Dealt, Secret, check, new_entropy, share_of
from weatherdeck.table.play.manager import TableManager
from weatherdeck.table.store import columns
from weatherdeck.table.store.records import SeatRecord, TableRecord
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, join, make_table
from .servers import serving, serving_manager
from .test_fairness import verify
from .test_faults import Process
from .test_store import table_record

SEATS = [{"kind": "me"}, {"kind": "open"}, *bots(2)]


class TwoPlayers:
    """Anna and Bo, with two bots, at a new table."""

    def __init__(self, base: str, other: str | None = None, game: str = "tradewinds") -> None:
        self.base, self._other, self._game = base, other or base, game
        self._open = AsyncExitStack()

    async def __aenter__(self) -> tuple[Client, Client]:
        self.made = await make_table(self.base, self._game, seats=SEATS)
        seated = await join(self._other, self.made, "Bo")
        anna = await self._open.enter_async_context(Client(self.base, self.made["table"], self.made["token"]))
        bo = await self._open.enter_async_context(Client(self._other, self.made["table"], seated["token"]))
        return anna, bo

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()


async def until_phase(client: Client, phase: str, attempt: int = 1) -> m.TableInfo:
    """Read until the shuffle is in a phase."""
    while client.info is None or (client.info.shuffle.phase, client.info.shuffle.attempt) != (phase, attempt):
        await client.next()
    return client.info


async def refused(client: Client, code: str, **message: Any) -> str:
    answer = await client.ask(message, m.Error)
    assert answer.code == code
    return answer.message


async def test_people_pledge_then_all_reveal_then_the_cards_are_dealt(store: str) -> None:
    async with serving(store) as base, TwoPlayers(base) as (anna, bo):
        anna.reveals = bo.reveals = False
        info = await until_phase(anna, "pledge")
        assert (info.shuffle.attempt, info.shuffle.waiting_for) == (1, [0, 1])
        entropies = [new_entropy(), new_entropy()]
        shares = [share_of(info.id, 1, seat, one) for seat, one in enumerate(entropies)]
        assert "not before" in await refused(anna, "not_now", type="reveal", entropy=entropies[0])
        await anna.ask({"type": "ready", "share": shares[0]}, m.Done)
        assert "not before" in await refused(anna, "not_now", type="reveal", entropy=entropies[0])
        await bo.ask({"type": "ready", "share": shares[1]}, m.Done)
        info = await until_phase(anna, "reveal")
        assert info.shuffle.shares == [*shares, None, None]
        assert info.shuffle.waiting_for == [0, 1]
        await anna.ask({"type": "reveal", "entropy": entropies[0]}, m.Done)
        await anna.ask({"type": "reveal", "entropy": entropies[0]}, m.Done)  # from another tab
        while anna.info is None or anna.info.shuffle.waiting_for != [1]:
            await anna.next()
        assert anna.info.status == "waiting", "nobody is dealt to without Bo's entropy"
        await bo.ask({"type": "reveal", "entropy": entropies[1]}, m.Done)
        assert (await until_phase(anna, "dealt")).shuffle.shares == [*shares, None, None]
        async with httpx.AsyncClient(base_url=base, headers={"authorization": f"Bearer {bo.token}"}) as http:
            told = [(await http.get(f"/api/tables/{bo.table}{what}")).text for what in ("", "/replay", "/game")]
        assert not [one for one in entropies for text in told if one in text], "and no request tells it"
        over, _ = await asyncio.gather(anna.play(), bo.play())
        fairness = over.result.fairness
        assert isinstance(fairness, m.Fairness)
        assert (fairness.seats, fairness.entropy) == (["person", "person", "bot", "bot"], [*entropies, None, None])
        assert entropies[0] not in "".join(text for text in bo.raw if '"over"' not in text), "before the end"
        assert entropies[1] not in "".join(text for text in anna.raw if '"over"' not in text)


async def test_the_last_to_reveal_cannot_choose_even_with_the_servers_secret(store: str) -> None:
    async with serving_manager(store) as (base, manager), TwoPlayers(base) as (anna, bo):
        bo.reveals = False
        await anna.ready()
        await bo.ready()
        await until_phase(bo, "reveal")
        record = await manager.store.load(anna.table)
        assert record is not None
        assert record.match.secret.seed, "Bo knows it, and looks for entropy that suits him"
        for _ in range(5):
            ground = new_entropy()
            assert "not what you pledged" in await refused(bo, "not_allowed", type="reveal", entropy=ground)
        await bo.ask({"type": "reveal", "entropy": bo.receipts[1]["entropy"]}, m.Done)
        started = await manager.store.load(anna.table)
        assert started is not None
        assert started.match.entropy is not None
        assert started.match.entropy[1] == bo.receipts[1]["entropy"]


async def test_a_copied_share_helps_nobody(store: str) -> None:
    async with serving(store) as base, TwoPlayers(base) as (anna, bo):
        await anna.ready()
        copied = anna.pledge()["share"]
        await bo.ask({"type": "ready", "share": copied}, m.Done)
        await until_phase(bo, "reveal")
        stolen = anna.receipts[1]["entropy"]  # as if he had learned it
        assert "not what you pledged" in await refused(bo, "not_allowed", type="reveal", entropy=stolen)


async def change_match(manager: TableManager, client: Client, **values: Any) -> None:
    """What a dishonest server does: it changes what it has promised."""
    session, _ = await manager.load(client.table)
    async with session.lock, manager.store.engine.begin() as connection:
        here = columns.matches.c.table_id == client.table
        await connection.execute(update(columns.matches).where(here).values(**values))
    async with session.lock:
        await session.reload()


async def test_a_secret_that_is_swapped_after_the_pledge_is_noticed_and_nothing_is_revealed(store: str) -> None:
    async with serving_manager(store) as (base, manager), TwoPlayers(base) as (anna, bo):
        await anna.ready()
        await anna.ask({"type": "ping"}, m.Pong)
        await change_match(manager, anna, secret_seed=Secret.new().seed)
        await bo.ready()
        while not anna.noticed:
            await anna.next()
        assert anna.noticed[0] == "the commitment was replaced"
        session, _ = await manager.load(anna.table)
        assert session.seat(0).entropy is None
        assert session.status == "waiting"


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_share_that_is_swapped_is_noticed(store: str, seat: int) -> None:
    """Anna has seen all shares; then the server would like to have another one, which it has ground, for some seat."""
    async with serving_manager(store) as (base, manager), TwoPlayers(base) as (anna, bo):
        bo.reveals = False
        await anna.ready()
        await bo.ready()
        fixed = (await until_phase(anna, "reveal")).shuffle.shares
        while anna.info is None or anna.info.shuffle.waiting_for != [1]:
            await anna.next()
        swapped = [new_entropy() if number == seat else share for number, share in enumerate(fixed)]
        await change_match(manager, anna, shares=swapped)
        while not anna.noticed:
            await anna.next()
        assert anna.noticed[0] == ("my share was replaced" if seat == 0 else "a share was replaced")
        assert anna.receipts[1]["shares"] == fixed, "her receipt is evidence"


async def test_if_a_seat_changes_hands_during_the_reveals_all_begin_again_with_a_new_secret(store: str) -> None:
    async with serving(store) as base, TwoPlayers(base) as (anna, bo):
        bo.reveals = False
        await anna.ready()
        await bo.ready()
        first = await until_phase(bo, "reveal")
        await anna.ask({"type": "fill", "seat": 3, "level": None}, m.Done)
        second = await until_phase(bo, "pledge", attempt=2)
        assert second.commitment != first.commitment
        assert second.shuffle.shares == [None] * 4
        assert not any(seat.ready for seat in second.seats if seat.kind == "person")
        assert "not before" in await refused(bo, "not_now", type="reveal", entropy=bo.receipts[1]["entropy"])
        late = {"type": "ready", "share": "0" * 64, "attempt": 1}
        assert "started over" in await refused(bo, "not_now", **late)
        before = anna.receipts[1]["entropy"]
        bo.reveals = True
        await anna.ask({"type": "fill", "seat": 3, "level": "club"}, m.Done)
        await until_phase(anna, "pledge", attempt=2)
        await anna.ready()
        await bo.ready()
        over, _ = await asyncio.gather(anna.play(), bo.play())
        assert isinstance(over.result.fairness, m.Fairness)
        assert over.result.fairness.attempt == 2
        assert before not in over.result.fairness.entropy, "nothing is used twice"


async def test_a_player_who_has_lost_their_entropy_starts_the_shuffle_over(store: str) -> None:
    async with serving(store) as base, TwoPlayers(base) as (anna, bo):
        bo.reveals = False
        await anna.ready()
        await bo.ready()
        await until_phase(bo, "reveal")
        async with Client(base, bo.table, bo.token) as phone:
            await phone.ask(phone.pledge(), m.Done)
            await until_phase(phone, "pledge", attempt=2)
            await phone.ready()
            await until_phase(anna, "pledge", attempt=2)
            await anna.ready()
            over, _ = await asyncio.gather(anna.play(), phone.play())
            assert isinstance(over.result.fairness, m.Fairness)
            assert over.result.fairness.entropy[1] == phone.receipts[1]["entropy"]


async def test_a_pledge_can_be_replaced_until_the_shares_are_fixed(store: str) -> None:
    async with serving(store) as base, TwoPlayers(base) as (anna, bo):
        await anna.ask({"type": "ready", "share": "0" * 64}, m.Done)
        await anna.ready()
        await bo.ready()
        await anna.get(m.Started)


async def test_whoever_is_away_is_waited_for_and_reveals_when_they_come_back(store: str) -> None:
    async with serving(store) as base, TwoPlayers(base) as (anna, bo):
        await anna.ready()
        await anna.ask({"type": "ping"}, m.Pong)
        await anna.close()
        await bo.ready()
        info = await until_phase(bo, "reveal")
        while info.shuffle.waiting_for != [0]:
            await bo.next()
            assert bo.info is not None
            info = bo.info
        welcome = await anna.connect()
        assert welcome.table.shuffle.phase == "reveal"
        await asyncio.gather(anna.get(m.Started), bo.get(m.Started))


async def test_a_kill_between_pledge_reveal_and_deal_loses_nothing(store: str) -> None:
    server = Process(store)

    async def killed() -> None:
        await server.end(signal.SIGKILL)
        await server.start()

    await server.start()
    try:
        made = await make_table(server.base, "tradewinds", seats=SEATS)
        seated = await join(server.base, made, "Bo")
        anna, bo = (Client(server.base, made["table"], one["token"]) for one in (made, seated))
        for client in (anna, bo):
            await client.connect()
            client.reveals = False
            await client.ask(client.pledge(), m.Done)
            await killed()
        promised = await anna.connect()
        assert promised.table.shuffle.phase == "reveal", "fixed when Bo's share was stored"
        assert promised.table.commitment == made["info"]["commitment"]
        for client in (anna, bo):
            client.reveals = True
            await client.connect()
            while (
                client.table_now["shuffle"]["phase"] == "reveal"
                and client.seat in (client.table_now["shuffle"]["waiting_for"])
            ):
                await client.next()
            await killed()
        dealt = await anna.connect()
        assert dealt.table.shuffle.phase == "dealt"
        await bo.connect()
        over, _ = await asyncio.gather(anna.play(), bo.play())
        await game_is_verified(server.base, made, over, anna, bo)
    finally:
        await server.end(signal.SIGTERM)


async def game_is_verified(base: str, made: dict[str, Any], over: m.Over, *clients: Client) -> None:
    """The saved game holds, for everyone who has a receipt."""
    async with httpx.AsyncClient(base_url=base, headers={"authorization": f"Bearer {made['token']}"}) as http:
        document = json.loads((await http.get(f"/api/tables/{made['table']}/game")).text)
    assert over.result.fairness is not None
    assert document["about"]["fairness"] == over.result.fairness.model_dump()
    dealt = Dealt(int(document["seed"]), document["players"])
    for client in clients:
        assert not client.noticed
        check(document["about"]["fairness"], dealt, made["info"]["commitment"], client.receipts[1])


async def test_two_servers_deal_a_table_once(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as other:
        for _ in range(4):
            async with TwoPlayers(one, other) as (anna, bo):
                await asyncio.gather(anna.ready(), bo.ready())
                first, second = await asyncio.gather(anna.get(m.Started), bo.get(m.Started))
                assert first.position.view["seats"][2] == second.position.view["seats"][2]
                for client in (anna, bo):
                    await until_phase(client, "dealt")
                    assert not client.noticed
                assert anna.info is not None
                assert bo.info is not None
                assert anna.info.shuffle == bo.info.shuffle


async def test_stores_that_are_written_at_once_fix_shares_and_deal_once(postgres: str) -> None:
    """Every pledge and reveal comes to both servers at the same moment: each counts, and the last one deals."""
    stores = [await Store.open(postgres), await Store.open(postgres)]
    for number in range(12):
        seats = tuple(SeatRecord(seat=seat, kind="person", name="P") for seat in range(4))
        made = await stores[0].create(table_record(f"t{number}", seats))
        entropy = [new_entropy() for _ in seats]
        shares = [made.match.shuffle.share(seat, one) for seat, one in enumerate(entropy)]
        kept = await asyncio.gather(
            *(stores[seat % 2].pledge(made.id, made.match, seat, shares[seat], 1.0) for seat in range(4))
        )
        assert all(kept)
        fixed = await stores[1].load(made.id)
        assert fixed is not None
        assert (fixed.match.shares, fixed.match.started_at) == (tuple(shares), None)
        kept = await asyncio.gather(
            *(stores[seat % 2].reveal(made.id, made.match, seat, entropy[seat], 2.0 + seat) for seat in range(4))
        )
        assert all(kept)
        dealt = await stores[0].load(made.id)
        assert dealt is not None
        assert dealt.match.entropy == tuple(entropy)
        assert dealt.match.started_at is not None
        again = [await one.restart_shuffle(made.id, dealt.match) for one in stores]
        assert again == [False, False], "what is dealt stays"
    await asyncio.gather(*(one.close() for one in stores))


async def test_of_two_servers_that_start_a_shuffle_over_one_does(postgres: str) -> None:
    stores = [await Store.open(postgres), await Store.open(postgres)]
    made = await stores[0].create(table_record("t", (SeatRecord(seat=0, kind="person", name="P"),)))
    done = await asyncio.gather(*(one.restart_shuffle(made.id, made.match) for one in stores))
    assert sorted(done) == [False, True]
    again = await stores[0].load(made.id)
    assert again is not None
    assert again.match.attempt == 2
    assert again.match.secret != made.match.secret
    await asyncio.gather(*(one.close() for one in stores))


# ---------------------------------------------------------------- any order of events


async def random_step(opened: Store, dice: random.Random, kept: dict[tuple[int, int], str]) -> None:
    """Something that a client, a host or a server in trouble may do, whether or not it makes sense now."""
    record = await opened.load("t")
    assert record is not None
    seat, match = dice.randrange(record.players), record.match
    match dice.choice(["pledge", "pledge", "pledge", "reveal", "reveal", "reveal", "sit", "bot", "open", "restart"]):
        case "pledge" if record.seats[seat].kind == "person":
            chosen = new_entropy()
            share = match.shuffle.share(seat, chosen)
            if await opened.pledge("t", match, seat, share, 1.0):
                kept[match.attempt, seat] = chosen
        case "reveal":
            mine = kept.get((match.attempt, seat)) if dice.random() < 0.8 else None
            told = await opened.reveal("t", match, seat, mine or new_entropy(), 2.0)
            assert not told or mine, "only what was pledged is taken"
        case "sit":
            await opened.sit("t", seat, "P", "token")
        case ("bot" | "open") as kind if match.started_at is None and dice.random() < 0.4:
            await opened.change_seat("t", seat, kind=kind)
            kept.pop((match.attempt, seat), None)
        case "restart" if dice.random() < 0.3:
            await opened.restart_shuffle("t", match)
    await opened.advance_shuffle("t", match, 3.0)


def check_step(before: TableRecord, after: TableRecord) -> None:
    """What holds after any step."""
    old, new = before.match, after.match
    if old.started_at is not None:
        assert new == old, "what is dealt stays"
    elif new.attempt == old.attempt:
        assert new.secret == old.secret
        assert old.shares in (None, new.shares), "fixed shares never change"
    else:
        assert new.attempt == old.attempt + 1
        assert (new.secret.seed, new.secret.nonce) != (old.secret.seed, old.secret.nonce)
        assert old.shares is None or old.shares != new.shares
    if new.shares is not None and new.started_at is None:
        assert [share is None for share in new.shares] == [seat.kind == "bot" for seat in after.seats]
        assert all(share is None or share == seat.share for share, seat in zip(new.shares, after.seats, strict=True))


@pytest.mark.parametrize("number", range(6))
async def test_whatever_happens_in_whatever_order_only_pledged_entropy_is_dealt_from(
    tmp_path: Path, number: int
) -> None:
    dice, kept = random.Random(number), dict[tuple[int, int], str]()
    opened = await Store.open(str(tmp_path / "tables"))
    seats = tuple(SeatRecord(seat=seat, kind="open", name="P") for seat in range(3))
    before = await opened.create(table_record("t", seats))
    for _ in range(120):
        await random_step(opened, dice, kept)
        after = await opened.load("t")
        assert after is not None
        check_step(before, after)
        before = after
        if after.match.started_at is not None:
            break
    match = before.match
    if match.entropy is not None:
        persons = [seat for seat, share in enumerate(match.shares or ()) if share is not None]
        assert [match.entropy[seat] for seat in persons] == [kept[match.attempt, seat] for seat in persons]
        check(match.fairness_record, Dealt(match.deal_seed, 3))
    await opened.close()


async def test_a_practice_table_says_so_in_its_saved_game_and_verify_repeats_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "tradewinds", seed=5)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            over = await anna.play()
            assert over.result.fairness is None
        async with httpx.AsyncClient(base_url=base, headers={"authorization": f"Bearer {made['token']}"}) as http:
            text = (await http.get(f"/api/tables/{made['table']}/game")).text
    assert json.loads(text)["about"]["practice"] is True
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    status, said = verify(str(tmp_path / "game.json"))
    assert (status, "host chose the deal and may have known the cards" in said) == (2, True), said
