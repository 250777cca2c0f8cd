"""The SQL tables, for SQLite and PostgreSQL alike. Every change needs a migration (`migrations/`)."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
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
    Column("created_at", Float, nullable=False),
    Column("deck", JSON),  # title and text of a deck of the host's own
    Column("absence", Integer),  # seconds after which a bot plays for somebody who is away; None: only after a vote
    Column("quiet", Boolean, nullable=False, default=False, server_default=false()),  # spectators may not chat
    Column("closed_at", Float),  # when the host or an administrator closed it: it can be read, not played
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
    Column("share", String(64)),  # what the person pledged their entropy with
    Column("muted", Boolean, nullable=False, default=False, server_default=false()),
    Column("sat_at", Float, nullable=False, default=0.0, server_default="0"),
    # Seconds that were spent on a decision before a bot took over, and the version at which it was to be made.
    Column("thought", Float, nullable=False, default=0.0, server_default="0"),
    Column("thought_at", Integer, nullable=False, default=-1, server_default="-1"),
    Column("hints", Boolean, nullable=False, default=False, server_default=false()),  # the person agreed to hints
    PrimaryKeyConstraint("table_id", "seat"),
)

links = Table(
    "links",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # invite, watch or move
    Column("token", String(64), nullable=False),
    Column("seat", Integer),  # who made it; for a move, the seat that moves
    Column("replaces", String(64)),  # for a move: the seat's token, which stops working
    Column("created_at", Float, nullable=False),
    Column("expires_at", Float),
    Column("used_at", Float),
    Column("revoked_at", Float),
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
    Column("fairness", Integer, nullable=False, server_default="1"),  # the version of the shuffle
    Column("shares", JSON(none_as_null=True)),  # the pledges of all seats, fixed before the first entropy is revealed
    Column("attempt", Integer, nullable=False, default=1, server_default="1"),  # deals that were begun, with this one
    Column("made_with", String(40)),  # the version of weatherdeck
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

archives = Table(
    "archives",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("made_at", Float, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

audit = Table(
    "audit",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("who", String(100), nullable=False),
    Column("action", String(40), nullable=False),
    Column("table_id", String(40), index=True),  # no foreign key: what was done to a table outlives it
    Column("details", JSON, nullable=False),
)

servers = Table(
    "servers",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("started_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("version", String(40), nullable=False),
    Column("place", String(100), nullable=False),
    Column("draining", Boolean, nullable=False),
    Column("figures", JSON, nullable=False),
)

# What an administrator did to a table. Servers read the new ones every few seconds, and take the table out of memory.
orders = Table(
    "orders",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("table_id", String(40), nullable=False),
    Column("action", String(40), nullable=False),
)
