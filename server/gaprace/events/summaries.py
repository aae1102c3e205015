"""Public summaries of games, deals and dailies, for link previews. They contain no sealed data."""

from dataclasses import dataclass
from typing import NamedTuple

from gaprace.events.race_pages import places_of, rank_among
from gaprace.play.events.seals import Shown
from gaprace.ports import Clock, Store, StoredRace
from gaprace.rooms.sealed_deals import is_sealed_code
from gaprace.rules.board import Board, parse_board
from gaprace.rules.deal import opening
from gaprace.rules.ranking import Result
from gaprace.rules.variants import VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game, summed up."""

    name: str
    """The player's current name."""
    variant: Variant
    result: Result
    board: Board | None
    """The board at the end; None while the deal is sealed."""
    daily: str | None = None
    """The date of the daily whose deal it is."""
    rank: int | None = None
    """The rank in a race of two or more."""
    players: int = 1
    """Number of players in the race."""


@dataclass(frozen=True, slots=True)
class RaceSummary:
    """A race that has ended, summed up."""

    variant: Variant
    racers: tuple["RacerSummary", ...]
    """The players, best first."""
    daily: str | None = None
    """The date of the daily whose deal it is."""


@dataclass(frozen=True, slots=True)
class RunningRaceSummary:
    """A running race, without its state."""

    variant: Variant
    names: tuple[str, ...]
    """The current names of the players, in the order of their seats."""
    daily: str | None = None
    """The date of the daily whose deal it is."""


@dataclass(frozen=True, slots=True)
class ChallengeSummary:
    """A challenge, summed up."""

    name: str
    """The current name of the player who has made it."""
    variant: Variant
    players: int
    """Number of players who have a place."""
    ends_at: int
    has_ended: bool


@dataclass(frozen=True, slots=True)
class ArenaSummary:
    """An arena, summed up."""

    name: str
    is_cup: bool
    variant: Variant
    players: int
    """Number of players who have registered."""
    starts_at: int
    has_ended: bool


class RacerSummary(NamedTuple):
    """A player of a race, and how the game ended."""

    name: str
    rank: int
    result: Result


class PublicSummaries:
    """Returns the public summaries of pages, for anyone with a link."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def game(self, game_id: str) -> GameSummary | None:
        """Return a finished game; None while its race is running, or its result is sealed."""
        found = await self._store.finished_game(game_id)
        game, race = found or (None, None)
        if game is None or race is None or race.ended_at is None or game.result is None:
            return None
        shown = race.seal.shown(game.player, None, self._clock.now())
        if shown is Shown.SEAT:
            return None
        names = await self._store.names([game.player])
        last = game.result.boards.last
        board = parse_board(last, race.deal.variant.columns) if shown is Shown.PLAY else None
        date = race.daily.date if race.daily else None
        places = await places_of(self._store, race)
        rank = rank_among(places, game.player)
        return GameSummary(
            names.get(game.player, ""), race.deal.variant, game.result, board, date, rank, max(1, len(places))
        )

    async def race(self, race_id: str) -> RaceSummary | None:
        """Return a race with a valid result; None while it is running."""
        race = await self._store.race(race_id)
        if race is None or race.ended_at is None or await self._is_hidden(race):
            return None
        places = await places_of(self._store, race)
        if not places:
            return None
        names = await self._store.names([place.player for place in places])
        racers = tuple(RacerSummary(names.get(place.player, ""), place.rank, place.result) for place in places)
        date = race.daily.date if race.daily else None
        return RaceSummary(race.deal.variant, racers, date)

    async def running_race(self, race_id: str) -> RunningRaceSummary | None:
        """Return a race that is running; None for one that has ended, and for a game of a challenge."""
        race = await self._store.race(race_id)
        if race is None or race.ended_at is not None or race.challenge is not None:
            return None
        names = await self._store.names([game.player for game in race.games])
        date = race.daily.date if race.daily else None
        return RunningRaceSummary(race.deal.variant, tuple(names.get(game.player, "") for game in race.games), date)

    async def challenge(self, code: str) -> ChallengeSummary | None:
        """Return a challenge; None for a challenge of a group, which is visible only with the group."""
        found = await self._store.event(code)
        if found is None or not found.has_link or found.group is not None:
            return None
        names = await self._store.names([found.player])
        return ChallengeSummary(
            name=names.get(found.player, ""),
            variant=found.deal.variant,
            players=len(found.entries),
            ends_at=found.ends_at,
            has_ended=found.ended_at is not None,
        )

    async def arena(self, code: str) -> ArenaSummary | None:
        """Return an arena; None for an arena of a group or of a suspended organiser."""
        found = await self._store.arena(code)
        organiser = await self._store.player(found.player) if found and found.group is None else None
        if found is None or organiser is None or organiser.is_suspended(self._clock.now()):
            return None
        return ArenaSummary(
            name=found.name,
            is_cup=found.is_cup,
            variant=VARIANTS[found.variant],
            players=len(found.entries),
            starts_at=found.starts_at,
            has_ended=found.ended_at is not None,
        )

    async def _is_hidden(self, race: StoredRace) -> bool:
        """Whether a race is hidden: its challenge is sealed, or among the members of a group."""
        if race.challenge is None:
            return False
        challenge = await self._store.event(race.challenge)
        is_sealed = not race.seal.is_lifted(self._clock.now())
        return is_sealed or challenge is None or challenge.group is not None

    async def opening(self, variant: Variant, code: str) -> Board | None:
        """Return the opening of a deal; None while it is sealed."""
        return None if await is_sealed_code(self._store, self._clock.now(), code) else opening(variant, code)

    async def daily_opening(self, date: str, variant: str) -> Board | None:
        """Return the opening of a daily; None until it is revealed."""
        dailies = await self._store.dailies(date, date)
        found = next((daily for daily in dailies if daily.key.variant == variant), None)
        is_open = found is not None and found.event.seal.is_lifted(self._clock.now())
        return found.deal.opening() if found and is_open else None
