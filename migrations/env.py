"""Alembic's environment. `gaprace.store.migrate` gives the connection, in the transaction that all of it is one of."""

from alembic import context

from gaprace.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite can't alter a table, it has to copy it
)
context.run_migrations()
