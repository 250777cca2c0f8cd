"""Between people, hints are given once all of them have agreed: each seat remembers whether its person has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody who sits at a table has been asked yet."""
    op.add_column("seats", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
