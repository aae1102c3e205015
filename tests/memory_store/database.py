"""What a store in memory keeps."""

import asyncio
from copy import copy
from dataclasses import dataclass, field, replace

from gaprace.errors import StoreUnavailable
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


@dataclass
class MemoryCertified:
    """A certified deal."""

    deal: CertifiedDeal
    found_at: int
    taken_at: int | None = None


@dataclass
class MemoryAnalysis:
    """An analysis and its claim."""

    stored: StoredAnalysis
    asked_at: int
    owner: str = ""
    owned_until: int = -1
    share: str = ""


@dataclass
class MemoryExamination:
    """An examination and its claim."""

    stored: StoredExamination
    asked_at: int
    owned_until: int = -1


@dataclass(frozen=True)
class MemoryClosing:
    """A closing and its claim."""

    stored: StoredClosing
    owned_until: int = -1
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

    players: dict[str, StoredPlayer] = field(default_factory=dict)
    keys: dict[str, bytes] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    rooms: dict[str, StoredRoom] = field(default_factory=dict)
    """The open ones."""
    closed: set[str] = field(default_factory=set)
    """Codes of rooms that are no longer open; they are not given again."""
    closed_listed: dict[str, int] = field(default_factory=dict)
    """Those of them that were in the public list, and when they were touched last."""
    races: dict[str, StoredRace] = field(default_factory=dict)
    race_of: dict[str, str] = field(default_factory=dict)
    """Race ids by game id."""
    series: dict[str, StoredSeries] = field(default_factory=dict)
    actions: dict[str, dict[int, StoredAction]] = field(default_factory=dict)
    """By running game, by number."""
    daily_secrets: dict[DailyKey, DailySecret] = field(default_factory=dict)
    dailies: dict[DailyKey, StoredDaily] = field(default_factory=dict)
    closings: dict[DailyKey, MemoryClosing] = field(default_factory=dict)
    daily_scores: dict[tuple[DailyKey, str], DailyScore] = field(default_factory=dict)
    """By daily and player."""
    places: dict[tuple[Leaderboard, str], Place] = field(default_factory=dict)
    """By leaderboard and player."""
    ratings: dict[tuple[str, str], Rating] = field(default_factory=dict)
    """By player and variant."""
    rating_changes: dict[tuple[str, str, str], RatingPoint] = field(default_factory=dict)
    """By player, variant and race, in the order of the races' ends."""
    histories: dict[tuple[str, str, str], Rating] = field(default_factory=dict)
    """The ratings after races, like `rating_changes`."""
    certified: dict[tuple[str, str], MemoryCertified] = field(default_factory=dict)
    """By variant and code, in the order in which they were found."""
    analyses: dict[str, MemoryAnalysis] = field(default_factory=dict)
    """By game, in the order in which they were requested."""
    examinations: dict[str, MemoryExamination] = field(default_factory=dict)
    """By game."""
    reports: dict[str, StoredReport] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    blocks: dict[tuple[str, str], StoredBlock] = field(default_factory=dict)
    """By the player who blocks and the one who is blocked."""
    follows: dict[tuple[str, str], StoredFollow] = field(default_factory=dict)
    """By the player who follows and the one who is followed."""
    seen: dict[tuple[str, str], int] = field(default_factory=dict)
    """When deals were seen, by player and code."""
    presences: dict[str, StoredPresence] = field(default_factory=dict)
    sessions: dict[str, StoredSession] = field(default_factory=dict)
    device_codes: dict[str, StoredDeviceCode] = field(default_factory=dict)
    """By player."""
    subjects: dict[tuple[str, str], StoredSubject] = field(default_factory=dict)
    banned_networks: dict[tuple[str, str], int] = field(default_factory=dict)
    """Until when, by decision and network."""
    voidings: dict[str, Voiding] = field(default_factory=dict)
    """By decision."""
    recomputations: dict[str, Moment] = field(default_factory=dict)
    """By variant."""
    puzzles: dict[str, StoredPuzzle] = field(default_factory=dict)
    puzzle_dates: dict[str, str] = field(default_factory=dict)
    """Puzzles by date."""
    mistake_searches: dict[str, int] = field(default_factory=dict)
    """When the games of a player were asked to be searched."""
    puzzle_claims: dict[str, int] = field(default_factory=dict)
    """Until when the search of a player's games is claimed."""
    puzzle_tries: dict[tuple[str, str], PuzzleTry] = field(default_factory=dict)
    """By player and puzzle, like the mistakes."""
    puzzle_mistakes: dict[tuple[str, str], StoredMistake] = field(default_factory=dict)
    puzzle_games: set[str] = field(default_factory=set)
    """The games that were searched."""
    events: dict[str, Event] = field(default_factory=dict)
    """By code. Whether games have ended is looked up."""
    arenas: dict[str, Arena] = field(default_factory=dict)
    """By code."""
    groups: dict[str, StoredGroup] = field(default_factory=dict)
    group_members: dict[tuple[str, str], Membership] = field(default_factory=dict)
    """By group and player."""
    group_scores: dict[tuple[str, str, str], MemoryGroupScores] = field(default_factory=dict)
    group_divisions: dict[tuple[str, str, str], dict[str, int]] = field(default_factory=dict)
    """By group, daily and date."""
    muted_spectators: set[tuple[str, str]] = field(default_factory=set)
    """By room and player."""
    webhooks: dict[str, Endpoint] = field(default_factory=dict)
    letters: dict[str, Letter] = field(default_factory=dict)
    push_subscriptions: dict[str, Subscription] = field(default_factory=dict)
    notices: dict[str, QueuedNotice] = field(default_factory=dict)
    push_counts: dict[tuple[str, int], int] = field(default_factory=dict)
    """Messages by subscription and day."""
    channel_owners: dict[str, int] = field(default_factory=dict)
    """Until when servers have claimed channels."""

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
        self.races[race.id] = replace(race, games=games)

    def is_listed(self, code: str) -> bool:
        return self.rooms[code].listed if code in self.rooms else code in self.closed_listed

    def save_room(self, room: StoredRoom) -> bool:
        stored = self.rooms.get(room.code)
        if not stored or stored.version != room.version - 1:
            return False
        self.rooms[room.code] = room
        return True

    def needed_players(self) -> set[str]:
        """Players with something that a guest is kept for."""
        needed = {game.player for race in self.races.values() for game in race.games}
        needed |= {player for _, player in self.group_members}
        needed |= {each.player for made in self.events.values() for each in (made, *made.entries)}
        needed |= {each.player for each in self.subjects.values()}
        needed |= {each.player for made in self.arenas.values() for each in (made, *made.entries)}
        needed |= {player for player, _ in self.follows}
        return needed | {*self.mistake_searches, *(player for player, _ in self.puzzle_tries)}

    def copied(self) -> dict[str, object]:
        """A copy of what transactions change: no transaction changes a value inside."""
        return {name: copy(value) for name, value in vars(self).items()}

    def put_back(self, copied: dict[str, object]) -> None:
        vars(self).update(copied)


class MemoryRepository:
    """A part of a store in memory, or all of it."""

    def __init__(self, database: MemoryDatabase | None = None) -> None:
        self.database = database or MemoryDatabase()
        self.available = True

    async def _reach(self) -> MemoryDatabase:
        """Let others run first, as a real database does."""
        await asyncio.sleep(0)
        if not self.available:
            raise StoreUnavailable("This store is unavailable because a test wants it so.")
        return self.database


class MemorySteps:
    """A part of a transaction in memory, or all of it."""

    def __init__(self, data: MemoryDatabase) -> None:
        self._data = data
