"""The SQL tables, for SQLite and PostgreSQL alike. Every change needs a migration (`migrations/`)."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

tables = Table(
    "tables",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("game", String(100), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("host", Integer),
    Column("hints", Boolean, nullable=False),
    Column("undo", Boolean, nullable=False),
    Column("clock", JSON),
    Column("invite", String(64), nullable=False),
    Column("watch", String(64), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("deck", JSON),  # title and text of a deck of the host's own
)

seats = Table(
    "seats",
    METADATA,
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=False),
    Column("level", String(100)),
    Column("token", String(64)),
    Column("stand_in", String(100)),
    Column("ready", Boolean, nullable=False, default=False),
    Column("entropy", String(64)),
    Column("wants_rematch", Boolean, nullable=False, default=False),
    Column("extra", Float, nullable=False, default=0.0),
    Column("returned_at", Float, nullable=False, default=0.0),
    PrimaryKeyConstraint("table_id", "seat"),
)

matches = Table(
    "matches",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("data", String(64)),
    Column("secret_seed", String(64), nullable=False),
    Column("secret_nonce", String(64), nullable=False),
    Column("practice_seed", String(30)),
    Column("entropy", JSON),
    Column("started_at", Float),
    Column("ended_at", Float),
    UniqueConstraint("table_id", "number", name="one_match_a_number"),
)

entries = Table(
    "entries",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("moves", JSON, nullable=False),
    Column("back", Integer, nullable=False),
    Column("bot", String(100)),
    Column("at", Float, nullable=False),
    # This key decides races: no version of a match is written twice, whichever server writes it.
    PrimaryKeyConstraint("match_id", "version"),
)

chat = Table(
    "chat",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)
