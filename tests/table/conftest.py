"""Stores for tests: an SQLite file, and a database of a real PostgreSQL. New ones copy their tables."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from scripts.programs import POSTGRESQL

from tests.needs import need
from weatherdeck.table.store import opening, outage

from .commands import forks
from .postgres import Databases, cluster, create_database
from .servers import with_tables

set_up_sqlite = opening._set_up_sqlite
"""As the server does it."""


@pytest.fixture(scope="session", autouse=True)
def _unsynced() -> Iterator[None]:
    """Let SQLite write without waiting for the disk: nobody pulls the plug in a test."""

    def without_waiting(connection: Any, record: Any) -> None:
        set_up_sqlite(connection, record)
        connection.cursor().execute("PRAGMA synchronous=OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "_set_up_sqlite", without_waiting)
        yield


@pytest.fixture(scope="session", autouse=True)
def _patient() -> Iterator[None]:
    """Give a store that answers all the time that a busy machine may take: there, it seems to be down."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outage, "TIMEOUT", 60.0)
        patch.setattr(outage, "PROBE_TIMEOUT", 60.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_trust() -> Iterator[None]:
    """Let the HTTP clients of all tests share what they trust: to load all certificates takes longer than a request."""
    make = httpx._config.create_ssl_context

    @cache
    def shared(_trusted: str | None, *given: Any) -> ssl.SSLContext:
        return make(*given)

    def create(verify: Any = True, cert: Any = None, trust_env: bool = True) -> ssl.SSLContext:
        return shared(os.environ.get("SSL_CERT_FILE"), verify, cert, trust_env)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpx._transports.default.create_ssl_context", create)
        yield


@pytest.fixture(scope="session", autouse=True)
def _forks() -> Iterator[None]:
    """End the process of which servers are forks, if one was started."""
    yield
    if forks.cache_info().currsize:
        forks().close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A running PostgreSQL."""
    need(POSTGRESQL)
    with cluster() as server:
        yield server


@pytest.fixture(scope="session")
def databases(postgres_server: str) -> Databases:
    """Databases with the tables of a new store."""
    return Databases(postgres_server)


@pytest.fixture
def postgres(databases: Databases) -> Iterator[str]:
    """The address of a database with the tables of a new store."""
    address = databases.take()
    yield address
    databases.give_back(address)


@pytest.fixture
def empty_postgres(postgres_server: str) -> str:
    """The address of a database without tables."""
    return create_database(postgres_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new store of each kind."""
    if request.param == "sqlite":
        return with_tables(tmp_path / "tables.sqlite")
    address: str = request.getfixturevalue("postgres")
    return address


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store of each kind whose tables the test makes."""
    if request.param == "sqlite":
        return str(tmp_path / "empty.sqlite")
    address: str = request.getfixturevalue("empty_postgres")
    return address
