"""What a server that is left running needs: pledged shuffles, clocks, moderation, archives, operations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add columns with the values that older tables stand for, and the new tables."""
    op.add_column("tables", sa.Column("absence", sa.Integer))
    op.add_column("tables", sa.Column("quiet", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("closed_at", sa.Float))
    op.add_column("seats", sa.Column("share", sa.String(64)))
    op.add_column("seats", sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("sat_at", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("thought", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("thought_at", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("matches", sa.Column("fairness", sa.Integer, nullable=False, server_default="1"))
    op.add_column("matches", sa.Column("shares", sa.JSON))
    op.add_column("matches", sa.Column("attempt", sa.Integer, nullable=False, server_default="1"))
    op.add_column("matches", sa.Column("made_with", sa.String(40)))
    op.create_table(
        "archives",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.String(100), nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(40), index=True),
        sa.Column("details", sa.JSON, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("place", sa.String(100), nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False),
        sa.Column("figures", sa.JSON, nullable=False),
    )
    op.create_table(
        "orders",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
    )
