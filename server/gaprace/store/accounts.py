"""Players, their sessions and subjects of OpenID Connect, banned networks, and the server's own keys in SQL."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, replace

from sqlalchemy import (
    ColumnElement,
    Select,
    Update,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from gaprace.ports import StoredBlock, StoredDeviceCode, StoredPlayer, StoredSession, StoredSubject
from gaprace.store.base import Executor, SqlRepository, SqlSteps, may_be_id
from gaprace.store.erasure import erase
from gaprace.store.one_of import is_one_of
from gaprace.store.retention import is_needed
from gaprace.store.tables import (
    banned_networks,
    blocks,
    device_codes,
    follows,
    players,
    server_keys,
    sessions,
    subjects,
)
from gaprace.wire import RecordedAs

_CREDENTIALS = (
    players.c.generation,
    players.c.recovery_hash,
    players.c.next_recovery_hash,
    players.c.next_recovery_at,
)


def _key_named(name: str) -> Select[bytes]:
    return select(server_keys.c.key).where(server_keys.c.name == name)


_SESSION = [column.label(f"session_{column.name}") for column in sessions.c]
_SIGNED_IN = (
    select(players, *_SESSION)
    .outerjoin(sessions, (sessions.c.id == bindparam("session")) & (sessions.c.player == players.c.id))
    .where(players.c.id == bindparam("player"))
)
"""Built once: everybody who comes into a room asks it twice, and to build it takes longer than to execute it."""


def _of_active(player_id: str) -> Update:
    """Return a change of a player who is not deleted."""
    return update(players).where(players.c.id == player_id, players.c.deleted_at.is_(None))


class SqlAccounts(SqlRepository):
    """Implements `ports.AccountStore`."""

    async def add_player(self, player: StoredPlayer, session: StoredSession | None = None) -> None:
        async with self.writing() as executor:
            await executor.execute(insert(players).values(asdict(player)))
            if session:
                await add_session(executor, session)

    async def player(self, player_id: str) -> StoredPlayer | None:
        return await self._player(players.c.id == player_id) if may_be_id(player_id) else None

    async def signed_in(self, player_id: str, session_id: str) -> tuple[StoredPlayer | None, StoredSession | None]:
        row = await self.row(_SIGNED_IN, {"player": player_id, "session": session_id})
        if row is None:
            return None, None
        session = {column.name: row[f"session_{column.name}"] for column in sessions.c}
        player = StoredPlayer(**{column.name: row[column.name] for column in players.c})
        return player, StoredSession(**session) if session["id"] is not None else None

    async def player_by_recovery(self, recovery_hash: str) -> StoredPlayer | None:
        is_next = players.c.next_recovery_hash == recovery_hash
        return await self._player((players.c.recovery_hash == recovery_hash) | is_next)

    async def _player(self, which: ColumnElement[bool]) -> StoredPlayer | None:
        return await self.one(StoredPlayer, select(players).where(which))

    async def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        query = select(players.c.id, players.c.name).where(is_one_of(players.c.id, player_ids))
        return {row.id: row.name for row in await self.tuples(query)}

    async def rename_player(self, player_id: str, name: str) -> None:
        await self.change(_of_active(player_id).values(name=name))

    async def note_zone(self, player_id: str, zone: str) -> None:
        await self.change(_of_active(player_id).values(zone=zone))

    async def record_player(self, player_id: str, recorded_as: RecordedAs) -> None:
        await self.change(update(players).where(players.c.id == player_id).values(recorded_as=recorded_as))

    async def delete_player(self, player_id: str, name: str, deleted_at: int) -> bool:
        change = _of_active(player_id).values(
            name=name,
            generation=players.c.generation + 1,
            recovery_hash=f"deleted {player_id}",  # no code has this hash
            deleted_at=deleted_at,
            next_recovery_hash=None,
            next_recovery_at=None,
            zone=None,
        )
        async with self.writing() as executor:
            return await erase(executor, player_id, change)

    async def change_credentials(self, known: StoredPlayer, changed: StoredPlayer) -> bool:
        change = (
            update(players)
            .where(
                players.c.id == known.id,
                *(column.is_not_distinct_from(getattr(known, column.name)) for column in _CREDENTIALS),
            )
            .values({column: getattr(changed, column.name) for column in _CREDENTIALS})
        )
        return await self.change(change)

    async def save_device_code(self, code: StoredDeviceCode) -> None:
        await self.change(self.database.insert_or_replace(device_codes).values(asdict(code)))

    async def use_device_code(self, hashed: str, session: StoredSession) -> StoredPlayer | None:
        is_valid = (device_codes.c.hash == hashed, device_codes.c.ends_at > session.began_at)
        used = delete(device_codes).where(*is_valid).returning(device_codes.c.player, device_codes.c.generation)
        async with self.writing() as executor:
            code = (await executor.execute(used)).first()
            if code is None:
                return None
            query = select(players).where(players.c.id == code.player, players.c.generation == code.generation)
            player = await executor.row(query)
            if player is None:
                return None
            await add_session(executor, replace(session, player=code.player, generation=code.generation))
        return StoredPlayer(**player)

    async def server_key(self, name: str, proposal: bytes) -> bytes:
        if self.database.is_read_only:
            return await self.find_server_key(name) or proposal
        async with self.writing() as executor:
            await executor.execute(self.database.insert_new(server_keys).values(name=name, key=proposal))
            stored: bytes = (await executor.execute(_key_named(name))).scalar_one()
        return stored

    async def find_server_key(self, name: str) -> bytes | None:
        return await self.scalar(_key_named(name))


class SqlBlocks(SqlRepository):
    """Implements `ports.BlockStore`."""

    async def add_block(self, block: StoredBlock) -> None:
        ended = delete(follows).where(follows.c.player == block.player, follows.c.followed == block.blocked)
        async with self.writing() as executor:
            await executor.execute(self.database.insert_new(blocks).values(asdict(block)))
            await executor.execute(ended)

    async def remove_block(self, player: str, blocked: str) -> None:
        await self.change(delete(blocks).where(blocks.c.player == player, blocks.c.blocked == blocked))

    async def blocks(self, player: str) -> list[StoredBlock]:
        query = select(blocks).where(blocks.c.player == player).order_by(blocks.c.at.desc(), blocks.c.blocked)
        return await self.all(StoredBlock, query)

    async def has_blocked(self, player: str, other: str) -> bool:
        found = exists().where(blocks.c.player == player, blocks.c.blocked == other)
        return bool(await self.scalar(select(found)))

    async def kept_apart(self, player: str) -> set[str]:
        query = union(
            select(blocks.c.blocked).where(blocks.c.player == player),
            select(blocks.c.player).where(blocks.c.blocked == player),
        )
        return {*await self.scalars(query)}


_holds = subjects.c.generation.is_(None) | (subjects.c.generation == players.c.generation)


def _valid() -> Select[tuple[object, ...]]:
    return select(subjects).join(players, (players.c.id == subjects.c.player) & _holds)


class SqlSubjects(SqlRepository):
    """Implements `ports.SubjectStore`."""

    async def subject(self, issuer: str, subject: str) -> StoredSubject | None:
        return await self._subject((subjects.c.issuer == issuer) & (subjects.c.subject == subject))

    async def subject_of(self, issuer: str, player: str) -> StoredSubject | None:
        return await self._subject((subjects.c.issuer == issuer) & (subjects.c.player == player))

    async def _subject(self, which: ColumnElement[bool]) -> StoredSubject | None:
        return await self.one(StoredSubject, _valid().where(which))

    async def subjects_of(self, player: str) -> list[StoredSubject]:
        query = _valid().where(subjects.c.player == player).order_by(subjects.c.issuer)
        return await self.all(StoredSubject, query)

    async def add_subject(self, subject: StoredSubject) -> bool:
        its = or_(subjects.c.subject == subject.subject, subjects.c.player == subject.player)
        of_now = select(players.c.id).where(players.c.id == subjects.c.player, _holds).exists()
        ended = delete(subjects).where(subjects.c.issuer == subject.issuer, its, ~of_now)
        async with self.writing() as executor:
            await executor.execute(ended)
            return await executor.change(self.database.insert_new(subjects).values(asdict(subject)))

    async def prove_subject(self, issuer: str, subject: str, at: int) -> bool:
        change = update(subjects).where(subjects.c.issuer == issuer, subjects.c.subject == subject)
        return await self.change(change.values(proven_at=at))

    async def remove_subject(self, issuer: str, player: str) -> bool:
        removal = delete(subjects).where(subjects.c.issuer == issuer, subjects.c.player == player)
        return await self.change(removal)

    async def is_needed(self, player: str) -> bool:
        query = select(is_needed).where(players.c.id == player)
        return bool(await self.scalar(query))


_SEEN = ("generation", "seen_at", "device", "network")


class SqlSessions(SqlRepository):
    """Implements `ports.SessionStore`."""

    async def note_session(self, session: StoredSession) -> None:
        seen = {name: getattr(session, name) for name in _SEEN}
        async with self.writing() as executor:
            if not await executor.change(update(sessions).where(sessions.c.id == session.id).values(seen)):
                await executor.execute(self.database.insert_new(sessions).values(asdict(session)))

    async def open_sessions(self, player: str) -> list[StoredSession]:
        query = (
            select(sessions)
            .join(players, (players.c.id == sessions.c.player) & (players.c.generation == sessions.c.generation))
            .where(sessions.c.player == player, sessions.c.ended_at.is_(None))
            .order_by(sessions.c.seen_at.desc(), sessions.c.id)
        )
        return await self.all(StoredSession, query)

    async def ended_sessions(self, player: str) -> set[str]:
        query = select(sessions.c.id).where(sessions.c.player == player, sessions.c.ended_at.is_not(None))
        return {*await self.scalars(query)}

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        async with self.writing() as executor:
            return await SqlSessionSteps(self.database, executor.connection).end_session(player, session_id, at)

    async def banned_until(self, networks: list[str], now: int) -> int | None:
        holds = (banned_networks.c.network.in_(networks), banned_networks.c.until > now)
        until: int | None = await self.scalar(select(func.max(banned_networks.c.until)).where(*holds))
        return until

    async def forget_sessions(self, seen_before: int, networks_before: int, now: int) -> None:
        has_network = (sessions.c.seen_at < networks_before, sessions.c.network != "")
        async with self.writing() as executor:
            await executor.execute(delete(sessions).where(sessions.c.seen_at < seen_before))
            await executor.execute(update(sessions).where(*has_network).values(network=""))
            await executor.execute(delete(banned_networks).where(banned_networks.c.until <= now))
            await executor.execute(delete(device_codes).where(device_codes.c.ends_at <= now))


# Steps of a transaction


async def add_session(executor: Executor, session: StoredSession) -> None:
    """Add a new session."""
    await executor.execute(insert(sessions).values(asdict(session)))


class SqlSessionSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        is_open = (sessions.c.id == session_id, sessions.c.player == player, sessions.c.ended_at.is_(None))
        return await self.change(update(sessions).where(*is_open).values(ended_at=at))

    async def networks(self, of: Sequence[str]) -> dict[str, set[str]]:
        query = select(sessions.c.player, sessions.c.network).where(sessions.c.player.in_(of), sessions.c.network != "")
        networks = defaultdict[str, set[str]](set)
        for player, network in await self.tuples(query):
            networks[player].add(network)
        return dict(networks)

    async def ban_networks(self, decision: str, player: str, until: int) -> int:
        query = select(sessions.c.network).distinct().where(sessions.c.player == player, sessions.c.network != "")
        found = [*await self.scalars(query)]
        for network in found:
            row = {"decision": decision, "network": network, "until": until}
            await self.execute(self.database.insert_new(banned_networks).values(row))
        return len(found)

    async def unban_networks(self, decision: str) -> None:
        await self.execute(delete(banned_networks).where(banned_networks.c.decision == decision))
