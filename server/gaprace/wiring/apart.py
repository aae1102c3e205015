"""Migrations in another process: their imports, 25 MB, would stay in memory as long as a server runs."""

import sys


def migrating_apart(url: str) -> list[str]:
    """Return the command that migrates in another process, if there can be one."""
    return [sys.executable, "-P", "-m", "gaprace", "migrate", "--database-url", url] if sys.executable else []
