"""The store's history, step by step. `run(connection)` brings a store up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

LOCK = 0x77656174  # any number, as long as all servers take the same


def run(connection: Connection) -> None:
    """Bring the store to the newest form; of several servers that start at once, one does it and the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
