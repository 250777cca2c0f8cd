"""Stores for tests: an SQLite file, and a database of a real PostgreSQL. New ones copy their tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripts.programs import POSTGRESQL

from tests.needs import need
from weatherdeck.table.store import opening

from .postgres import cluster, create_database
from .servers import make_tables, with_tables

set_up_sqlite = opening._set_up_sqlite
"""As the server does it."""
TEMPLATE = "with_tables"
"""The database that new ones are copied from."""


@pytest.fixture(scope="session", autouse=True)
def _unsynced() -> Iterator[None]:
    """Let SQLite write without waiting for the disk: nobody pulls the plug in a test."""

    def without_waiting(connection: Any, record: Any) -> None:
        set_up_sqlite(connection, record)
        connection.cursor().execute("PRAGMA synchronous=OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "_set_up_sqlite", without_waiting)
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A running PostgreSQL."""
    need(POSTGRESQL)
    with cluster() as server:
        make_tables(create_database(server, TEMPLATE))
        yield server


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """The address of a database with the tables of a new store."""
    return create_database(postgres_server, template=TEMPLATE)


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
