"""The migrations of the store, step by step. `run(connection)` applies those that are missing.

All of them happen in one transaction, which `begin` begins: a store has its old form or its new one, and no other.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

TABLE = "alembic_version"
"""The table that says which migrations a store has had."""
LOCK = 0x77656174  # any number, as long as all servers use the same one


def begin(connection: Connection) -> None:
    """Begin the transaction of `run`. If several servers start at once, one migrates and the others wait here."""
    if connection.dialect.name == "sqlite":
        # Python's driver would begin before the first row that is written: tables made until then would stay.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # while a backup is made
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def form(connection: Connection) -> str | None:
    """The last migration that the store has had; None if it is empty."""
    if not inspect(connection).has_table(TABLE):
        return None
    return MigrationContext.configure(connection).get_current_revision()


def is_current(connection: Connection) -> bool:
    """Whether the store has the form that this version uses."""
    return form(connection) == newest()


def is_behind(connection: Connection) -> bool:
    """Whether `run` would change the store. (One that a newer version has migrated stays: migrations only add.)"""
    found = form(connection)
    return found is None or found < newest()


def newest() -> str:
    """The form that this version uses."""
    head = ScriptDirectory(str(Path(__file__).parent)).get_current_head()
    assert head is not None
    return head


def run(connection: Connection, to: str = "head") -> None:
    """Migrate the store to the newest form, or to an older one."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    if is_behind(connection):
        command.upgrade(config, to)
