"""The part of the store in memory for subjects of OpenID Connect."""

from collections.abc import Collection
from dataclasses import replace

from gaprace.ports import StoredSubject
from tests.memory_store.database import MemoryDatabase, MemoryRepository


class MemorySubjects(MemoryRepository):
    """Implements `SubjectStore`."""

    async def subject(self, issuer: str, subject: str) -> StoredSubject | None:
        data = await self._reach()
        found = data.subjects.get((issuer, subject))
        return found if found and _holds(data, found) else None

    async def subject_of(self, issuer: str, player: str) -> StoredSubject | None:
        return next((each for each in await self.subjects_of(player) if each.issuer == issuer), None)

    async def subjects_of(self, player: str) -> list[StoredSubject]:
        data = await self._reach()
        theirs = [each for each in data.subjects.values() if each.player == player and _holds(data, each)]
        return sorted(theirs, key=lambda each: each.issuer)

    async def add_subject(self, subject: StoredSubject) -> bool:
        data = await self._reach()
        held = [each for each in data.subjects.values() if _holds(data, each)]
        data.subjects = {(each.issuer, each.subject): each for each in held}
        key = subject.issuer, subject.subject
        if key in data.subjects or await self.subject_of(subject.issuer, subject.player):
            return False
        data.subjects[key] = subject
        return True

    async def prove_subject(self, issuer: str, subject: str, at: int) -> bool:
        data = await self._reach()
        found = data.subjects.get((issuer, subject))
        if found is None:
            return False
        data.subjects[issuer, subject] = replace(found, proven_at=at)
        return True

    async def remove_subject(self, issuer: str, player: str) -> bool:
        data = await self._reach()
        found = await self.subject_of(issuer, player)
        return found is not None and data.subjects.pop((issuer, found.subject)) is found

    async def is_needed(self, player: str) -> bool:
        data = await self._reach()
        return player in data.needed_players()


def _holds(data: MemoryDatabase, subject: StoredSubject) -> bool:
    player = data.players.get(subject.player)
    return player is not None and subject.generation in {None, player.generation}


def forget_subjects(data: MemoryDatabase, players: Collection[str]) -> None:
    """Disconnect players who are deleted."""
    data.subjects = {key: each for key, each in data.subjects.items() if each.player not in players}
