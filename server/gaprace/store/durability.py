"""The durability of writes that Postgres has confirmed. On SQLite, each connection sets its own pragmas."""

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.store.database import reading
from gaprace.store.dialect import MAX_CONNECTIONS
from gaprace.store.pooling import POOLED, shares_transactions

_SETTINGS = text("SELECT name, setting FROM pg_settings WHERE name = ANY(:names)")
_NAMES = ["fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names"]
_STANDBYS = text("SELECT count(*) FROM pg_stat_replication")
_IS_STANDBY = text("SELECT pg_is_in_recovery()")
_LIMITS = text("""
SELECT least(
    nullif((SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user), -1),
    nullif((SELECT datconnlimit FROM pg_database WHERE datname = current_database()), -1),
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
)
""")


_ASYNCHRONOUS = (
    "Replication is asynchronous: a failover may lose the last confirmed actions, and players get a notice of that. Set"
    " synchronous_standby_names, and leave synchronous_commit on."
)
_TOO_FEW_CONNECTIONS = (
    "The database allows {limit} connections, and this server uses up to {needed}: requests may be refused under load."
    " Raise the limit of the role, or max_connections."
)


@dataclass(frozen=True, slots=True)
class Durability:
    """The findings about a database. Every sentence says what to do."""

    failures: tuple[str, ...] = ()
    """Nothing can be stored, or confirmed writes may be lost with the machine."""
    warnings: tuple[str, ...] = ()


async def durability(url: str) -> Durability:
    """Return how a Postgres database keeps what it confirms, and whether it has enough connections for a server."""
    if await shares_transactions(url):
        return Durability((POOLED,))
    async with reading(url) as connection:
        return Durability(
            tuple(await _failures(connection)),
            (*await _replication_warnings(connection), *await _connection_warnings(connection)),
        )


async def _settings(connection: AsyncConnection) -> dict[str, str]:
    rows = await connection.execute(_SETTINGS, {"names": _NAMES})
    return {row.name: row.setting for row in rows}


async def _failures(connection: AsyncConnection) -> list[str]:
    settings = await _settings(connection)
    failures = [
        f"{name} is off: a crash of the database's machine may lose or damage what was confirmed. Turn it on."
        for name in ("fsync", "full_page_writes")
        if settings[name] == "off"
    ]
    if settings["synchronous_commit"] == "off":
        failures.append(
            "synchronous_commit is off: a crash of the database loses what was confirmed last. Gaprace turns it on for"
            " its own connections; turn it on for good."
        )
    if await connection.scalar(_IS_STANDBY):
        failures.append("This is a standby: nothing can be stored. Set GAPRACE_DATABASE_URL to the primary.")
    return failures


async def _replication_warnings(connection: AsyncConnection) -> list[str]:
    settings = await _settings(connection)
    if not await connection.scalar(_STANDBYS):
        return []
    if settings["synchronous_standby_names"] and settings["synchronous_commit"] in {"on", "remote_apply"}:
        return []
    return [_ASYNCHRONOUS]


async def _connection_warnings(connection: AsyncConnection) -> list[str]:
    limit = await connection.scalar(_LIMITS)
    if limit is None or limit >= MAX_CONNECTIONS:
        return []
    return [_TOO_FEW_CONNECTIONS.format(limit=limit, needed=MAX_CONNECTIONS)]
