"""Sessions and banned networks in SQL."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import StoredSession
from gaprace.store.base import SqlRepository, SqlSteps, changes_row
from gaprace.store.tables import banned_networks, device_codes, players, sessions

_SEEN = ("generation", "seen_at", "device", "network")


class SqlSessions(SqlRepository):
    """Implements `ports.SessionStore`."""

    async def note_session(self, session: StoredSession) -> None:
        seen = {name: getattr(session, name) for name in _SEEN}
        async with self.database.write() as connection:
            if not await changes_row(connection, update(sessions).where(sessions.c.id == session.id).values(seen)):
                await connection.execute(self.database.insert_new(sessions).values(asdict(session)))

    async def session(self, session_id: str) -> StoredSession | None:
        async with self.database.read() as connection:
            query = select(sessions).where(sessions.c.id == session_id)
            row = (await connection.execute(query)).mappings().first()
        return StoredSession(**row) if row else None

    async def open_sessions(self, player: str) -> list[StoredSession]:
        query = (
            select(sessions)
            .join(players, (players.c.id == sessions.c.player) & (players.c.generation == sessions.c.generation))
            .where(sessions.c.player == player, sessions.c.ended_at.is_(None))
            .order_by(sessions.c.seen_at.desc(), sessions.c.id)
        )
        return [StoredSession(**row) for row in await self.rows(query)]

    async def ended_sessions(self, player: str) -> set[str]:
        query = select(sessions.c.id).where(sessions.c.player == player, sessions.c.ended_at.is_not(None))
        return {*await self.scalars(query)}

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        async with self.database.write() as connection:
            return await SqlSessionSteps(self.database, connection).end_session(player, session_id, at)

    async def banned_until(self, networks: list[str], now: int) -> int | None:
        holds = (banned_networks.c.network.in_(networks), banned_networks.c.until > now)
        until: int | None = await self.scalar(select(func.max(banned_networks.c.until)).where(*holds))
        return until

    async def forget_sessions(self, seen_before: int, networks_before: int, now: int) -> None:
        has_network = (sessions.c.seen_at < networks_before, sessions.c.network != "")
        async with self.database.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.seen_at < seen_before))
            await connection.execute(update(sessions).where(*has_network).values(network=""))
            await connection.execute(delete(banned_networks).where(banned_networks.c.until <= now))
            await connection.execute(delete(device_codes).where(device_codes.c.ends_at <= now))


# Steps of a transaction


async def add_session(connection: AsyncConnection, session: StoredSession) -> None:
    """Add a new session."""
    await connection.execute(insert(sessions).values(asdict(session)))


class SqlSessionSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        is_open = (sessions.c.id == session_id, sessions.c.player == player, sessions.c.ended_at.is_(None))
        return await changes_row(self.connection, update(sessions).where(*is_open).values(ended_at=at))

    async def networks(self, of: Sequence[str]) -> dict[str, set[str]]:
        query = select(sessions.c.player, sessions.c.network).where(sessions.c.player.in_(of), sessions.c.network != "")
        networks = defaultdict[str, set[str]](set)
        for player, network in await self.connection.execute(query):
            networks[player].add(network)
        return dict(networks)

    async def ban_networks(self, decision: str, player: str, until: int) -> int:
        query = select(sessions.c.network).distinct().where(sessions.c.player == player, sessions.c.network != "")
        found = [*await self.connection.scalars(query)]
        for network in found:
            row = {"decision": decision, "network": network, "until": until}
            await self.connection.execute(self.database.insert_new(banned_networks).values(row))
        return len(found)

    async def unban_networks(self, decision: str) -> None:
        await self.connection.execute(delete(banned_networks).where(banned_networks.c.decision == decision))
