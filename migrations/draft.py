"""Draft the next migration: the difference between `gaprace.store.tables` and the migrations so far.

Usage: .venv/bin/python migrations/draft.py "Add dailies"

Review the draft: Alembic does not notice renamed columns, CHECK constraints and changes of an index's WHERE.
"""

import asyncio
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from alembic import command

from gaprace.store.database import migrating
from gaprace.store.migrate import config, migrate


async def draft(message: str) -> None:
    """Write the next script to `migrations/versions/`. Its revision is the time, to the minute."""
    revision = datetime.now(UTC).strftime("%Y%m%d%H%M")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'draft.db'}"
        await migrate(url)
        async with migrating(url) as connection:
            await connection.run_sync(
                lambda sync: command.revision(config(sync), message, autogenerate=True, rev_id=revision)
            )


if __name__ == "__main__":
    asyncio.run(draft(*sys.argv[1:]))
