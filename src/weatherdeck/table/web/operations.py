"""Routes for those who run the server: health, and the published schema."""

from __future__ import annotations

import asyncio
import ipaddress
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from .. import schema as published
from ..wire import requests as r
from .builds import BuildCache, Built
from .server import Server

LARGEST_SCHEMAS = 8_000_000
"""Bytes of schemas that are kept: more than all of them have."""


def router(server: Server) -> APIRouter:
    """Health and schema."""
    routes = APIRouter()
    schemas = BuildCache(LARGEST_SCHEMAS)

    @routes.get("/healthz")
    async def healthz() -> JSONResponse:
        """Whether the server and its store are up."""
        if server.drain.refuses_sockets:  # a proxy sends people to another server
            return JSONResponse({"status": "draining"}, 503)
        well = await server.manager.store.is_well()
        status = "the store does not answer" if not well else "draining" if server.drain.is_draining else "well"
        return JSONResponse({"status": status}, 200 if well else 503)

    @routes.get("/api/addresses")
    async def addresses(request: Request) -> r.Addresses:
        """Where others on the network can open this server; told only to a browser on the same machine."""
        is_here = request.client is not None and _is_loopback(request.client.host)
        return r.Addresses(addresses=list(server.settings.addresses) if is_here else [])

    @routes.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        """Metrics are not public: without this route, the page of the browser client would be returned."""
        raise HTTPException(404, "metrics are served on a port of their own: see --metrics")

    @routes.get("/api/schema/{name}.json", include_in_schema=False)
    async def schema(name: str) -> Response:
        if f"{name}.json" not in published.DOCUMENTS:
            raise HTTPException(404, "there is no such schema")
        text = await schemas.get(name, partial(asyncio.to_thread, _schema, name))
        return Response(text, media_type="application/json")

    return routes


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _schema(name: str) -> Built:
    return Built(published.document(f"{name}.json").encode())
