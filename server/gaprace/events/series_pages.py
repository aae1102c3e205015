"""The page of a decided series: its winner, the score by race, and the totals. It is computed from the stored races.

Everybody with the id of a series may see it, and the pages of its races; a series of a group's room is as visible as
the group. The series of an unlisted room is linked only for the players who raced in it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gaprace.errors import Refusal
from gaprace.groups.access import can_read_group, require_readable_group
from gaprace.play.events.closed_daily import THOUSAND
from gaprace.play.live.series import gains_of, leaders_of, race_scores, scores_of
from gaprace.play.live.settings import choice_of
from gaprace.play.live.teams import TeamGame, team_scores_after, team_standings
from gaprace.play.seals import may_find_race
from gaprace.play.standings import SCORE_DIGITS, standings, winners_of
from gaprace.ports import Clock, FinishedRace, Store, StoredRace, StoredSeries
from gaprace.rules.results import fields_of
from gaprace.wire import SeriesScore, TeamScore
from gaprace.wire.http import GroupSeriesItem, GroupSeriesList, SeriesGame, SeriesPage, SeriesRace, SeriesScoreRow
from gaprace.wire.paging import Number, PageQuery, Word, next_cursor

_Names = Mapping[str, str]


class _End(NamedTuple):
    """The key of a series in the list of a group."""

    ended_at: Number
    id: Word


class SeriesPages:
    """Reads series."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def page(self, series_id: str, me: str | None) -> SeriesPage:
        """Return a series as player `me` may see it. Raises `series_not_found`."""
        series = await self._store.series(series_id)
        if series is None or not await _is_seen(self._store, series, me):
            raise Refusal("series_not_found", "Series not found. Check the link: it may be incomplete.")
        races, scores = await self._scored(series)
        names = await self._store.names([score.player for score in scores])
        return SeriesPage(
            id=series.id,
            best_of=series.best_of,
            ended_at=series.ended_at,
            winners=leaders_of(scores),
            scores=[_row(score, races, names) for score in scores],
            races=[_race(race) for race in races],
            group=series.group,
            teams=_team_scores(races),
        )

    async def of_group(self, code: str, query: PageQuery, me: str | None) -> GroupSeriesList:
        """Return series of a group's rooms, the latest first."""
        group = (await require_readable_group(self._store, code, me)).group
        found = await self._store.group_series(group.code, query.key(_End), query.limit + 1)
        shown = found[: query.limit]
        scored = [await self._scored(series) for series in shown]
        winners = [leaders_of(scores) for _, scores in scored]
        names = await self._store.names([player for each in winners for player in each])
        items = [
            GroupSeriesItem(series.id, series.ended_at, len(races), [names.get(player, "") for player in won_by])
            for series, (races, _), won_by in zip(shown, scored, winners, strict=True)
        ]
        return GroupSeriesList(items, next_cursor(found, query.limit, lambda last: (last.ended_at, last.id)))

    async def _scored(self, series: StoredSeries) -> tuple[list[FinishedRace], list[SeriesScore]]:
        races = await self._store.finished_races(series.room, series.first, series.last)
        return races, scores_of([(race.results, race.variant) for race in races])


async def series_of_race(store: Store, race: StoredRace, me: str | None) -> str | None:
    """Return the id of the series of a race, if a link to it is visible to player `me`."""
    if not may_find_race([game.player for game in race.games], me, is_listed=race.is_listed):
        return None
    series = await store.series_of_race(race.room, race.number)
    return series.id if series and await _is_seen(store, series, me) else None


async def _is_seen(store: Store, series: StoredSeries, me: str | None) -> bool:
    return not series.group or await can_read_group(store, series.group, me)


def mean_imps(score: SeriesScore) -> float | None:
    """Return the mean of a player's duplicate scores, in IMPs; None if there is none."""
    return round(score.imps / THOUSAND / score.compared, SCORE_DIGITS) if score.compared else None


def _row(score: SeriesScore, races: Sequence[FinishedRace], names: _Names) -> SeriesScoreRow:
    times = [race.results[score.player].time_ms for race in races if score.player in race.results]
    figures = (len(times), score.wins, score.points, mean_imps(score), sum(times))
    return SeriesScoreRow(score.player, names.get(score.player, ""), *figures)


def _team_scores(races: Sequence[FinishedRace]) -> list[TeamScore]:
    scores: list[TeamScore] = []
    for race in races:
        games = [
            TeamGame(player, race.teams.get(player, 0), game.score, game.reached_ms, game.moves)
            for player, game in race.results.items()
        ]
        scores = team_scores_after(scores, team_standings(games, race.team_scores))
    return scores


def _race(race: FinishedRace) -> SeriesRace:
    places = standings(race.results, "race")
    gains = gains_of(
        {place.player: place.rank for place in places},
        winners_of(race.results),
        race_scores(race.results, race.variant),
    )
    games = [
        SeriesGame(**fields_of(place.result), player=place.player, rank=place.rank, points=gains[place.player].points)
        for place in places
    ]
    return SeriesRace(race.id, choice_of(race.variant), race.ended_at, games)
