"""Stores for tests: an SQLite file, and a database of a real PostgreSQL."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts.programs import POSTGRESQL

from tests.needs import need

from .postgres import cluster, create_database


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    need(POSTGRESQL)
    with cluster() as server:
        yield server


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """The address of an empty database."""
    return create_database(postgres_server, f"tables_{secrets.token_hex(4)}")


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    address: str = request.getfixturevalue("postgres")
    return address
