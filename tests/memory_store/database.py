"""What a store in memory keeps, in tables of rows."""

from collections.abc import Callable, Collection, Iterable
from copy import copy
from dataclasses import dataclass, replace
from typing import TypeVar

from msgspec import Struct, structs
from sqlalchemy import Column

from gaprace.play.events.group_scores import DayScores
from gaprace.ports import (
    CertifiedDeal,
    DailyKey,
    StoredAnalysis,
    StoredClosing,
    StoredDaily,
    StoredExamination,
    StoredField,
    StoredGame,
    StoredRoom,
)
from gaprace.store.tables import metadata

Key = TypeVar("Key")
Row = TypeVar("Row")


class Table(dict[Key, Row]):
    """Rows by their keys."""

    def where(self, **values: object) -> list[Row]:
        """The rows that have these values in these fields."""
        return [row for row in self.values() if all(getattr(row, name) == value for name, value in values.items())]

    def change(self, key: Key, **values: object) -> None:
        """Change fields of a row."""
        row = self[key]
        self[key] = structs.replace(row, **values) if isinstance(row, Struct) else replace(row, **values)

    def drop(self, is_gone: Callable[[Key, Row], bool]) -> bool:
        """Delete rows; return whether there were any."""
        gone = [key for key, row in self.items() if is_gone(key, row)]
        for key in gone:
            del self[key]
        return bool(gone)

    def forget(self, column: Column[object], values: Collection[object]) -> None:
        """Delete the rows that have one of these values in a column of SQL: in a field, or in its place in the key."""
        place = [*column.table.primary_key].index(column) if column.primary_key else 0
        self.drop(lambda key, row: getattr(row, column.name, key[place] if isinstance(key, tuple) else key) in values)


@dataclass(frozen=True)
class MemoryCertified:
    """A certified deal."""

    deal: CertifiedDeal
    found_at: int
    taken_at: int | None = None


@dataclass(frozen=True)
class MemoryAnalysis:
    """An analysis, and who has asked for it and makes it."""

    stored: StoredAnalysis
    asked_at: int
    share: str = ""
    owner: str = ""


@dataclass(frozen=True)
class MemoryExamination:
    """An examination."""

    stored: StoredExamination
    asked_at: int


@dataclass(frozen=True)
class MemoryClosing:
    """A closing, and the field of its last one."""

    stored: StoredClosing
    field: StoredField | None = None
    is_done: bool = False


@dataclass(frozen=True)
class MemoryGroupScores:
    """The scores of a daily in a group, and to which of its versions they belong."""

    version: int = 1
    scored: int = 0
    scores: DayScores | None = None


class MemoryDatabase:
    """All that is stored: rows by their keys in a table for each one in SQL, and what is looked up in others there."""

    def __init__(self) -> None:
        for name in metadata.tables:
            setattr(self, name, Table())
        self.closed = Table[str, StoredRoom]()
        """The rooms that are not open. Their codes are not given again."""
        self.dailies = Table[DailyKey, StoredDaily]()
        self.race_of = Table[str, str]()
        """Race ids by game id."""
        self.puzzle_dates = Table[str, str]()
        """Dates by puzzle."""
        self.push_counts = Table[tuple[str, int], int]()
        """Messages by subscription and day."""
        self.claims = Table[tuple[str, object], int]()
        """Until when a process has claimed work, by its kind and its key."""

    @property
    def attempts(self) -> dict[tuple[DailyKey, str], str]:
        """Game ids by daily and player."""
        of_dailies = [(key, entry) for key in self.dailies for entry in self.events[key.event].entries]
        return {(key, entry.player): entry.game for key, entry in of_dailies if entry.game}

    def game(self, game_id: str) -> StoredGame:
        race = self.races[self.race_of[game_id]]
        return next(game for game in race.games if game.id == game_id)

    def change_game(self, changed: StoredGame) -> None:
        race = self.races[self.race_of[changed.id]]
        games = tuple(changed if game.id == changed.id else game for game in race.games)
        self.races.change(race.id, games=games)

    def is_listed(self, code: str) -> bool:
        room = self.rooms.get(code) or self.closed.get(code)
        return room is not None and room.listed

    def copied(self) -> dict[str, object]:
        """A copy of what transactions change: no transaction changes a value inside."""
        return {name: copy(value) for name, value in vars(self).items()}

    def put_back(self, copied: dict[str, object]) -> None:
        vars(self).update(copied)


class MemoryPart:
    """A part of a store in memory and of its transactions, which have all parts: they call each other's methods."""

    def __init__(self, database: MemoryDatabase) -> None:
        self.database = database

    def _claim(self, kind: str, ready: Iterable[Key], now: int, until: int) -> Key | None:
        """Claim the first work that no process has claimed."""
        free = next((each for each in ready if self._is_free(kind, each, now)), None)
        if free is not None:
            self.database.claims[kind, free] = until
        return free

    def _is_free(self, kind: str, work: object, now: int) -> bool:
        return self.database.claims.get((kind, work), -1) < now

    def _is_active(self, player: str) -> bool:
        """Whether there is such a player, and was not deleted."""
        found = self.database.players.get(player)
        return found is not None and found.deleted_at is None

    def _networks(self, player: str) -> set[str]:
        return {each.network for each in self.database.sessions.where(player=player)} - {""}

    def _flagged(self) -> set[str]:
        """The games that count for nothing because of their examination."""
        return {game for game, each in self.database.examinations.items() if each.stored.is_flagged}
