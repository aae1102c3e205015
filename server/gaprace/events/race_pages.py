"""The page of a race, for as long as its games are stored: standings, and every game."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as replaced

from msgspec.structs import asdict, replace

from gaprace.errors import Refusal
from gaprace.events.link_access import require_visible_challenge
from gaprace.events.missed_races import rivals_in
from gaprace.events.series_pages import series_of_race
from gaprace.play.live.bots import ANONYMOUS, level_of
from gaprace.play.live.settings import choice_of
from gaprace.play.live.teams import TeamGame, team_standings
from gaprace.play.seals import Shown
from gaprace.play.standings import Place, photo_finishes, standing, standings
from gaprace.ports import Clock, RecordedBy, Store, StoredGame, StoredRace
from gaprace.wire import Seat
from gaprace.wire.http import DailyName, RacedGame, RacePage

_Names = Mapping[str, str]


class RacePages:
    """Reads races."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def page(self, race_id: str, me: str | None = None, *, looks: bool = False) -> RacePage:
        """Return a race as visible to player `me`: only the players of a running race. Raises `race_not_found`.

        With `looks`, a member of a group sees a race that could still be raced, and cannot race it any more.
        """
        race = await self._visible(race_id, me)
        if race is None:
            raise Refusal("race_not_found", "Race not found. Check the link: it may be incomplete.")
        is_missed = not looks and bool(await rivals_in(self._store, race, me, self._clock.now()))
        names = await self._store.names(sorted(game.player for game in race.games))
        recorded = await recorded_in(self._store, race.games)
        names |= {player: each.name for player, each in recorded.items()}
        games = [] if is_missed else await self._games(race, me, names)
        sees_play = any(game.transcript is not None for game in games)
        if sees_play and me is not None and all(game.player != me for game in race.games):
            await self._store.add_seen([me], [race.deal.code], self._clock.now())
        is_open = race.seal.is_lifted(self._clock.now())
        return RacePage(
            id=race.id,
            number=race.number,
            variant=choice_of(race.deal.variant),
            starts_at=race.starts_at,
            ranked=any(game.ranked for game in race.games),
            order=race.order,
            seats=[_seat(game, names, recorded) for game in race.games],
            ended_at=race.ended_at,
            games=games,
            opening=race.deal.opening().text if sees_play else None,
            code=race.deal.code if sees_play and is_open else None,
            daily=DailyName(*race.daily) if race.daily else None,
            revealed_at=None if is_open else race.seal.until,
            challenge=await self._visible_challenge(race, me),
            series=await series_of_race(self._store, race, me),
            # A void game does not count.
            teams=team_standings(
                (TeamGame.of(each)._replace(moves=0 if each.void else each.moves) for each in games), race.team_scores
            ),
            missed=is_missed,
            later=[] if is_missed else await self._later(race),
        )

    async def _later(self, race: StoredRace) -> list[RacedGame]:
        """Return the games of those who raced a race of their group later, each with its place among those of it."""
        found = list[RacedGame]()
        if race.group is None or race.ended_at is None or not race.seal.is_lifted(self._clock.now()):
            return found
        for later in await self._store.later_races(race):
            names = await self._store.names([game.player for game in later.games])
            for game in later.games:
                if game.result and game.recorded is None and game.voided_by is None and not level_of(game.player):
                    both = standings({**race.valid_results, game.player: game.result}, race.order, race.deal.variant)
                    place = next(each for each in both if each.player == game.player)
                    told = standing(place, _seat(game, names, {}), names.get(game.player, ""), None)
                    found.append(RacedGame(**asdict(told)))
        return found

    async def _visible_challenge(self, race: StoredRace, me: str | None) -> str | None:
        """Return the challenge of a race, unless it is that of a private group that the player is no member of."""
        if race.challenge is not None:
            with suppress(Refusal):
                await require_visible_challenge(self._store, race.challenge, me)
                return race.challenge
        return None

    async def _visible(self, race_id: str, me: str | None) -> StoredRace | None:
        """Return a race; that of an event if the player may see it, with the games that are not sealed."""
        race = await self._store.race(race_id)
        if race is None or race.id != race.event:
            return race
        with suppress(Refusal):
            await require_visible_challenge(self._store, race.event, me)
            return self._as_played(race, me)
        return None

    def _as_played(self, race: StoredRace, me: str | None) -> StoredRace:
        if race.ended_at is not None or race.seal.holds(me, self._clock.now()):
            return race
        ended = tuple(game for game in race.games if game.result)
        return replaced(race, games=ended, ended_at=max(game.result.ended_at for game in ended if game.result))

    async def _games(self, race: StoredRace, me: str | None, names: _Names) -> list[RacedGame]:
        """Return the games as player `me` may see them, best first."""
        shown = {game.player: self._shown(race, game, me) for game in race.games}
        seen = {game.player: game for game in race.games if shown[game.player] != Shown.SEAT}
        places = _places(race, seen)
        close = photo_finishes(((each.player, each.result) for each in places), race.delays)
        games = []
        for place in places:
            game = seen[place.player]
            told = standing(place, _seat(game, names, {}), names.get(game.player, ""), close.get(game.player))
            raced = RacedGame(**asdict(told), void=game.voided_by is not None)
            if game.result and shown[game.player] == Shown.PLAY:
                play = game.result
                raced = replace(raced, transcript=play.transcript, shuffled_boards=[*play.boards.shuffled])
            games.append(raced)
        return games

    def _shown(self, race: StoredRace, game: StoredGame, me: str | None) -> Shown:
        return Shown.SEAT if race.ended_at is None else race.seal.shown(game.player, me, self._clock.now())


async def recorded_in(store: Store, games: Iterable[StoredGame]) -> dict[str, RecordedBy]:
    """Return the players of the games that recorded rivals play again, by the players of their seats."""
    rivals = {game.player: game.recorded for game in games if game.recorded}
    found = await store.recorded_by(rivals.values()) if rivals else {}
    return {player: named(found[game]) for player, game in rivals.items() if game in found}


def named(recorded: RecordedBy) -> RecordedBy:
    """Return who played a recorded game, with a name for those who do not want to be named."""
    return recorded if recorded.name else recorded._replace(name=ANONYMOUS)


def _seat(game: StoredGame, names: _Names, recorded: Mapping[str, RecordedBy]) -> Seat:
    date = recorded[game.player].date if game.player in recorded else ""
    return Seat(game.player, game.id, names.get(game.player, ""), game.team, date)


def _places(race: StoredRace, seen: Mapping[str, StoredGame]) -> list[Place]:
    """Return the standings of the ended games that a viewer sees; void ones come last, as if beaten by all others."""
    results = {player: game.result for player, game in seen.items() if game.result}
    valid = {player: result for player, result in results.items() if seen[player].voided_by is None}
    void = [Place(len(valid) + 1, player, result) for player, result in results.items() if player not in valid]
    return [*standings(valid, race.order, race.deal.variant), *void]


MIN_RACERS = 2
"""Minimum number of results in a race between players."""


async def places_of(store: Store, race: StoredRace) -> list[Place]:
    """Return the standings of a finished race: the games of all players that are not void."""
    if race.id == race.event:
        results = race.valid_results
    else:
        found = await store.finished_races(race.room, race.number, race.number)
        results = dict(found[0].results) if found else {}
    return standings(results, race.order, race.deal.variant)


def rank_among(places: Sequence[Place], player: str) -> int | None:
    """Return the rank of a player in a race; None for one without a valid result, and in a race of one."""
    if len(places) < MIN_RACERS:
        return None
    return next((place.rank for place in places if place.player == player), None)
