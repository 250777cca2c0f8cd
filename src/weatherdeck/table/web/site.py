"""The files of the browser client, as built into the package, and the pictures of the rules pages."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from ...games.game import Game

BUILT = files("weatherdeck") / "web_dist"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>weatherdeck</title>
<h1>weatherdeck</h1>
<p>The table server is running, but the browser client has not been built. Run <code>make web</code> and reload this
page. Programs can already play: see <code>docs/protocol.md</code>.</p>
</html>
"""
A_YEAR = "public, max-age=31536000, immutable"
CHECKED = "no-cache"
"""A browser asks each time whether its copy is still the latest, by its ETag."""


def router() -> APIRouter:
    """The routes of the browser client: its files, and its one page for every other path."""
    routes = APIRouter(include_in_schema=False)
    built = StaticFiles(directory=str(BUILT), check_dir=False)

    @routes.get("/{path:path}")
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "there is nothing at this URL")
        try:
            response = await built.get_response(path, request.scope)
        except (HTTPException, OSError):
            if "." in path.rpartition("/")[2]:
                raise HTTPException(404, "there is no such file") from None
            return await _index(built, request)
        # The build puts a hash of the content into these names, so the files never change.
        response.headers["cache-control"] = A_YEAR if path.startswith("assets/") else CHECKED
        return response

    return routes


async def _index(built: StaticFiles, request: Request) -> Response:
    try:
        response = await built.get_response("index.html", request.scope)
    except HTTPException:
        response = HTMLResponse(NOT_BUILT)
    response.headers["cache-control"] = CHECKED
    return response


def picture(game: Game, name: str) -> Response:
    """A picture of a game's rules page."""
    folder = files(game.package) / "pictures"
    found = [one for one in folder.iterdir() if one.name == name] if folder.is_dir() else []
    if not found or not name.endswith(".svg"):
        raise HTTPException(404, "there is no such picture")
    return Response(found[0].read_bytes(), media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})
