"""Routes for those who run the server: health, metrics, and the published schema."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

from .server import Server


def router(server: Server) -> APIRouter:
    """Health, metrics and schema."""
    routes = APIRouter()

    @routes.get("/healthz")
    async def healthz() -> JSONResponse:
        """Whether the server and its store are up."""
        well = await server.manager.store.is_well()
        return JSONResponse({"status": "well" if well else "the store does not answer"}, 200 if well else 503)

    @routes.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> Response:
        """Metrics, in the Prometheus format."""
        manager = server.manager
        page = server.metrics.page(tables=len(manager.sessions), waiting=manager.bot_pool.waiting)
        return Response(page, media_type=server.metrics.content_type)

    @routes.get("/api/schema/{name}.json", include_in_schema=False)
    async def schema(name: str) -> Response:
        from ..schema import documents

        text = documents().get(f"{name}.json")
        if text is None:
            raise HTTPException(404)
        return Response(text, media_type="application/json")

    return routes
