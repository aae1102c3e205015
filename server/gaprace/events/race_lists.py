"""The races of listed rooms that have ended, page by page."""

from typing import NamedTuple

from gaprace.errors import Refusal, quoted
from gaprace.play.live.settings import choice_of
from gaprace.play.standings import standings
from gaprace.ports import FinishedRace, RaceFilter, Store
from gaprace.rules.results import fields_of
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import ListedGame, ListedRace, RaceList
from gaprace.wire.paging import Number, PageQuery, Word, next_cursor

_MAX_DIGITS = 15


class _Position(NamedTuple):
    """The key of a cursor: the races before this one."""

    ended_at: Number
    race: Word


class RaceLists:
    """Reads lists of races."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, asked: RaceFilter, query: PageQuery) -> RaceList:
        """Return a page of the races of listed rooms."""
        found = await self._store.past_races(asked._replace(after=query.key(_Position)), query.limit + 1)
        shown = found[: query.limit]
        names = await self._store.names(sorted({player for race in shown for player in race.results}))
        following = next_cursor(found, query.limit, lambda last: (last.ended_at, last.id))
        return RaceList([_listed(race, names) for race in shown], following)


def read_race_filter(variant: str | None, player: str | None, since: str | None) -> RaceFilter:
    """Return what a query asks for; None asks for all. Raises `bad_filter`."""
    if variant is not None and variant not in VARIANTS:
        raise Refusal("bad_filter", f"variant = {quoted(variant)} is not valid: it is one of {', '.join(VARIANTS)}.")
    if since is not None and not (since.isascii() and since.isdecimal() and len(since) <= _MAX_DIGITS):
        raise Refusal("bad_filter", f"since = {quoted(since)} is not valid: it is a time in milliseconds since 1970.")
    return RaceFilter(variant or "", player or "", int(since or 0))


def _listed(race: FinishedRace, names: dict[str, str]) -> ListedRace:
    games = [
        ListedGame(player=each.player, name=names.get(each.player, ""), rank=each.rank, **fields_of(each.result))
        for each in standings(race.results, "race", race.variant)
    ]
    return ListedRace(race.id, choice_of(race.variant), race.ended_at, games)
