"""Routes about the games of a study (`weatherdeck lab explore`): find some, and watch one at a table of its own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from fastapi import APIRouter
from pydantic import ValidationError

from ...errors import Problem
from ...match import Match
from ..play.bots import levels_of
from ..play.errors import RequestError
from ..wire import exploring as x
from ..wire import requests as r
from .server import Server

KEPT = 500
"""Games whose tables are remembered, so that watching a game twice makes one table."""
NO_STUDY = "this server shows no study: start one with `weatherdeck lab explore FOLDER`"


def router(server: Server) -> APIRouter:
    """A study, if the server was started with one."""
    routes = APIRouter(prefix="/api/explore", responses=r.REFUSALS)
    made: OrderedDict[tuple[int, int], x.Watched] = OrderedDict()
    working = asyncio.Lock()  # one question at a time: each uses all cores

    def study() -> x.Explorer:
        if server.settings.explorer is None:
            raise RequestError("unknown_table", NO_STUDY)
        return server.settings.explorer

    @routes.get("/study")
    async def about() -> x.Explored:
        """What there is in the study, and what its games can be filtered by."""
        return x.Explored.model_validate(await asyncio.to_thread(study().about))

    @routes.post("/games")
    async def games(search: x.Search) -> x.Found:
        """The games that fit, and how they differ from all games."""
        explorer = study()
        async with working:
            return x.Found.model_validate(await _asked(explorer.search, search))

    @routes.post("/watch")
    async def watch(wish: x.Watch) -> x.Watched:
        """A finished table with a game of the study, to watch it step by step."""
        explorer, key = study(), (wish.run, wish.game)
        async with working:
            if key not in made:
                match = await _asked(explorer.watch, *key)
                table = await server.manager.make(_table(match, explorer.bots(*key)))
                made[key] = x.Watched(table=table["table"], token=table["token"])
                if len(made) > KEPT:
                    made.popitem(last=False)
        return made[key]

    return routes


async def _asked(work: Any, *of: Any) -> Any:
    """Ask the lab in a thread; what it refuses is refused."""
    try:
        return await asyncio.to_thread(work, *of)
    except RequestError:
        raise
    except Problem as problem:
        raise RequestError("not_allowed", str(problem)) from None


def _table(match: Match, bots: list[str]) -> r.NewTable:
    """A practice table whose opening is the whole game: there, a replay is all that is left to do."""
    game, levels = match.game, levels_of(match.game)
    deck = game.deck
    try:
        return r.NewTable(
            game=game.name,
            players=match.players,
            options=match.options,
            deck_file=None if deck is None else r.DeckFile(name=f"{deck.title}.toml", text=deck.text),
            seats=[r.SeatWish(kind="bot", level=bot) if bot in levels else r.SeatWish(kind="guided") for bot in bots],
            seed=str(match.seed),
            opening=match.moves,
        )
    except ValidationError as problem:  # a longer game or a larger deck than tables have
        wrong = problem.errors()[0]
        where = ".".join(str(part) for part in wrong["loc"])
        raise RequestError("not_allowed", f"no table can show this game ({where}: {wrong['msg']})") from None
