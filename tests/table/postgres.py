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

from weatherdeck.table.store.columns import METADATA

from .servers import make_tables

USERS = ("postgres", "nobody")
"""Who runs the cluster when the tests are run by root, whom PostgreSQL refuses."""
SETTINGS = {"fsync": "off", "max_connections": "60", "shared_buffers": "32MB"}  # nobody pulls the plug in a test
MEMORY = Path("/dev/shm")
ROOM = 1 << 30
"""Bytes of memory that have to be free for a cluster."""


def program(name: str) -> str:
    """A program of PostgreSQL; Debian keeps them out of the path."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    found = str(places[0]) if places else find(name)
    assert found, POSTGRESQL.why_not()
    return found


@contextmanager
def cluster(**settings: str) -> Iterator[str]:
    """A running cluster, with settings of its own; the address of its server, without a database."""
    folder = Path(tempfile.mkdtemp(prefix="weatherdeck-postgres-", dir=_in_memory()))
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
    said = _sql(f"{server}/postgres", f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    assert not said, said
    return f"{server}/{name}"


class Databases:
    """Databases with the tables of a new store. Tests take them one after the other: to empty one is faster than to
    make one, and to delete the files of hundreds takes as long as all tests."""

    def __init__(self, server: str) -> None:
        self.server = server
        self._template = create_database(server, "with_tables")
        make_tables(self._template)
        self._made = self._form(self._template)
        self._free: list[str] = []

    def take(self) -> str:
        """The address of an empty one."""
        return self._free.pop() if self._free else create_database(self.server, template="with_tables")

    def give_back(self, address: str) -> None:
        """Empty a database for the next test, unless the test has changed its tables or somebody still uses it."""
        if self._form(address) == self._made:
            self._free.append(address)

    def _form(self, address: str) -> str:
        """Empty a database that nobody uses; its version, and how many columns there are."""
        names = ", ".join(table.name for table in METADATA.sorted_tables)
        used = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        columns = "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'public'"
        empty = f"SET lock_timeout = '1s'; TRUNCATE {names} RESTART IDENTITY"
        return _sql(address, f"{used}; {empty}; SELECT version_num FROM alembic_version; {columns}")


def _sql(address: str, command: str) -> str:
    """What psql says to a command, or that it failed."""
    ended = subprocess.run([program("psql"), address, "-qAtc", command], capture_output=True, text=True, check=False)
    return ended.stdout if ended.returncode == 0 else ended.stderr


def _in_memory() -> Path | None:
    """A folder in memory, if there is room: a cluster is thousands of small files."""
    try:
        return MEMORY if shutil.disk_usage(MEMORY).free > ROOM else None
    except OSError:
        return None


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
