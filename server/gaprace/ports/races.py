"""Stored races with their games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from gaprace.play.seals import NO_SEAL, Seal
from gaprace.ports.dailies import DailyKey
from gaprace.rules.deal import Deal
from gaprace.rules.results import Order, Result
from gaprace.rules.variants import Variant


class StoredResult(Result, frozen=True, kw_only=True):
    """The result of a game that has ended, and how it was played."""

    transcript: str
    ended_at: int
    boards: "ShownBoards"
    delay_ms: int | None = None
    """Of a win in a race of several: half of the round trip to its player, if it was measured."""


@dataclass(frozen=True, slots=True)
class ShownBoards:
    """The boards of a game, as texts, that cannot be known without its secret or without playing all of it again."""

    last: str
    """The board at the end."""
    shuffled: tuple[str, ...]
    """The board after each shuffle."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A player's game in a race. Until it ends, its actions are stored one by one (`ports.actions`)."""

    id: str
    player: str
    ranked: bool
    hinted: bool = False
    result: StoredResult | None = None
    """None while the game runs."""
    among_programs: bool = False
    """Whether it counts among programs: one plays it, on a deal on which people are ranked."""
    voided_by: str | None = None
    """The decision that made the result void. Such a game is not ranked."""
    team: int = 0
    """The number of the player's team; 0 without teams."""
    kin: int = 0
    """The player's kin in the race, see `play.people.rating.kin_of`; 0 for none, and while the race runs."""
    recorded: str | None = None
    """The finished game that a recorded rival plays again."""


@dataclass(frozen=True, slots=True)
class StoredRace:
    """A race, its deal and its games. The race of an event has no room, and the event's code as its id."""

    id: str
    room: str
    number: int
    deal: Deal
    starts_at: int
    ends_at: int | None
    games: tuple[StoredGame, ...]
    ended_at: int | None = None
    """None while the race runs."""
    daily: DailyKey | None = None
    """The daily whose deal is raced on, if it is one."""
    is_listed: bool = False
    """Whether its room is in the public list, or was when it closed."""
    event: str | None = None
    """The code of the event that its games are in."""
    seal: Seal = NO_SEAL
    """The seal that keeps its games from others."""
    team_scores: int = 0
    """Number of best scores that a team's result is the sum of; 0 in a race without teams."""
    group: str | None = None
    """The code of the group in whose room it was."""
    order: Order = "race"
    """How its games are ranked."""

    @property
    def challenge(self) -> str | None:
        """The code of the event that has a link."""
        return None if self.daily and self.event == self.daily.event else self.event

    @property
    def valid_results(self) -> dict[str, Result]:
        """The results that count, by player."""
        return {game.player: game.result for game in self.games if game.result and game.voided_by is None}

    @property
    def delays(self) -> dict[str, int]:
        """The measured delays of wins that count (ms), by player."""
        counted = [(game.player, game.result) for game in self.games if game.result and game.voided_by is None]
        return {player: result.delay_ms for player, result in counted if result.delay_ms is not None}


@dataclass(frozen=True, slots=True)
class FinishedRace:
    """A race that has ended, with the results of its games and without their transcripts."""

    id: str
    number: int
    ended_at: int
    results: Mapping[str, Result]
    """By player, in the order of the seats. Void results are left out."""
    variant: Variant
    teams: Mapping[str, int] = field(default_factory=dict)
    """The team of each player, in a race of teams."""
    team_scores: int = 0
    """Number of best scores that a team's result is the sum of; 0 in a race without teams."""


class RaceFilter(NamedTuple):
    """A filter of the races of listed rooms."""

    variant: str = ""
    """The name of a variant; empty for all."""
    player: str = ""
    """The id of a player who was in it; empty for all."""
    since: int = 0
    """Only races that ended at this instant or later."""
    after: tuple[int, str] | None = None
    """Only races before this one, by the time of its end and its id."""


class RaceStore(Protocol):
    """The store of races and games. `ports.transaction` begins and ends them."""

    async def race(self, race_id: str) -> StoredRace | None:
        """Return a race with its deal and games; by the code of an event with a link, the race of all of its games."""

    async def finished_races(self, room: str, first: int, last: int) -> list[FinishedRace]:
        """Return the races of a room that have ended, from one number to another, both included, in their order."""

    async def missed_races(self, group: str, player: str, since: int, limit: int) -> list[str]:
        """Return the ids of a group's last races since an instant, on deals of which a player has seen no card.

        Races of a member who missed one are left out: those with recorded games.
        """

    async def later_races(self, race: StoredRace) -> list[StoredRace]:
        """Return the races that have ended of members of a group who missed this race of it: on its deal."""

    async def listed_races(self, rooms: int, limit: int) -> list[FinishedRace]:
        """Return the last races to end of the listed rooms that were touched last, open or closed, the newest first.

        Races of dailies and of events are left out, and those in which nobody has played.
        """

    async def past_races(self, which: RaceFilter, limit: int) -> list[FinishedRace]:
        """Return the races of rooms that are listed, or were when they closed; those of `listed_races`, but of all."""

    async def open_races(self, due_by: int | None = None) -> list[tuple[str, str]]:
        """Return (room code, race id) of the races that have not ended; with `due_by`, of those whose limit is past."""

    async def is_raced(self, code: str) -> bool:
        """Whether a ranked game or a recorded rival runs on a deal with this code, in any variant."""

    async def finished_game(self, game_id: str) -> tuple[StoredGame, StoredRace] | None:
        """Return a game with its race, and no other games of it; None if there is no such game or it still runs."""

    async def own_games(self, player: str, game_ids: Sequence[str]) -> list[StoredRace]:
        """Return the races of games of a player in the order of their start, each with this game alone."""

    async def mark_hinted(self, game_id: str) -> None:
        """Record that a hint was given in a running game: it is no longer ranked."""


@dataclass(frozen=True, slots=True)
class StoredSeries:
    """The races of a room that make a decided series. Its score follows from their results."""

    id: str
    room: str
    first: int
    """The number of its first race in the room."""
    last: int
    """The number of its last race."""
    best_of: int
    ended_at: int
    group: str | None = None
    """The code of the group whose room it is."""


class SeriesStore(Protocol):
    """The store of series. `Transaction.add_series` adds them."""

    async def series(self, series_id: str) -> StoredSeries | None:
        """Return a series."""

    async def series_of_race(self, room: str, number: int) -> StoredSeries | None:
        """Return the series that a race of a room is part of."""

    async def group_series(self, group: str, after: tuple[int, str] | None, limit: int) -> list[StoredSeries]:
        """Return the series of a group's rooms, the latest first: those after (ended_at, id) in this order."""
