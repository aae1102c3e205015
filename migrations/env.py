"""Alembic's environment: it runs in the transaction of the connection that `gaprace.store.migrate` has opened."""

from alembic import context

from gaprace.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a column; Alembic copies the table instead
)
context.run_migrations()
