"""The page of a race, for as long as its games are stored: standings, every game, and the score of its room."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as replaced

from msgspec.structs import asdict, replace

from gaprace.errors import Refusal
from gaprace.play.bots import level_of
from gaprace.play.seals import Shown, may_find_race, shown_of_game
from gaprace.play.series import scores_of
from gaprace.play.settings import choice_of
from gaprace.play.standings import ranks_of, winners_of
from gaprace.play.teams import TeamGame, team_standings
from gaprace.ports import Clock, FinishedRace, Result, Store, StoredGame, StoredRace
from gaprace.services.boards import FinishedBoards
from gaprace.services.challenge_access import seen_challenge
from gaprace.services.rivals import MIN_RACERS
from gaprace.services.series_pages import mean_imps, series_of_race
from gaprace.wire import Seat, Standing
from gaprace.wire.http import DailyName, RacedGame, RacePage, RoomRace, RoomScore

ROOM_RACES_AROUND = 25
"""Races of the room before a race, and after it, that its page may name."""
_Names = Mapping[str, str]


class RacePages:
    """Reads races."""

    def __init__(self, store: Store, clock: Clock, boards: FinishedBoards) -> None:
        self._store = store
        self._clock = clock
        self._boards = boards

    async def page(self, race_id: str, me: str | None = None) -> RacePage:
        """Return a race as visible to player `me`: only the players of a running race.

        Raises:
            Refusal: `race_not_found`.
            ServerFull: see `FinishedBoards.of`.

        """
        race = await self._store.race(race_id) or await self._challenge_race(race_id, me)
        if race is None:
            raise Refusal("race_not_found", "Race not found. Check the link: it may be incomplete.")
        room_races = await self._room_races(race, me)
        names = await self._names(race, room_races)
        games = await self._games(race, me, names)
        sees_play = any(game.transcript is not None for game in games)
        seal = race.seal
        is_hidden = seal is not None and seal.holds(None, self._clock.now())
        return RacePage(
            id=race.id,
            number=race.number,
            variant=choice_of(race.deal.variant),
            starts_at=race.starts_at,
            ranked=any(game.ranked for game in race.games),
            seats=[_seat(game, names) for game in race.games],
            ended_at=race.ended_at,
            games=games,
            opening=race.deal.opening().text if sees_play else None,
            code=race.deal.code if sees_play and not is_hidden else None,
            daily=DailyName(*race.daily) if race.daily else None,
            revealed_at=seal.until if seal and is_hidden else None,
            challenge=race.challenge,
            room_races=[RoomRace(each.id, each.number, winners_of(each.outcomes)) for each in room_races],
            scores=_scores(room_races, names),
            series=await series_of_race(self._store, race, me),
            teams=team_standings(map(_team_game, games), race.team_scores),
        )

    async def _challenge_race(self, code: str, me: str | None) -> StoredRace | None:
        """Return a challenge as one race, with the games that are not sealed for the player.

        None if the player may not see the challenge.
        """
        race = await self._store.challenge_race(code)
        if race is None:
            return None
        with suppress(Refusal):
            await seen_challenge(self._store, code, me)
            return self._as_played(race, me)
        return None

    def _as_played(self, race: StoredRace, me: str | None) -> StoredRace:
        if race.ended_at is not None or race.seal is None or race.seal.holds(me, self._clock.now()):
            return race
        ended = tuple(game for game in race.games if game.result)
        return replaced(race, games=ended, ended_at=max(game.result.ended_at for game in ended if game.result))

    async def _names(self, race: StoredRace, room_races: Sequence[FinishedRace]) -> _Names:
        players = {game.player for game in race.games}
        return await self._store.names(sorted(players.union(*(each.outcomes for each in room_races))))

    async def _room_races(self, race: StoredRace, me: str | None) -> list[FinishedRace]:
        """Return the races of the room with several players, if links to them are visible to player `me`."""
        players = [game.player for game in race.games]
        if len(players) < MIN_RACERS or not may_find_race(players, me, is_listed=race.is_listed):
            return []
        first, last = race.number - ROOM_RACES_AROUND + 1, race.number + ROOM_RACES_AROUND
        ended = await self._store.finished_races(race.room, first, last)
        found = [each for each in ended if len(each.outcomes) >= MIN_RACERS]
        return [each for each in found if may_find_race(each.outcomes, me, is_listed=race.is_listed)]

    async def _games(self, race: StoredRace, me: str | None, names: _Names) -> list[RacedGame]:
        """Return the games as player `me` may see them, best first."""
        shown = {game.id: self._shown(race, game, me) for game in race.games}
        ranked = _ranked([(game, game.result) for game in race.games if game.result and shown[game.id] != Shown.SEAT])
        games = []
        for rank, game, result in ranked:
            raced = _raced(game, result, rank, names.get(game.player, ""))
            if shown[game.id] == Shown.PLAY:
                boards = await self._boards.of(game.id, race.deal, result)
                raced = replace(raced, transcript=result.transcript, shuffled_boards=[*boards.shuffled])
            games.append(raced)
        return games

    def _shown(self, race: StoredRace, game: StoredGame, me: str | None) -> Shown:
        return shown_of_game(
            is_race_over=race.ended_at is not None,
            seal=race.seal,
            owner=game.player,
            viewer=me,
            now=self._clock.now(),
        )


def _seat(game: StoredGame, names: _Names) -> Seat:
    return Seat(game.player, game.id, names.get(game.player, ""), game.team, game.waits_ms)


def _ranked(games: Sequence[tuple[StoredGame, Result]]) -> list[tuple[int, StoredGame, Result]]:
    """Return games with their ranks, best first; void games come last, as if beaten by all others."""
    valid = [each for each in games if each[0].voided_by is None]
    void = [each for each in games if each[0].voided_by is not None]
    ranks = [*ranks_of([result.outcome for _, result in valid]), *[len(valid) + 1] * len(void)]
    ordered = [(rank, *each) for rank, each in zip(ranks, [*valid, *void], strict=True)]
    return sorted(ordered, key=lambda each: each[0])


def _raced(game: StoredGame, result: Result, rank: int, name: str) -> RacedGame:
    return RacedGame(**asdict(_standing(game, result, rank, name)), void=game.voided_by is not None)


def _standing(game: StoredGame, result: Result, rank: int, name: str) -> Standing:
    return Standing(
        player=game.player,
        name=name,
        game=game.id,
        rank=rank,
        won=result.won,
        locked=result.locked,
        score=result.score,
        moves=result.moves,
        shuffles=result.shuffles,
        time_ms=result.time_ms,
        reached_ms=result.reached_ms,
        bot=level_of(game.player),
        team=game.team,
    )


def _team_game(game: RacedGame) -> TeamGame:
    """Return a game for the results of teams: a void game does not count."""
    return TeamGame.of(game)._replace(moves=0 if game.void else game.moves)


def _scores(room_races: Sequence[FinishedRace], names: _Names) -> list[RoomScore]:
    scores = scores_of([(each.outcomes, each.variant) for each in room_races])
    return [
        RoomScore(each.player, names.get(each.player, ""), each.races, each.wins, each.points, mean_imps(each))
        for each in scores
    ]
