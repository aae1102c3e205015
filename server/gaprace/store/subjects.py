"""Subjects of OpenID Connect in SQL."""

from dataclasses import asdict

from sqlalchemy import ColumnElement, Select, delete, or_, select, update

from gaprace.ports import StoredSubject
from gaprace.store.base import SqlRepository, changes_row
from gaprace.store.retention import is_needed
from gaprace.store.tables import players, subjects

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
        row = await self.row(_valid().where(which))
        return StoredSubject(**row) if row else None

    async def subjects_of(self, player: str) -> list[StoredSubject]:
        query = _valid().where(subjects.c.player == player).order_by(subjects.c.issuer)
        return [StoredSubject(**row) for row in await self.rows(query)]

    async def add_subject(self, subject: StoredSubject) -> bool:
        its = or_(subjects.c.subject == subject.subject, subjects.c.player == subject.player)
        of_now = select(players.c.id).where(players.c.id == subjects.c.player, _holds).exists()
        ended = delete(subjects).where(subjects.c.issuer == subject.issuer, its, ~of_now)
        async with self.database.write() as connection:
            await connection.execute(ended)
            return await changes_row(connection, self.database.insert_new(subjects).values(asdict(subject)))

    async def prove_subject(self, issuer: str, subject: str, at: int) -> bool:
        change = update(subjects).where(subjects.c.issuer == issuer, subjects.c.subject == subject)
        return await self.change(change.values(proven_at=at))

    async def remove_subject(self, issuer: str, player: str) -> bool:
        removal = delete(subjects).where(subjects.c.issuer == issuer, subjects.c.player == player)
        return await self.change(removal)

    async def is_needed(self, player: str) -> bool:
        query = select(is_needed).where(players.c.id == player)
        async with self.database.read() as connection:
            return bool((await connection.execute(query)).scalar_one_or_none())
