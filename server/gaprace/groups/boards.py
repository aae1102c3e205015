"""The results of dailies among the members of a group: the world's dailies, with the same seals, and the group's own.

A daily is identified by the variant of the world's daily, or by `OWN_DAILY`.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from cachetools import LRUCache
from msgspec.structs import replace

from gaprace.errors import Refusal
from gaprace.groups.access import require_readable_group
from gaprace.groups.divisions import DivisionMonth, divisions_of, in_divisions
from gaprace.play.events import group_scores
from gaprace.play.events.calendar import check_date, day_number, days_from, month_dates, month_of
from gaprace.play.events.closed_daily import THOUSAND
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.group_scores import DayScores, scoring_days
from gaprace.play.events.leaderboards import DAILY_VARIANTS, Leaderboard
from gaprace.play.events.windows import open_dates
from gaprace.play.seals import Shown
from gaprace.play.standings import SCORE_DIGITS, Place
from gaprace.ports import Background, Clock, GroupGame, PageRequest, Store, StoredGroup
from gaprace.rules.results import fields_of, shared_ranks
from gaprace.wire import http
from gaprace.wire.paging import PageQuery, Word, next_cursor

GROUP_DAILIES = (*DAILY_VARIANTS, OWN_DAILY)
MAX_SEASON_DAYS = 92
"""The longest season: a quarter of a year."""
MAX_SEASONS = 100
"""Seasons whose scores are remembered: some 20 KB for a group of twelve, 300 KB for the largest."""


class _Season(NamedTuple):
    code: str
    daily: str
    first: str
    last: str


class _Day(NamedTuple):
    """The key of a day in the history."""

    date: Word


class GroupBoards:
    """Reads the results of groups."""

    def __init__(self, store: Store, clock: Clock, background: Background) -> None:
        """Compare the members over many dailies in the background."""
        self._store, self._clock, self._background = store, clock, background
        self._seasons: LRUCache[_Season, tuple[Mapping[str, int | None], group_scores.SeasonScores]] = LRUCache(
            MAX_SEASONS
        )
        """The scores of closed dailies, with their versions."""

    async def readable(self, code: str, me: str | None) -> StoredGroup:
        """Return a group whose results a player may see."""
        return (await require_readable_group(self._store, code, me)).group

    async def board(self, code: str, day: str, daily: str, me: str | None) -> http.GroupBoard:
        """Return a daily among the members of a group.

        Rows of other players have no game while the daily is sealed: the replay is refused.
        """
        group = await self.readable(code, me)
        _check(day, daily)
        games = await self._store.group_games(group.code, daily, day, day)
        names, now = await self._store.names([each.player for each in games]), self._clock.now()
        board = http.GroupBoard(
            date=day,
            # Unknown for an own daily that nobody has played.
            variant=games[0].variant if games else "" if daily == OWN_DAILY else daily,
            order=group_scores.GROUP_ORDER,
            rows=[
                _row(place, game, names, shows_game=game.seal.shown(game.player, me, now) is Shown.PLAY)
                for place, game in ranked(games)
            ],
        )
        if daily == OWN_DAILY:
            return board
        world = await self._store.leaderboard_page(Leaderboard("daily", day, daily), PageRequest(1), me)
        return replace(board, world_rank=world.mine.rank if world.mine else None, world_size=world.size)

    async def history(self, code: str, daily: str, query: PageQuery, me: str | None) -> http.GroupHistory:
        """Return past dailies of a group, and today's, the latest first."""
        group = await self.readable(code, me)
        last = open_dates(self._clock.now())[-1]
        _check(last, daily)
        after = query.key(_Day) or _Day(days_from(last, 1))
        dates = await self._store.group_dates(group.code, daily, after.date, query.limit + 1)
        shown = dates[: query.limit]
        scores = await self._day_scores(_Season(group.code, daily, shown[-1], shown[0]), shown) if shown else {}
        days = [_day(date, its, me) for date in shown if (its := scores.get(date))]
        names = await self._store.names([*{player for day in days for player in day.best}])
        items = [replace(day, best=[names.get(player, "") for player in day.best]) for day in days]
        return http.GroupHistory(variant=daily, items=items, next=next_cursor(dates, query.limit, lambda date: (date,)))

    async def _day_scores(self, season: "_Season", dates: Sequence[str]) -> Mapping[str, DayScores | None]:
        """Return the scores of dailies by date: those that are stored, and the others compared now."""
        stored = await self._store.group_scores(*season)
        missing = sorted(date for date in dates if stored.get(date) is None)
        return {**stored, **(await self._compared(season, missing) if missing else {})}

    async def season(self, code: str, daily: str, first: str, last: str, me: str | None) -> http.GroupSeason:
        """Return the table of a group between two dates, both included.

        Raises `bad_season`: it ends before it begins, or is too long.
        """
        group = await self.readable(code, me)
        for day in (first, last):
            _check(day, daily)
        if not 0 <= day_number(last) - day_number(first) < MAX_SEASON_DAYS:
            raise Refusal(
                "bad_season", f"A season has 1 to {MAX_SEASON_DAYS} days: choose other dates than {first} and {last}."
            )
        scores = await self._scores(_Season(group.code, daily, first, last))
        divisions = await self._divisions(group, daily, first, last)
        names = await self._store.names([*{*scores.among_members, *divisions}])
        world = group_scores.world_means(scores.in_world)
        rows = [
            http.GroupSeasonRow(
                player=each.player,
                name=names.get(each.player, ""),
                deals=each.deals,
                rank=each.rank,
                score=None if each.score is None else round(each.score, SCORE_DIGITS),
                against_world=imps(world.get(each.player)),
            )
            for each in group_scores.season_places(scores.among_members)
        ]
        if divisions:
            rows = in_divisions(rows, divisions, names, group.division_size)
        return http.GroupSeason(daily, first, last, group_scores.MIN_SEASON_DEALS, rows)

    async def _divisions(self, group: StoredGroup, daily: str, first: str, last: str) -> dict[str, int]:
        """Return the divisions of a season; only a month has some."""

        async def order(month: str) -> list[str]:
            scores = await self._scores(_Season(group.code, daily, *month_dates(f"{month}-01")))
            return [each.player for each in group_scores.season_places(scores.among_members) if each.rank]

        if (first, last) != month_dates(first):
            return {}
        return await divisions_of(self._store, DivisionMonth(group, daily, month_of(first)), order, self._clock.now())

    async def _scores(self, season: "_Season") -> group_scores.SeasonScores:
        """Return the scores of a season. Open dailies are compared now, closed ones once; they are remembered, too."""
        versions = await self._store.group_score_versions(*season)
        known = self._seasons.get(season)
        if known is None or known[0] != versions:
            stored = await self._store.group_scores(*season)
            known = versions, group_scores.season_scores(scores for scores in stored.values() if scores is not None)
            self._seasons[season] = known
            missing = sorted(date for date, scores in stored.items() if scores is None)
        else:
            missing = sorted(date for date, version in versions.items() if version is None)
        if not missing:
            return known[1]
        return group_scores.season_scores((await self._compared(season, missing)).values(), known[1])

    async def _compared(self, season: "_Season", dates: Sequence[str]) -> Mapping[str, DayScores]:
        games = await self._store.group_games(season.code, season.daily, dates[0], dates[-1])
        by_date = {date: [*of] for date, of in groupby(games, key=lambda each: each.date) if date in dates}
        return await self._background.last(scoring_days(by_date), len(by_date) + 1)


