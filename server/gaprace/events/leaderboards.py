"""Leaderboards, page by page."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby, islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from gaprace.moderation.examinations import flags_of
from gaprace.play.events.calendar import period_before
from gaprace.play.events.closed_daily import THOUSAND, DailyScore
from gaprace.play.events.leaderboards import ALL_TIME, Leaderboard, deals_of, value_of
from gaprace.ports import (
    Acquaintance,
    Clock,
    Cursor,
    DailyKey,
    FlaggedGame,
    PageRequest,
    Store,
    StoredPage,
    StoredPlace,
)
from gaprace.rules.results import fields_of
from gaprace.wire import NamedPlayer
from gaprace.wire.http import Circle, FlaggedRow, LeaderboardPage, LeaderboardRow
from gaprace.wire.paging import Number, PageQuery, Word, cursor

MAX_FLAGGED_ROWS = 20
"""Games left out of the ranks that a page shows."""
MAX_GROUPS, MAX_CIRCLE_ROWS = 5, 10
"""Groups of the reader that a page has, and rows of each; the reader's own row comes on top."""
MAX_PERIODS_BACK = 60
"""How many periods before its own a page looks for one with rows."""
MAX_SHOWN_PEOPLE = (1 + MAX_GROUPS) * (MAX_CIRCLE_ROWS + 1)
"""Rows of all circles. The limit of a query is this for all of them, or each would be a statement of its own."""
_FIRST_PERIOD = "1971"
"""All periods with results sort after it."""


