"""Routes about the games that can be played."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import asdict
from functools import cache, partial

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from ... import bots
from ...bots.strengths import strength_of, strength_said
from ...errors import Problem
from ...games import registry
from ...games.game import Game
from ..play.errors import RequestError
from ..wire import requests as r
from ..wire.messages import DeckInfo
from . import site
from .server import Server
from .settings import Settings

LOG = logging.getLogger("weatherdeck.games")


def router(server: Server) -> APIRouter:
    """What can be played, and how."""
    routes = APIRouter(prefix="/api", responses=r.REFUSALS)
    # Each is built once, and not on the event loop: the first time, games are imported.
    catalogue = cache(partial(_catalogue, server.settings))
    view_schema_of, art_of, lesson_of = cache(_view_schema), cache(_art), cache(_lesson)

    @routes.get("/games")
    async def games() -> r.Games:
        """The games that can be played here, and the levels of bots."""
        return await asyncio.to_thread(catalogue)

    @routes.get("/games/{name}/deck.toml", response_class=PlainTextResponse)
    async def deck(name: str) -> PlainTextResponse:
        """The deck file that a game ships with, to change it."""
        data = _known(name).rules.DATA
        if data is None:
            raise RequestError("unknown_table", f"{name} has no deck file")
        return PlainTextResponse(data.text, headers={"content-disposition": f'attachment; filename="{name}.toml"'})

    @routes.post("/games/{name}/decks")
    async def check_deck(name: str, file: r.DeckFile, request: Request) -> r.DeckReport:
        """Check a deck file: what it is, and how it differs from the deck as shipped. Nothing is kept of it."""
        _known(name)
        server.limit_new_tables(request)
        async with server.admission.newcomer(makes_table=False):
            return r.DeckReport.model_validate(await server.manager.check_deck(name, file))

    @routes.get("/games/{name}/rules", response_class=PlainTextResponse)
    async def rules(name: str) -> PlainTextResponse:
        """How a game is played, in Markdown."""
        return PlainTextResponse(_known(name).rulebook, media_type="text/markdown")

    @routes.get("/games/{name}/pictures/{picture}", response_class=Response)
    async def picture(name: str, picture: str) -> Response:
        """A picture of the rules page."""
        return site.picture(_known(name), picture)

    @routes.get("/games/{name}/view.json")
    async def view_schema(name: str) -> Response:
        """The JSON schema of a game's view, with hints for a table that draws any game."""
        _known(name)
        return Response(await asyncio.to_thread(view_schema_of, name), media_type="application/json")

    @routes.get("/games/{name}/art.json")
    async def art(name: str) -> Response:
        """The colours and signs of a game; null if it has none."""
        _known(name)
        return Response(await asyncio.to_thread(art_of, name), media_type="application/json")

    @routes.get("/games/{name}/lesson")
    async def lesson(name: str) -> r.LessonInfo:
        """A game's lesson."""
        _known(name)
        return await asyncio.to_thread(lesson_of, name)

    return routes


def _catalogue(settings: Settings) -> r.Games:
    games = []
    for name in registry.names():
        try:
            games.append(_game_info(registry.load(name), settings))
        except Problem as problem:  # a broken game of another package
            LOG.warning("a game cannot be loaded and is not offered", extra={"game": name, "problem": str(problem)})
    levels = [r.LevelInfo(name=level.name, help=level.help) for level in bots.LEVELS.values()]
    return r.Games(games=games, levels=levels)


def _view_schema(name: str) -> bytes:
    return orjson.dumps(registry.load(name).view_schema())


def _art(name: str) -> bytes:
    return orjson.dumps(registry.load(name).art)


def _lesson(name: str) -> r.LessonInfo:
    game = registry.load(name)
    if game.lesson is None:
        raise RequestError("unknown_table", f"{game.title} has no lesson: its rules say how it is played")
    lesson = asdict(game.lesson)
    players = game.check_players(game.lesson.players)
    # Tuples become lists on the way: the messages are strict about that.
    return r.LessonInfo.model_validate_json(orjson.dumps({**lesson, "players": players}))


def _known(name: str) -> Game:
    if not registry.is_known(name):
        raise RequestError(
            "unknown_table", f"there is no game {name!r}; the games here are: {', '.join(registry.names())}"
        )
    return registry.load(name)


def _levels(game: Game) -> list[r.GameLevel]:
    found = []
    for players in game.players:
        state = game.new_state(players)
        for name, level in bots.LEVELS.items():
            strength = strength_of(name, game, state)
            found.append(
                r.GameLevel(
                    name=name,
                    players=players,
                    help=level.here(game, state).help,
                    strength=strength_said(name, game, state),
                    deals=None if strength is None else strength.deals,
                )
            )
    return found


def _game_info(game: Game, settings: Settings) -> r.GameInfo:
    options = [
        r.OptionInfo(
            name=option.name,
            help=option.help,
            kind=option.kind,
            default=option.default,
            choices=list(option.choices),
            low=option.low,
            high=option.high,
            is_parameter=option.is_parameter,
        )
        for option in game.options
    ]
    return r.GameInfo(
        name=game.name,
        title=game.title,
        designer=game.designer,
        summary=game.summary,
        minutes=game.minutes,
        players=list(game.players),
        usual_players=game.check_players(None),
        cooperative=game.cooperative,
        options=options,
        bots=list(bots.LEVELS) if game.greedy is not None else ["random"],
        levels=_levels(game) if game.greedy is not None else [],
        decks=[DeckInfo.model_validate(deck) for deck in settings.decks.of(game.name)],
        uploads=settings.uploads and game.data_file is not None,
        lesson=game.lesson is not None,
    )
