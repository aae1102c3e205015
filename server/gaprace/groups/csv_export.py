"""All results of a group as a CSV file."""

import csv
from codecs import BOM_UTF8
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from io import StringIO
from itertools import groupby

from gaprace.groups.boards import GROUP_DAILIES, imps, imps_of, ranked
from gaprace.outgoing_text import for_csv
from gaprace.play.events.calendar import DAY_MS, date_of, days_from
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.windows import open_dates
from gaprace.ports import Background, Clock, GroupGame, Store, StoredGroup
from gaprace.rules.results import Result, fields_of

EXPORT_DAYS = 31
"""Dates that an export holds in memory at a time."""
COLUMNS = (
    *("date", "variant", "rank", "player", "name", "against_group", "against_world", "own"),
    *Result.__struct_fields__,
)
"""Of an export: scores in IMPs, and whether it is a daily of the group's own, then the fields of a result."""
_Row = list[object]


class GroupExport:
    """Writes the results of groups."""

    def __init__(self, store: Store, clock: Clock, background: Background) -> None:
        """Compare the members over many dailies in the background."""
        self._store, self._clock, self._background = store, clock, background

    async def as_csv(self, group: StoredGroup) -> AsyncIterator[bytes]:
        """Yield all results of a group as CSV (RFC 4180), with the mark by which Excel knows UTF-8."""
        yield BOM_UTF8 + _csv([COLUMNS])
        async for rows in self._results(group):
            yield _csv(rows)

    async def _results(self, group: StoredGroup) -> AsyncIterator[list[_Row]]:
        """Yield all results in non-empty lists of several dates."""
        made_on = date_of(group.created_at)
        for first, end in _periods(date_of(group.created_at - DAY_MS), open_dates(self._clock.now())[-1]):
            for daily in GROUP_DAILIES:
                since = first if daily == OWN_DAILY else max(first, made_on)
                games = await self._store.group_games(group.code, daily, since, end)
                names = await self._store.names([*{each.player for each in games}])
                if games:
                    yield await self._background.last(_exported(games, names, own=daily == OWN_DAILY), EXPORT_DAYS)


def _exported(games: Sequence[GroupGame], names: Mapping[str, str], *, own: bool) -> Iterator[list[_Row]]:
    """Yield the rows; each step adds those of one daily. Names are protected from being read as formulas."""
    rows: list[_Row] = []
    for day, of_day in groupby(games, key=lambda each: each.date):
        for place, game in ranked([*of_day]):
            name, scores = for_csv(names.get(game.player, "")), (imps_of(place), imps(game.against_world))
            result = fields_of(place.result) | {"won": int(place.result.won)}
            rows.append([day, game.variant, place.rank, game.player, name, *scores, int(own), *result.values()])
        yield rows


def _csv(rows: Sequence[Sequence[object]]) -> bytes:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def _periods(first: str, last: str) -> Iterator[tuple[str, str]]:
    """Yield successive periods of at most `EXPORT_DAYS` from one date to another, both included."""
    while first <= last:
        end = days_from(first, EXPORT_DAYS - 1)
        yield first, min(end, last)
        first = days_from(end, 1)