class Leaderboards:
    """Reads leaderboards."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def page(
        self,
        leaderboard: Leaderboard,
        query: PageQuery,
        me: str | None = None,
        *,
        around: bool = False,
        people: bool = False,
    ) -> LeaderboardPage:
        """Return a page of a leaderboard, the row of player `me` and, on demand, of the `people` around `me`.

        Rows of other players have no game while its event has not ended: the replay is refused.
        """
        found = await self._store.leaderboard_page(leaderboard, _request(query, around=around), me)
        is_first = not (found.rows and found.has_before)
        flagged = await self._store.flagged_games(leaderboard, MAX_FLAGGED_ROWS) if is_first else []
        circles = await self._circles(leaderboard, me, found.mine) if people and me else []
        rows = [*found.rows, *([found.mine] if found.mine else []), *(row for each in circles for row in each.rows)]
        reader = await self._reader(leaderboard, rows, me, {row.game for row in flagged})
        return replace(
            _page(leaderboard, found, reader),
            earlier=await self._earlier(leaderboard),
            circles=[_circle(leaderboard, each, reader) for each in circles],
            flagged=[_flagged_row(row, reader) for row in flagged],
        )

    async def _circles(self, leaderboard: Leaderboard, me: str, mine: StoredPlace | None) -> list["_Circle"]:
        """Return the circles of a player, with their places."""
        known = await self._store.acquaintances(me, leaderboard, MAX_GROUPS)
        own = Acquaintance(me, "", key=mine.key if mine else None)
        circles = [_Circle.among([*of], own) for _, of in groupby(known, key=lambda each: each.group)]
        shown = [*{player for each in circles for player in each.ranks}]
        places = await self._store.places_of(leaderboard, shown, MAX_SHOWN_PEOPLE)
        return [each.placed(places) for each in circles]

    async def _reader(
        self, leaderboard: Leaderboard, rows: Sequence[StoredPlace], me: str | None, more: AbstractSet[str]
    ) -> "_Reader":
        """Return what player `me` may see of rows, and of `more` games."""
        sealed = await self._store.sealed_games({row.game for row in rows} | more, self._clock.now())
        return _Reader(me, sealed, await self._scores(leaderboard, rows))

    async def _earlier(self, leaderboard: Leaderboard) -> str | None:
        """Return the latest earlier period with rows: almost always the one before, which is looked at first."""
        periods = _periods_before(leaderboard.period)
        for count in (1, MAX_PERIODS_BACK):
            part = [leaderboard._replace(period=period) for period in islice(periods, count)]
            sizes = await self._store.leaderboard_sizes(part) if part else {}
            found = next((each.period for each in part if sizes[each]), None)
            if found:
                return found
        return None

    async def _scores(self, leaderboard: Leaderboard, rows: Iterable[StoredPlace]) -> dict[str, DailyScore]:
        """Return the scores of the players in rows of a daily, if it is closed."""
        if leaderboard.kind != "daily":
            return {}
        daily = DailyKey(leaderboard.period, leaderboard.variant)
        return await self._store.daily_scores(daily, sorted({row.player for row in rows}))


class _Position(NamedTuple):
    """The key of a cursor: the rows behind this one, or those before it."""

    key: Number
    player: Word
    is_upwards: bool


def _request(query: PageQuery, *, around: bool) -> PageRequest:
    at = query.key(_Position)
    position = Cursor(at.key, at.player) if at else None
    is_upwards = at is not None and at.is_upwards
    return PageRequest(
        query.limit,
        after=None if is_upwards else position,
        before=position if is_upwards else None,
        around=around,
    )


class _Circle(NamedTuple):
    """People whom the reader knows, with their first places."""

    people: Sequence[Acquaintance]
    size: int
    absent: Sequence[Acquaintance]
    ranks: Mapping[str, int]
    """The ranks among them of those who are shown."""
    rows: Sequence[StoredPlace] = ()

    @classmethod
    def among(cls, people: Sequence[Acquaintance], own: Acquaintance) -> "_Circle":
        """Return the circle of some people and the reader."""
        there = sorted((each.key, each.player) for each in (*people, own) if each.key is not None)
        keys = [key for key, _ in there]
        shown = [place for at, place in enumerate(there) if at < MAX_CIRCLE_ROWS or place[1] == own.player]
        ranks = {player: 1 + keys.index(key) for key, player in shown}
        return cls(people, len(there), [each for each in people if each.key is None], ranks)

    def placed(self, places: Iterable[StoredPlace]) -> "_Circle":
        """Return it with its rows, from those of all circles."""
        of_these = [row for row in places if row.player in self.ranks]
        return self._replace(rows=[dataclasses.replace(row, rank=self.ranks[row.player]) for row in of_these])


class _Reader(NamedTuple):
    """The reader of a page, with the facts that decide what is shown."""

    player: str | None
    sealed: AbstractSet[str]
    """The games on the page whose event has not ended: their replays are sealed."""
    scores: dict[str, DailyScore]
    """The scores on the page of a closed daily, by player."""

    def game_of(self, row: StoredPlace | FlaggedGame) -> str | None:
        """Return the game of a row, unless it is sealed."""
        return row.game if row.player == self.player or row.game not in self.sealed else None


def _periods_before(period: str) -> Iterator[str]:
    """Yield the periods before one, the latest first."""
    for _ in range(MAX_PERIODS_BACK):
        if period == ALL_TIME or period < _FIRST_PERIOD:
            return
        yield (period := period_before(period))


def _page(leaderboard: Leaderboard, page: StoredPage, reader: _Reader) -> LeaderboardPage:
    first, last = (page.rows[0], page.rows[-1]) if page.rows else (None, None)
    return LeaderboardPage(
        kind=leaderboard.kind,
        period=leaderboard.period,
        variant=leaderboard.variant,
        size=page.size,
        items=[_row(leaderboard, row, reader) for row in page.rows],
        next=_cursor_of(last) if last and page.has_after else None,
        previous=_cursor_of(first, is_upwards=True) if first and page.has_before else None,
        mine=_row(leaderboard, page.mine, reader) if page.mine else None,
    )


def _circle(leaderboard: Leaderboard, circle: _Circle, reader: _Reader) -> Circle:
    of = circle.people[0]
    return Circle(
        rows=[_row(leaderboard, row, reader) for row in circle.rows],
        size=circle.size,
        absent=[NamedPlayer(each.player, each.name) for each in circle.absent],
        group=of.group,
        name=of.group_name,
    )


def _cursor_of(row: StoredPlace, *, is_upwards: bool = False) -> str:
    return cursor(row.key, row.player, is_upwards)


def _row(leaderboard: Leaderboard, row: StoredPlace, reader: _Reader) -> LeaderboardRow:
    game = reader.game_of(row)
    shown = LeaderboardRow(row.player, row.name, row.rank, value_of(leaderboard.kind, row.key), game)
    if row.rating:
        return replace(shown, sigma=row.rating.shown_sigma, provisional=row.rating.is_provisional)
    if leaderboard.kind == "duplicate":
        return replace(shown, deals=deals_of(row.key))
    if leaderboard.kind == "daily":
        is_scouted = row.flags is not None and "scouted" in [flag.rule for flag in flags_of(row.flags)]
        return replace(shown, result=row.result, scouted=is_scouted, **_scored(reader.scores.get(row.player)))
    return shown


def _flagged_row(row: FlaggedGame, reader: _Reader) -> FlaggedRow:
    return FlaggedRow(
        player=row.player,
        name=row.name,
        rules=[flag.rule for flag in flags_of(row.flags)],
        game=reader.game_of(row),
        **fields_of(row.result),
    )


def _scored(score: DailyScore | None) -> dict[str, Any]:
    return {"duplicate": score.score / THOUSAND, "performance": score.performance} if score else {}
