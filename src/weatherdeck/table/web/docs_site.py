"""The docs site under /docs, as built into the package by `make docs`."""

from __future__ import annotations

import os
from importlib.resources import files

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from .site import A_YEAR

PATH = "/docs"
BUILT = files("weatherdeck") / "docs_dist"
SAID = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>weatherdeck docs</title>
<h1>weatherdeck docs</h1>
<p>{}</p>
</html>
"""
NOT_BUILT = (
    "The docs site has not been built. Run <code>make docs</code> and reload this page. "
    "The same pages are in the folder <code>docs</code> of the repository."
)
NO_PAGE = 'There is no such page. <a href="{}">Look at the first page of the docs.</a>'
HASHED = "assets/inline/"
"""Where the build puts a hash of the content into the names, so the files never change."""


async def to_first_page(_request: Request) -> Response:
    """The pages use relative links: without the slash they would lead outside the site."""
    return RedirectResponse(f"{PATH.lstrip('/')}/", 308)


class DocsSite:
    """The site, for a mount at `PATH`; where it has not been built, a sentence that says how to build it."""

    def __init__(self) -> None:
        folder = str(BUILT)
        self._files = _Pages(directory=folder, html=True) if os.path.isfile(f"{folder}/index.html") else None  # noqa: PTH113  # as Starlette

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a page or a file."""
        if self._files is None:
            await HTMLResponse(SAID.format(NOT_BUILT), 404)(scope, receive, send)
            return
        await self._files(scope, receive, send)


class _Pages(StaticFiles):
    """Files with ETags. Redirects are relative, because a proxy may have removed a prefix from the path."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked: str = scope["path"]
        try:
            response = await super().get_response(path, scope)
        except HTTPException as problem:
            if problem.status_code != 404:
                raise
            up = "../" * asked.removeprefix(PATH).lstrip("/").count("/")
            return HTMLResponse(SAID.format(NO_PAGE.format(up or "./")), 404)
        if isinstance(response, RedirectResponse):  # a folder without its slash
            return RedirectResponse(f"{asked.rpartition('/')[2]}/", 308)
        response.headers["cache-control"] = A_YEAR if path.replace(os.sep, "/").startswith(HASHED) else "no-cache"
        return response
