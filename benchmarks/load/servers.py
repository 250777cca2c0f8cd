"""The servers of a load test, each in its own process, and what they use."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

CLI = "import sys; from weatherdeck.cli import main; sys.exit(main(sys.argv[1:]))"
TICKS = os.sysconf("SC_CLK_TCK")
DURABLE = {"fsync": "on", "max_connections": "100", "shared_buffers": "128MB"}
"""Settings of a PostgreSQL that loses nothing."""


@dataclass(frozen=True)
class Process:
    """A running server."""

    base: str
    pid: int

    def megabytes(self) -> float:
        """The memory that it uses now."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        raise ValueError("the process has ended")

    def seconds(self) -> float:
        """The processor time that it has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@contextlib.asynccontextmanager
async def process(*arguments: str, source: Path | None = None) -> AsyncIterator[Process]:
    """A Python process that prints a line when it is ready and takes `--port`; its packages may lie elsewhere."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    command = [sys.executable, *arguments, "--port", str(port)]
    environment = {**os.environ, **({} if source is None else {"PYTHONPATH": str(source)})}
    server = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=nothing, env=environment)
    try:
        assert server.stdout is not None
        await server.stdout.readline()
        yield Process(f"http://127.0.0.1:{port}", server.pid)
    finally:
        with contextlib.suppress(ProcessLookupError):
            server.terminate()
        await server.wait()


def echo() -> contextlib.AbstractAsyncContextManager[Process]:
    """The echo server."""
    return process("-m", "benchmarks.load.echo")


def table_server(
    store: str, *options: str, source: Path | None = None
) -> contextlib.AbstractAsyncContextManager[Process]:
    """A table server with its usual limits."""
    return process("-c", CLI, "serve", "--no-open", "--store", store, *options, source=source)
