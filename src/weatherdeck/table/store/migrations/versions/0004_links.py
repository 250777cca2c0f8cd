"""Links have rows of their own: they say who made them, can be revoked, and a seat moves by one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Every table's invitation and watch link become rows, made by its host."""
    op.create_table(
        "links",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("replaces", sa.String(64)),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("expires_at", sa.Float),
        sa.Column("used_at", sa.Float),
        sa.Column("revoked_at", sa.Float),
    )
    for kind in ("invite", "watch"):
        op.execute(
            f"INSERT INTO links (table_id, kind, token, seat, created_at)"
            f" SELECT id, '{kind}', {kind}, host, created_at FROM tables ORDER BY created_at"
        )
    op.drop_column("tables", "invite")
    op.drop_column("tables", "watch")
