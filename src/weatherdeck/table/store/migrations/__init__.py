"""The migrations of the store, step by step. `run(connection)` applies those that are missing."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

LOCK = 0x77656174  # any number, as long as all servers use the same one


def run(connection: Connection) -> None:
    """Migrate the store to the newest form. If several servers start at once, one migrates and the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
