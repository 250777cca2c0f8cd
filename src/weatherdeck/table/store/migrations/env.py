"""Alembic's entry point: runs the migrations on the connection passed to it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], target_metadata=None)
context.run_migrations()
