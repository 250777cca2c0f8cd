"""A bot from outside: joins a table by its invitation and plays to the end. The protocol is in docs/protocol.md.

python outside_bot.py http://127.0.0.1:8712 TABLE INVITE
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
import sys
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect


def sit_down(server: str, table: str, invite: str) -> str:
    """Take an open seat; its token."""
    body = json.dumps({"invite": invite, "name": "Outsider"}).encode()
    request = Request(f"{server}/api/tables/{table}/join", body, {"content-type": "application/json"})
    with urlopen(request) as answer:
        token: str = json.load(answer)["token"]
        return token


def choose(position: dict[str, Any]) -> str:
    """Where the thinking would be: `position["view"]` is all that this seat may know."""
    move: str = random.choice(position["choices"])["move"]
    return move


class Shuffle:
    """My part in a fair shuffle: I pledge entropy with its hash, and reveal it once everyone has pledged theirs."""

    def __init__(self, table: str) -> None:
        self.table, self.attempt = table, 0

    def answers(self, info: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
        """What to send when the table's info says how far the shuffle is."""
        shuffle = info["shuffle"]
        if shuffle["attempt"] > self.attempt:  # a new commitment, so new entropy
            self.attempt, self.commitment, self.entropy = shuffle["attempt"], info["commitment"], secrets.token_hex(32)
            text = f"weatherdeck share 2 {self.table} {info['match']} {seat} {self.entropy}"
            self.share = hashlib.sha256(text.encode()).hexdigest()
            yield {"type": "ready", "share": self.share, "attempt": self.attempt}
        kept = (info["commitment"], shuffle["shares"][seat]) == (self.commitment, self.share)
        if shuffle["phase"] == "reveal" and kept and seat in shuffle["waiting_for"]:
            yield {"type": "reveal", "entropy": self.entropy}


async def play(server: str, table: str, token: str) -> str:
    """Play a match; how it ended."""
    async with connect(server.replace("http", "ws", 1) + "/socket", max_size=None) as socket:
        await say(socket, type="hello", protocol=2, table=table, token=token)
        seat, shuffle = -1, Shuffle(table)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "welcome":
                seat = message["seat"]
            if "table" in message and message["table"]["status"] == "waiting":
                for answer in shuffle.answers(message["table"], seat):
                    await say(socket, **answer)
            if message["type"] == "over":
                return str(message["result"]["ending"])
            position = message.get("position")
            if position and position["to_move"] == seat:
                await say(socket, type="move", version=position["version"], moves=[choose(position)])
    return "the server went away"


async def say(socket: ClientConnection, **message: Any) -> None:
    """Send a message."""
    await socket.send(json.dumps(message))


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1], sys.argv[2], sit_down(*sys.argv[1:4]))))
