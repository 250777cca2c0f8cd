"""Tables, seats, matches, entries and chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything. Written out, and not taken from `columns.py`: a migration never changes."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(100), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("host", sa.Integer),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("undo", sa.Boolean, nullable=False),
        sa.Column("clock", sa.JSON),
        sa.Column("invite", sa.String(64), nullable=False),
        sa.Column("watch", sa.String(64), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(100)),
        sa.Column("token", sa.String(64)),
        sa.Column("stand_in", sa.String(100)),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("entropy", sa.String(64)),
        sa.Column("wants_rematch", sa.Boolean, nullable=False),
        sa.Column("extra", sa.Float, nullable=False),
        sa.Column("returned_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ruleset", sa.Integer, nullable=False),
        sa.Column("data", sa.String(64)),
        sa.Column("secret_seed", sa.String(64), nullable=False),
        sa.Column("secret_nonce", sa.String(64), nullable=False),
        sa.Column("practice_seed", sa.String(30)),
        sa.Column("entropy", sa.JSON),
        sa.Column("started_at", sa.Float),
        sa.Column("ended_at", sa.Float),
        sa.UniqueConstraint("table_id", "number", name="one_match_a_number"),
    )
    op.create_table(
        "entries",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("back", sa.Integer, nullable=False),
        sa.Column("bot", sa.String(100)),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "version"),
    )
    op.create_table(
        "chat",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
