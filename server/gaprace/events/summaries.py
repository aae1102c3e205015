"""Public summaries of games, deals and dailies, for link previews. They contain no sealed data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gaprace.events.race_pages import places_of, rank_among
from gaprace.play.events.arena import Arena
from gaprace.play.events.event import Event
from gaprace.play.seals import Shown
from gaprace.play.standings import Place
from gaprace.ports import Clock, Store, StoredRace
from gaprace.rooms.refuse_sealed import is_sealed_code
from gaprace.rules.board import Board, parse_board
from gaprace.rules.deal import opening
from gaprace.rules.results import Result
from gaprace.rules.variants import Variant


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


class RaceSummary(NamedTuple):
    """A race that everybody may see."""

    race: StoredRace
    names: Mapping[str, str]
    """The current names of the players."""
    places: Sequence[Place]
    """The places of valid results, best first; none while it runs."""


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
        """Return a race that runs, or has ended with a valid result; of an event, only after its end."""
        race = await self._store.race(race_id)
        if race is None or await self._is_hidden(race):
            return None
        places = await places_of(self._store, race) if race.ended_at is not None else []
        if race.ended_at is not None and not places:
            return None
        return RaceSummary(race, await self._store.names([game.player for game in race.games]), places)

    async def challenge(self, code: str) -> tuple[Event, str] | None:
        """Return a challenge and its challenger's name; None for one of a group, which only members see."""
        found = await self._store.event(code)
        if found is None or not found.has_link or found.group is not None:
            return None
        return found, (await self._store.names([found.player])).get(found.player, "")

    async def arena(self, code: str) -> Arena | None:
        """Return an arena; None for an arena of a group or of a suspended organiser."""
        found = await self._store.arena(code)
        organiser = await self._store.player(found.player) if found and found.group is None else None
        return found if organiser and not organiser.is_suspended(self._clock.now()) else None

    async def _is_hidden(self, race: StoredRace) -> bool:
        """Whether a race is hidden: its challenge is sealed, or among the members of a group."""
        if race.challenge is None:
            return False
        challenge = await self._store.event(race.challenge)
        is_sealed = race.ended_at is None or not race.seal.is_lifted(self._clock.now())
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
