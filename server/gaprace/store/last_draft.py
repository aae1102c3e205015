"""From the tables of the last draft to those of 1.0.

Databases of the drafts have revisions of four digits. The last of them is recognised and converted, in the transaction
of the migration; older ones have to pass through it first.
"""

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy.engine import Connection

LAST_DRAFT = "0042"
COMMIT_OF_LAST_DRAFT = "19e6a311"


def convert(connection: Connection) -> None:
    """Turn the tables of the last draft into those of the first migration; data that has a place there is kept."""
    operations = Operations(MigrationContext.configure(connection))
    for gone in ("predictions", "storm_bests", "storm_puzzles", "storms"):
        operations.drop_table(gone)
    operations.drop_column("decisions", "storm")
