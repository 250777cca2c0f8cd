"""Tables with a deck of the host's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the deck to tables; those that exist have the deck as shipped."""
    op.add_column("tables", sa.Column("deck", sa.JSON))