def _check(day: str, daily: str) -> None:
    """Refuse invalid dates and unknown dailies."""
    check_date(day)
    if daily not in GROUP_DAILIES:
        raise Refusal("daily_not_found", f"There is no such daily on {day}.")


_Ranked = tuple[Place, GroupGame]
"""A game, with its place among the members before it."""


def ranked(games: Sequence[GroupGame]) -> list[_Ranked]:
    """Return the games of a daily, each with its place among the members."""
    by_player = {game.player: game for game in games}
    return [(place, by_player[place.player]) for place in group_scores.member_places(games)]


def _row(place: Place, game: GroupGame, names: Mapping[str, str], *, shows_game: bool) -> http.GroupRow:
    return http.GroupRow(
        **fields_of(place.result),
        rank=place.rank,
        player=game.player,
        name=names.get(game.player, ""),
        against_group=imps_of(place),
        against_world=imps(game.against_world),
        game=game.game if shows_game else None,
        race=game.race if shows_game else None,
    )


def imps_of(place: Place) -> float:
    """Return the score of a place among the members, in IMPs."""
    return round(place.imps or 0, SCORE_DIGITS)


def imps(thousandths: int | None) -> float | None:
    """Return a stored score in IMPs."""
    return None if thousandths is None else round(thousandths / THOUSAND, SCORE_DIGITS)


def _day(day: str, scores: DayScores, me: str | None) -> http.GroupDay:
    """Return a past daily, with the ids of the best in place of their names."""
    ranks = shared_ranks({player: -score for player, score in scores.among_members.items()})
    return http.GroupDay(day, len(ranks), [player for player, rank in ranks.items() if rank == 1], ranks.get(me or ""))
