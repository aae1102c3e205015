"""What a store in memory keeps."""

from dataclasses import dataclass, field

from gaprace.play.leaderboards import Place
from gaprace.play.rating import Rating
from gaprace.ports import (
    CertifiedDeal,
    DailyKey,
    RatingAfter,
    StoredAction,
    StoredAnalysis,
    StoredDaily,
    StoredGame,
    StoredPlayer,
    StoredRace,
    StoredRoom,
)


@dataclass
class MemoryCertified:
    """A certified deal."""

    deal: CertifiedDeal
    found_at: int
    taken_at: int | None = None


@dataclass
class MemoryAnalysis:
    """An analysis, and whose it is."""

    stored: StoredAnalysis
    asked_at: int
    owner: str = ""
    owned_until: int = -1


@dataclass
class MemoryDatabase:
    """What is stored."""

    players: dict[str, StoredPlayer] = field(default_factory=dict)
    keys: dict[str, bytes] = field(default_factory=dict)
    rooms: dict[str, StoredRoom] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    """Codes of rooms that are no longer open."""
    races: dict[str, StoredRace] = field(default_factory=dict)
    race_of: dict[str, str] = field(default_factory=dict)
    """Race ids by game id."""
    actions: dict[str, dict[int, StoredAction]] = field(default_factory=dict)
    """By game that has not ended, by number."""
    dailies: dict[DailyKey, StoredDaily] = field(default_factory=dict)
    attempts: dict[tuple[DailyKey, str], str] = field(default_factory=dict)
    """Game ids by daily and player."""
    places: dict[str, dict[str, Place]] = field(default_factory=dict)
    """By board, by player."""
    ratings: dict[tuple[str, str], Rating] = field(default_factory=dict)
    """By player and variant."""
    rating_changes: dict[tuple[str, str], list[RatingAfter]] = field(default_factory=dict)
    certified: dict[tuple[str, str], MemoryCertified] = field(default_factory=dict)
    """By variant and code, in the order in which they were found."""
    analyses: dict[str, MemoryAnalysis] = field(default_factory=dict)
    """By game, in the order in which they were asked for."""

    def game(self, game_id: str) -> StoredGame:
        race = self.races[self.race_of[game_id]]
        return next(game for game in race.games if game.id == game_id)
