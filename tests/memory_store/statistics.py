"""The part of the store in memory that reads one player's games."""

from collections.abc import Callable

from gaprace.play.events.standings import race_rank
from gaprace.play.people.figures import BestGame, Figures, Milestone, VariantFigures
from gaprace.ports import (
    EndedGame,
    GameFilter,
    OwnPlace,
    Rival,
    StoredGame,
    StoredRace,
    StoredResult,
)
from gaprace.rules.results import is_played
from gaprace.wire.http import GameKind
from tests.memory_store.database import MemoryDatabase, MemoryRepository
from tests.memory_store.events import sealed_race, stored_event
from tests.plain import plain

Ended = tuple[StoredGame, StoredRace, StoredResult]


class MemoryStatistics(MemoryRepository):
    """Implements `StatisticsStore`."""

    async def figures(self, player_id: str, giant: int, now: int, *, sealed: bool = False) -> Figures:
        return naive_figures(await self._reach(), player_id, giant, None if sealed else now)

    async def last_ended_at(self, player_id: str) -> int | None:
        ended = ended_games(await self._reach(), player_id)
        return max((result.ended_at for _, _, result in ended), default=None)

    async def ended_games(self, player_id: str, which: GameFilter, limit: int) -> list[EndedGame]:
        data = await self._reach()
        found = [each for each in reversed(ended_games(data, player_id)) if _is_in(data, each, which)]
        return [_played(data, each) for each in found[:limit]]

    async def game_ids(self, player_id: str) -> list[str]:
        return [game.id for game, _ in games_of(await self._reach(), player_id)]

    async def own_places(self, player_id: str) -> list[OwnPlace]:
        places = (await self._reach()).places
        return [OwnPlace(of, *place) for (of, player), place in sorted(places.items()) if player == player_id]


def games_of(data: MemoryDatabase, player: str) -> list[tuple[StoredGame, StoredRace]]:
    """All games of a player, in the order of their start."""
    games = [(game, race) for race in data.races.values() for game in race.games if game.player == player]
    return sorted(games, key=lambda each: (each[1].starts_at, each[0].id))


def ended_games(data: MemoryDatabase, player: str) -> list[Ended]:
    """The games of a player that have ended, in the order of their end."""
    ended = [(game, race, game.result) for game, race in games_of(data, player) if game.result]
    return sorted(ended, key=lambda each: (each[2].ended_at, each[0].id))


def kind_of(data: MemoryDatabase, race: StoredRace) -> GameKind:
    """What the games of a race are part of."""
    event = stored_event(data, race.event) if race.event else None
    return event.kind if event else "race" if len(race.games) > 1 else "solo"


def _is_in(data: MemoryDatabase, ended: Ended, which: GameFilter) -> bool:
    game, race, result = ended
    return (
        which.variant in {"", race.deal.variant.name}
        and which.kind in {"", kind_of(data, race)}
        and which.won in {None, result.won}
        and (not which.rival or (len(race.games) > 1 and which.rival in {each.player for each in race.games}))
        and (which.after is None or (result.ended_at, game.id) < which.after)
        and _is_open(data, race, which.open_by)
        and (not which.listed or data.is_listed(race.room))
    )


def _is_open(data: MemoryDatabase, race: StoredRace, by: int | None) -> bool:
    return by is None or sealed_race(data, race).seal.is_lifted(by)


def naive_figures(data: MemoryDatabase, player: str, giant: int, open_by: int | None) -> Figures:
    """The figures by their definition."""
    ended = [each for each in ended_games(data, player) if _is_open(data, each[1], open_by)]
    ranked = [each for each in ended if each[0].ranked and is_played(each[2])]
    wins = [each for each in ranked if each[2].won]

    def first(is_one: Callable[[Ended], bool]) -> Milestone | None:
        return next((Milestone(each[0].id, each[2].ended_at) for each in wins if is_one(each)), None)

    return Figures(
        {
            name: _of_variant([each for each in ranked if each[1].deal.variant.name == name])
            for name in sorted({race.deal.variant.name for _, race, _ in ranked})
        },
        win=first(lambda _: True),
        without_shuffle=first(lambda each: not each[2].shuffles),
        giant=first(lambda each: _is_first_of(data, giant, each)),
    )


def _of_variant(ranked: list[Ended]) -> VariantFigures:
    wins = [each for each in ranked if each[2].won]
    fastest = min(wins, key=lambda each: each[2].time_ms, default=None)
    best = min(ranked, key=lambda each: (-each[2].score, each[2].time_ms))
    return VariantFigures(
        games=len(ranked),
        wins=len(wins),
        score=sum(each[2].score for each in ranked),
        time_ms=sum(each[2].time_ms for each in ranked),
        fastest=BestGame(fastest[2].time_ms, fastest[0].id) if fastest else None,
        best=BestGame(best[2].score, best[0].id),
        best_ms=best[2].time_ms,
    )


def _is_first_of(data: MemoryDatabase, giant: int, ended: Ended) -> bool:
    _, race, result = ended
    if race.ended_at is None or sum(not data.players[game.player].program for game in race.games) < giant:
        return False
    others = [game.result for game in race.games if game.result]
    return all(race_rank(result) <= race_rank(other) for other in others)


def _played(data: MemoryDatabase, ended: Ended) -> EndedGame:
    game, race, result = ended
    others = [each for each in race.games if each is not game]
    rivals = tuple(
        Rival(each.player, data.players[each.player].name, plain(each.result)) for each in others if each.result
    )
    return EndedGame(
        id=game.id,
        variant=race.deal.variant,
        ranked=game.ranked,
        ended_at=result.ended_at,
        result=plain(result),
        kind=kind_of(data, race),
        players=len(race.games),
        rivals=None if race.ended_at is None else rivals,
        daily=race.daily,
        race=race.id,
        is_listed=data.is_listed(race.room),
        void=game.voided_by is not None,
    )
