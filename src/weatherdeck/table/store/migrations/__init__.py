"""The migrations of the store, step by step. `run(connection)` applies those that are missing."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

LOCK = 0x77656174  # any number, as long as all servers use the same one


def is_current(connection: Connection) -> bool:
    """Whether the store has the form that this version uses."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = MigrationContext.configure(connection).get_current_heads()
    return found == tuple(ScriptDirectory(str(Path(__file__).parent)).get_heads())


def run(connection: Connection) -> None:
    """Migrate the store to the newest form. If several servers start at once, one migrates and the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    if not _is_newer(connection, config):
        command.upgrade(config, "head")


def _is_newer(connection: Connection, config: Config) -> bool:
    """Whether a newer version of weatherdeck has migrated the store. Migrations only add, so this one can use it."""
    found = MigrationContext.configure(connection).get_current_revision()
    head = ScriptDirectory.from_config(config).get_current_head()
    return found is not None and head is not None and found > head
