"""A real PostgreSQL for tests: its own cluster, in a temporary folder, on a free port of the loopback."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.programs import POSTGRESQL, find

USERS = ("postgres", "nobody")
"""Who runs the cluster when the tests are run by root, whom PostgreSQL refuses."""
SETTINGS = {"fsync": "off", "max_connections": "60", "shared_buffers": "32MB"}  # nobody pulls the plug in a test


def program(name: str) -> str:
    """A program of PostgreSQL; Debian keeps them out of the path."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    found = str(places[0]) if places else find(name)
    assert found, POSTGRESQL.why_not()
    return found


@contextmanager
def cluster(**settings: str) -> Iterator[str]:
    """A running cluster, with settings of its own; the address of its server, without a database."""
    folder = Path(tempfile.mkdtemp(prefix="weatherdeck-postgres-"))
    user = _user()
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    data, port = folder / "data", _free_port()
    try:
        _run(user, folder, program("initdb"), "-D", str(data), "-U", "weatherdeck", "-A", "trust", "-E", "UTF8", "-N")
        chosen = " ".join(f"-c {name}={value}" for name, value in {**SETTINGS, **settings}.items())
        options = f"-h 127.0.0.1 -p {port} -k {folder} {chosen}"
        _run(user, folder, program("pg_ctl"), "-D", str(data), "-l", str(folder / "log"), "-w", "-o", options, "start")
        try:
            yield f"postgresql://weatherdeck@127.0.0.1:{port}"
        finally:
            _run(user, folder, program("pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def create_database(server: str, name: str | None = None, template: str = "template1") -> str:
    """A new database, empty or a copy of one that nobody uses; its address."""
    name = name or f"tables_{secrets.token_hex(4)}"
    made = f'CREATE DATABASE "{name}" TEMPLATE "{template}"'
    subprocess.run([program("psql"), f"{server}/postgres", "-qc", made], check=True)
    return f"{server}/{name}"


def _user() -> str | None:
    if os.getuid() != 0:
        return None
    return next(user for user in USERS if any(one.pw_name == user for one in pwd.getpwall()))


def _run(user: str | None, folder: Path, *command: str) -> None:
    ended = subprocess.run(
        command, user=user, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert ended.returncode == 0, f"{command[0]}: {ended.stdout}{ended.stderr}"


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
