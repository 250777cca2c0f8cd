"""The files of the browser client, as built into the package, and the pictures of the rules pages."""

from __future__ import annotations

import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
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


def router() -> APIRouter:
    """The routes of the browser client: its files, and its one page for every other path."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/{path:path}")
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "there is nothing at this URL")
        return _file(path) or _index(path)

    return routes


def _file(path: str) -> Response | None:
    parts = path.split("/")
    if not path or not path.isprintable() or any(part in ("", ".", "..") or "\\" in part for part in parts):
        return None
    found: Traversable = BUILT.joinpath(*parts)
    try:
        if not found.is_file():
            return None
    except OSError:  # such as a name that is too long for the file system
        return None
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    # The build puts a hash of the content into these names, so the files never change.
    caching = A_YEAR if parts[0] == "assets" else "no-cache"
    return Response(found.read_bytes(), media_type=kind, headers={"cache-control": caching})


def _index(path: str) -> Response:
    if "." in path.rpartition("/")[2]:
        raise HTTPException(404, "there is no such file")
    index = BUILT / "index.html"
    text = index.read_text(encoding="utf-8") if index.is_file() else NOT_BUILT
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


def picture(game: Game, name: str) -> Response:
    """A picture of a game's rules page."""
    folder = files(game.package) / "pictures"
    found = [one for one in folder.iterdir() if one.name == name] if folder.is_dir() else []
    if not found or not name.endswith(".svg"):
        raise HTTPException(404, "there is no such picture")
    return Response(found[0].read_bytes(), media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})
