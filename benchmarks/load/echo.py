"""A bare echo server as a baseline: each message goes to all four sockets of its group, with the size of a move."""

from __future__ import annotations

import argparse
from typing import Any

import orjson
import uvicorn

FILLER = "x" * 2600
GROUPS: dict[int, list[Any]] = {}


async def app(scope: Any, receive: Any, send: Any) -> None:
    """One socket."""
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        print("echo is open", flush=True)
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    group: list[Any] = []
    while (event := await receive())["type"] == "websocket.receive":
        message = orjson.loads(event["text"])
        if "group" in message:
            group = GROUPS.setdefault(message["group"], [])
            group.append(send)
            await send({"type": "websocket.send", "text": '{"type": "welcome"}'})
            continue
        text = orjson.dumps({"type": "stepped", "filler": FILLER}).decode()
        for one in group:
            await one({"type": "websocket.send", "text": text})
    if send in group:
        group.remove(send)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    uvicorn.run(
        app, host="127.0.0.1", port=port, log_level="error", ws="websockets-sansio", ws_per_message_deflate=False
    )
