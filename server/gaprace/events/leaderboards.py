"""Leaderboards, page by page."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from msgspec.structs import replace

from gaprace.moderation.examinations import flags_of
from gaprace.play.events.calendar import period_before
from gaprace.play.events.daily_scores import THOUSAND, DailyScore
from gaprace.play.events.leaderboards import ALL_TIME, Leaderboard, deals_of, value_of
from gaprace.ports import Clock, Cursor, DailyKey, FlaggedGame, PageRequest, Store, StoredPage, StoredPlace
from gaprace.rules.ranking import fields_of
from gaprace.wire.http import FlaggedRow, LeaderboardPage, LeaderboardRow
from gaprace.wire.paging import Number, PageQuery, Word, cursor

MAX_FLAGGED_ROWS = 20
"""Games left out of the ranks that a page shows."""
MAX_PERIODS_BACK = 60
"""How many periods before its own a page looks for one with rows."""
_FIRST_PERIOD = "1971"
"""All periods with results sort after it."""


class Leaderboards:
    """Reads leaderboards."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def page(
        self, leaderboard: Leaderboard, query: PageQuery, me: str | None = None, *, around: bool = False
    ) -> LeaderboardPage:
        """Return a page of a leaderboard, and the row of player `me`.

        Rows of other players have no game while its event has not ended: the replay is refused.
        """
        found = await self._store.leaderboard_page(leaderboard, _request(query, around=around), me)
        is_first = not (found.rows and found.has_before)
        flagged = await self._store.flagged_games(leaderboard, MAX_FLAGGED_ROWS) if is_first else []
        reader = await self._reader(leaderboard, found, me, {row.game for row in flagged})
        page = replace(_page(leaderboard, found, reader), earlier=await self._earlier(leaderboard))
        return replace(page, flagged=[_flagged_row(row, reader) for row in flagged])

    async def among_friends(self, leaderboard: Leaderboard, me: str) -> LeaderboardPage:
        """Return the rows of a player and of friends, ranked among them, under the same seal."""
        rows = tuple(await self._store.places_of(leaderboard, [me, *await self._store.friends_of(me)]))
        mine = next((row for row in rows if row.player == me), None)
        found = StoredPage(len(rows), rows, has_before=False, has_after=False, mine=mine)
        reader = await self._reader(leaderboard, found, me)
        return replace(_page(leaderboard, found, reader), earlier=await self._earlier(leaderboard))

    async def _reader(
        self, leaderboard: Leaderboard, page: StoredPage, me: str | None, more: AbstractSet[str] = frozenset()
    ) -> "_Reader":
        """Return what player `me` may see of a page, and of `more` games."""
        sealed = await self._store.sealed_games({row.game for row in page.rows} | more, self._clock.now())
        return _Reader(me, sealed, await self._scores(leaderboard, page))

    async def _earlier(self, leaderboard: Leaderboard) -> str | None:
        """Return the latest earlier period with rows: almost always the one before, which is looked at first."""
        earlier = [leaderboard._replace(period=period) for period in _periods_before(leaderboard.period)]
        for part in (earlier[:1], earlier[1:]):
            sizes = await self._store.leaderboard_sizes(part) if part else {}
            found = next((each.period for each in part if sizes[each]), None)
            if found:
                return found
        return None

    async def _scores(self, leaderboard: Leaderboard, page: StoredPage) -> dict[str, DailyScore]:
        """Return the scores of the players on a page of a daily, if it is closed."""
        if leaderboard.kind != "daily":
            return {}
        rows = [*page.rows, *([page.mine] if page.mine else [])]
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


class _Reader(NamedTuple):
    """What the reader of a page may see."""

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
