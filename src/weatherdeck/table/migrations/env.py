"""What Alembic runs: the migrations, on the connection that it was handed."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], target_metadata=None)
context.run_migrations()
