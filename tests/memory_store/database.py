"""What a store in memory keeps, in tables of rows."""

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TypeVar

from msgspec import Struct, structs

from gaprace.play.events.arena import Arena
from gaprace.play.events.daily_scores import DailyScore
from gaprace.play.events.event import Event
from gaprace.play.events.group_scores import DayScores
from gaprace.play.events.leaderboards import Leaderboard, Place
from gaprace.play.notices.outbox import Letter, QueuedNotice
from gaprace.play.notices.push import Subscription
from gaprace.play.notices.webhooks import Endpoint
from gaprace.play.people.group import Membership
from gaprace.play.people.rating import Rating
from gaprace.ports import (
    CertifiedDeal,
    DailyKey,
    DailySecret,
    Moment,
    PuzzleTry,
    StoredAction,
    StoredAnalysis,
    StoredBlock,
    StoredClosing,
    StoredDaily,
    StoredDeviceCode,
    StoredExamination,
    StoredField,
    StoredFollow,
    StoredGame,
    StoredGroup,
    StoredMistake,
    StoredPlayer,
    StoredPresence,
    StoredPuzzle,
    StoredRace,
    StoredReport,
    StoredRoom,
    StoredSeries,
    StoredSession,
    StoredSubject,
    Voiding,
)
from gaprace.wire.http import Decision, RatingPoint

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


@dataclass
class MemoryDatabase:
    """All that is stored."""

    players: Table[str, StoredPlayer] = field(default_factory=Table)
    keys: Table[str, bytes] = field(default_factory=Table)
    settings: Table[str, str] = field(default_factory=Table)
    rooms: Table[str, StoredRoom] = field(default_factory=Table)
    """The open ones."""
    closed: Table[str, StoredRoom] = field(default_factory=Table)
    """The others. Their codes are not given again."""
    races: Table[str, StoredRace] = field(default_factory=Table)
    race_of: Table[str, str] = field(default_factory=Table)
    """Race ids by game id."""
    series: Table[str, StoredSeries] = field(default_factory=Table)
    actions: Table[str, dict[int, StoredAction]] = field(default_factory=Table)
    """By running game, by number."""
    daily_secrets: Table[DailyKey, DailySecret] = field(default_factory=Table)
    dailies: Table[DailyKey, StoredDaily] = field(default_factory=Table)
    closings: Table[DailyKey, MemoryClosing] = field(default_factory=Table)
    daily_scores: Table[tuple[DailyKey, str], DailyScore] = field(default_factory=Table)
    """By daily and player."""
    places: Table[tuple[Leaderboard, str], Place] = field(default_factory=Table)
    """By leaderboard and player."""
    ratings: Table[tuple[str, str], Rating] = field(default_factory=Table)
    """By player and variant."""
    rating_changes: Table[tuple[str, str, str], RatingPoint] = field(default_factory=Table)
    """By player, variant and race, in the order of the races' ends."""
    histories: Table[tuple[str, str, str], Rating] = field(default_factory=Table)
    """The ratings after races, like `rating_changes`."""
    certified: Table[tuple[str, str], MemoryCertified] = field(default_factory=Table)
    """By variant and code."""
    analyses: Table[str, MemoryAnalysis] = field(default_factory=Table)
    """By game, as the examinations."""
    examinations: Table[str, MemoryExamination] = field(default_factory=Table)
    reports: Table[str, StoredReport] = field(default_factory=Table)
    decisions: Table[str, Decision] = field(default_factory=Table)
    blocks: Table[tuple[str, str], StoredBlock] = field(default_factory=Table)
    """By the player who blocks and the one who is blocked."""
    follows: Table[tuple[str, str], StoredFollow] = field(default_factory=Table)
    """By the player who follows and the one who is followed."""
    seen: Table[tuple[str, str], int] = field(default_factory=Table)
    """When deals were seen, by player and code."""
    presences: Table[str, StoredPresence] = field(default_factory=Table)
    sessions: Table[str, StoredSession] = field(default_factory=Table)
    device_codes: Table[str, StoredDeviceCode] = field(default_factory=Table)
    """By player."""
    subjects: Table[tuple[str, str], StoredSubject] = field(default_factory=Table)
    banned_networks: Table[tuple[str, str], int] = field(default_factory=Table)
    """Until when, by decision and network."""
    voidings: Table[str, Voiding] = field(default_factory=Table)
    """By decision."""
    recomputations: Table[str, Moment] = field(default_factory=Table)
    """By variant."""
    puzzles: Table[str, StoredPuzzle] = field(default_factory=Table)
    puzzle_dates: Table[str, str] = field(default_factory=Table)
    """Dates by puzzle."""
    mistake_searches: Table[str, int] = field(default_factory=Table)
    """When the games of a player were asked to be searched."""
    puzzle_tries: Table[tuple[str, str], PuzzleTry] = field(default_factory=Table)
    """By player and puzzle, like the mistakes."""
    puzzle_mistakes: Table[tuple[str, str], StoredMistake] = field(default_factory=Table)
    puzzle_games: set[str] = field(default_factory=set)
    """The games that were searched."""
    events: Table[str, Event] = field(default_factory=Table)
    """By code. Whether games have ended is looked up."""
    arenas: Table[str, Arena] = field(default_factory=Table)
    """By code."""
    groups: Table[str, StoredGroup] = field(default_factory=Table)
    group_members: Table[tuple[str, str], Membership] = field(default_factory=Table)
    """By group and player."""
    group_scores: Table[tuple[str, str, str], MemoryGroupScores] = field(default_factory=Table)
    group_divisions: Table[tuple[str, str, str], dict[str, int]] = field(default_factory=Table)
    """By group, daily and date."""
    muted_spectators: set[tuple[str, str]] = field(default_factory=set)
    """By room and player."""
    webhooks: Table[str, Endpoint] = field(default_factory=Table)
    letters: Table[str, Letter] = field(default_factory=Table)
    push_subscriptions: Table[str, Subscription] = field(default_factory=Table)
    notices: Table[str, QueuedNotice] = field(default_factory=Table)
    push_counts: Table[tuple[str, int], int] = field(default_factory=Table)
    """Messages by subscription and day."""
    claims: Table[tuple[str, object], int] = field(default_factory=Table)
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
