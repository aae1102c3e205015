"""The divisions of a group in a month. They follow from the month before, and are stored once that is closed."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from gaprace.play.events.calendar import days_from, month_dates, month_of, period_before
from gaprace.play.events.divisions import divided
from gaprace.play.events.windows import open_dates, window_of
from gaprace.ports import Store, StoredGroup
from gaprace.wire.http import GroupSeasonRow

Order = Callable[[str], Awaitable[Sequence[str]]]
"""Returns the players with a rank in a month, best first."""


class DivisionMonth(NamedTuple):
    """A month of a daily in a group."""

    group: StoredGroup
    daily: str
    month: str


async def divisions_of(store: Store, of: DivisionMonth, order: Order, now: int) -> dict[str, int]:
    """Return the divisions of the members in a month; none for a later one, or an earlier one that had none."""
    group, daily, month = of
    first, *_, last = (month_of(date) for date in open_dates(now))
    known = await store.last_divisions(group.code, daily, month) if group.division_size and month <= last else None
    is_stored = known is not None and known[0] == month
    if not group.division_size or month > last or (month < first and not is_stored):
        return {}
    members = {each.player for each in await store.memberships(group.code) if each.is_member}
    at, found = known or (period_before(month), dict[str, int]())
    while at < month:
        found = divided(found, await order(at), members, group.division_size)
        is_closed = await _is_closed(store, group.code, daily, at, now)
        at = _following(at)
        if is_closed:
            await store.save_divisions(group.code, daily, at, found)
    lowest = max(found.values(), default=1)
    return {player: found.get(player, lowest) for player in members}


def _following(month: str) -> str:
    return month_of(days_from(month_dates(f"{month}-01")[1], 1))


async def _is_closed(store: Store, group: str, daily: str, month: str, now: int) -> bool:
    """Whether nothing of a month is open or has still to be scored."""
    first, last = month_dates(f"{month}-01")
    versions = await store.group_score_versions(group, daily, first, last)
    return window_of(last).ends_at <= now and None not in versions.values()


def in_divisions(
    rows: Sequence[GroupSeasonRow], divisions: Mapping[str, int], names: Mapping[str, str], size: int
) -> list[GroupSeasonRow]:
    """Return the rows of a season by division, ranked within it, with those who have not played.

    `zone` is where they would be next, if the season ended now.
    """
    by_player = {row.player: row for row in rows}
    after = divided(divisions, [row.player for row in rows if row.rank], divisions.keys(), size)
    shown = [
        replace(
            by_player.get(player) or GroupSeasonRow(player, names.get(player, ""), deals=0),
            division=division,
            zone=None if after[player] == division else "up" if after[player] < division else "down",
        )
        for player, division in divisions.items()
    ]
    ranked = [replace(row, rank=_rank_in(row, shown)) for row in shown]
    return sorted(ranked, key=lambda row: (row.division, row.rank or len(shown), -row.deals, row.name, row.player))


def _rank_in(row: GroupSeasonRow, rows: Sequence[GroupSeasonRow]) -> int | None:
    own = [each.rank for each in rows if each.division == row.division and each.rank]
    return row.rank and 1 + sum(each < row.rank for each in own)
