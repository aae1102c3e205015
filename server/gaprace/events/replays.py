"""Finished games: their results, replays and records, and rooms to race against them. Sealed deals stay hidden."""

from collections.abc import Sequence

from msgspec.structs import replace

from gaprace.errors import Refusal
from gaprace.events.race_pages import MIN_RACERS, places_of, rank_among, recorded_in
from gaprace.moderation.examinations import flags_of
from gaprace.play.events.event import daily_event
from gaprace.play.live.settings import SOLO_SEATS, choice_of, replace_settings
from gaprace.play.seals import may_find_race
from gaprace.play.standings import Place
from gaprace.ports import Clock, Store, StoredGame, StoredPlayer, StoredRace, StoredResult
from gaprace.rooms.refuse_sealed import refuse_sealed
from gaprace.rooms.registry import RoomRegistry
from gaprace.rules.results import fields_of
from gaprace.wire import RoomView, Settings
from gaprace.wire.http import DailyName, FinishedGame, Record, Replay


class Replays:
    """Reads finished games."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry) -> None:
        self._store = store
        self._clock = clock
        self._rooms = rooms

    async def finished_game(self, game_id: str, me: str | None = None) -> FinishedGame:
        """Return a finished game, with its record if the deal is revealed."""
        game, race, result = await self.found(game_id, me)
        names = await self._store.names([game.player])
        names |= {player: each.name for player, each in (await recorded_in(self._store, [game])).items()}
        shown = _finished(game, race, result, names.get(game.player, ""))
        examination = await self._store.examination(game.id)
        is_cleared = examination is not None and examination.cleared_at is not None
        if examination and (examination.is_flagged or is_cleared):
            shown = replace(shown, flags=flags_of(examination.flags), cleared=is_cleared)
        shown = _with_race(shown, race, await places_of(self._store, race), me)
        if race.seal.is_lifted(self._clock.now()):
            return shown
        return replace(shown, code=None, record=None, revealed_at=race.seal.until)

    async def room_against(self, player: StoredPlayer, game_id: str, settings: Settings) -> RoomView:
        """Create a solo room in which a player races against a finished game, with its deal and its shuffles.

        It has no hints if the deal belongs to a sealed daily, since others may still play it.
        """
        _, race, _ = await self.found(game_id, player.id)
        if race.challenge:
            refuse_sealed(race, None, self._clock.now())
        variant = choice_of(race.deal.variant)
        daily = daily_event(*race.daily, race.deal).room(practice=True) if race.daily else None
        hints = settings.hints and race.seal.is_lifted(self._clock.now())
        fixed = replace_settings(settings, variant=variant, seats=SOLO_SEATS, code=None, locked=True, hints=hints)
        return await self._rooms.create(player, fixed, event=daily, ghost=game_id)

    async def analysable(self, game_id: str, me: str | None) -> tuple[StoredGame, StoredRace, StoredResult]:
        """Return a finished game whose positions may be shown with verdicts, with its race and its result."""
        found = _, race, _ = await self.found(game_id, me)
        refuse_sealed(race, None, self._clock.now())
        return found

    async def found(self, game_id: str, me: str | None) -> tuple[StoredGame, StoredRace, StoredResult]:
        """Return a finished game that player `me` may see, with its race and its result."""
        game, race = await self._store.finished_game(game_id) or (None, None)
        if game is None or race is None or race.ended_at is None or game.result is None:
            raise Refusal("game_not_found", "Game not found, or its race is still in progress.")
        if game.player != me:
            refuse_sealed(race, me, self._clock.now())
            if me is not None:
                await self._store.add_seen([me], [race.deal.code], self._clock.now())
        return game, race, game.result


def _with_race(shown: FinishedGame, race: StoredRace, places: Sequence[Place], me: str | None) -> FinishedGame:
    """Return a game with its race, if a link to the race is visible to player `me`."""
    may_find = may_find_race({shown.player, *(place.player for place in places)}, me, is_listed=race.is_listed)
    room = race.room if may_find else None
    if len(places) < MIN_RACERS:
        return replace(shown, room=room)
    rank = rank_among(places, shown.player)
    return replace(shown, room=room, race=race.id if may_find else None, rank=rank, players=len(places))


def _finished(game: StoredGame, race: StoredRace, result: StoredResult, name: str) -> FinishedGame:
    deal, transcript = race.deal, result.transcript
    return FinishedGame(
        id=game.id,
        player=game.player,
        name=name,
        **fields_of(result),
        ranked=game.ranked and not game.hinted,
        void=game.voided_by is not None,
        ended_at=result.ended_at,
        replay=Replay(choice_of(deal.variant), deal.opening().text, transcript, [*result.boards.shuffled]),
        code=deal.code,
        daily=DailyName(*race.daily) if race.daily else None,
        challenge=race.challenge,
        record=Record.of_transcript(deal, transcript, result.boards.shuffled),
    )
