"""Play a whole game at one of the doors, in a process of its own: `python -m tests.doors terminal high_card`.

The process finds the game as it would find any installed one. It knows nothing else about it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import httpx

from tests.cli.terminal.tables import app_of, screen_text, until_asked
from tests.table.clients import Client, bots, join, make_table
from tests.table.servers import serving
from weatherdeck.games import registry
from weatherdeck.match import Match


async def terminal(name: str) -> None:
    """One person and bots, with the keyboard, on the table that the terminal draws for the game."""
    match = Match(registry.load(name), seed=1)
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        while len(app.screen_stack) == 1:
            assert match.to_move == 0
            assert match.game.words.status(match.state) in screen_text(app)
            await pilot.press("enter")
            await until_asked(pilot, app)
        assert match.is_over
        assert app.session.ending()[:20] in screen_text(app)


async def server(name: str) -> None:
    """Two people and, where there are more seats, bots, over HTTP and the socket."""
    game = registry.load(name)
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder) / "tables.db") as base, httpx.AsyncClient(base_url=base) as http:
            offered = {one["name"] for one in (await http.get("/api/games")).json()["games"]}
            assert name in offered, offered
            schema = (await http.get(f"/api/games/{name}/view.json")).json()
            assert schema == game.view_schema()
            players = max(game.players)
            seats = [{"kind": "me"}, {"kind": "open"}, *bots(players - 2, "novice")]
            made = await make_table(base, name, players=players, seats=seats)
            seated = await join(base, made, "Bo")
            async with (
                Client(base, made["table"], made["token"]) as anna,
                Client(base, made["table"], seated["token"]) as bo,
            ):
                await anna.ready()
                await bo.ready()
                over, again = await asyncio.gather(anna.play(), bo.play())
            assert over.result.ending == again.result.ending
            assert anna.position is not None
            assert len(anna.position.standings) == players
            assert any(standing.won for standing in anna.position.standings)


DOORS = {"terminal": terminal, "server": server}

if __name__ == "__main__":
    asyncio.run(DOORS[sys.argv[1]](sys.argv[2]))
