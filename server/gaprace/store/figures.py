"""The figures of players in SQL.

`player_figures` has them as far as they were summed up when they were last read; the games since are added. A result
become void or valid, and a game may end late: so the sums of the games summed up are compared with those of the games
as they are, by an index alone, and sums that do not agree are made anew.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, and_, case, exists, false, func, not_, select, tuple_

from gaprace.play.live.bots import level_of
from gaprace.play.people.figures import CountedResult, Figures, Totals
from gaprace.store.base import Executor, SqlRepository
from gaprace.store.deals import stored_variant
from gaprace.store.races import IS_PLAYED, is_open_by
from gaprace.store.tables import deals, events, games, player_figures, players, races

MIN_SUMMED = 50
"""Games that are worth being summed up; fewer are added each time."""
MAX_COMPARED = 20_000
"""Above so many games the sums are not compared."""
_END = tuple_(games.c.ended_at, games.c.id)
_NOTHING = (-1, "")


class _Stored(msgspec.Struct, array_like=True):
    """The stored figures of a player."""

    giant: int
    figures: Figures


_decoder = msgspec.msgpack.Decoder(_Stored)


class _Of(NamedTuple):
    """The player of a query, and its time; `giant` is the least number of people in a race of many."""

    player: str
    giant: int
    now: int


class _Sum(NamedTuple):
    """Figures of a player, and which games they come from: all up to one that ended last."""

    last: tuple[int, str]
    figures: Figures


_FROM_NOTHING = _Sum(_NOTHING, Figures())


class SqlFigures(SqlRepository):
    """Implements `ports.FiguresStore`."""

    async def figures(self, player: str, giant: int, now: int, *, sealed: bool = False) -> Figures:
        if level_of(player):
            return Figures()  # bots are never ranked, however much they play
        async with self.reading() as executor:
            of = _Of(player, giant, now)
            known = await _known(executor, of)
            results = await _results_after(executor, of, known.last)
        if len(results) >= MIN_SUMMED and not self.database.is_read_only:
            await self._save(of, known, results)
        return known.figures.add(each.result for each in results if sealed or not each.is_sealed)

    async def _save(self, of: _Of, known: _Sum, results: Sequence["_Result"]) -> None:
        """Store the figures with more games, but none that is sealed, or may win a race of many, and none after it."""
        added = [each.result for each in takewhile(lambda each: each.is_final, results)]
        if added:
            figures, last = known.figures.add(added), added[-1]
            row = {"player": of.player, "ended_at": last.ended_at, "game": last.game, **figures.totals._asdict()}
            row |= {"figures": msgspec.msgpack.encode(_Stored(of.giant, figures))}
            await self.change(self.database.insert_or_replace(player_figures).values(row))


async def _known(executor: Executor, of: _Of) -> _Sum:
    """Return the stored sums that still hold."""
    query = select(player_figures).where(player_figures.c.player == of.player)
    row = (await executor.execute(query)).first()
    if row is None:
        return _FROM_NOTHING
    last, stored = (row.ended_at, row.game), _decoder.decode(row.figures)
    if stored.giant != of.giant:
        return _FROM_NOTHING
    if row.games <= MAX_COMPARED:
        totals = Totals(*(await executor.execute(_totals(of.player, last))).one())
        if totals != stored.figures.totals:
            return _FROM_NOTHING
    return _Sum(last, stored.figures)


def _totals(player: str, last: tuple[int, str]) -> Select[Any]:
    score, time_ms = (func.coalesce(func.sum(column), 0) for column in (games.c.score, games.c.time_ms))
    sums = select(func.count(), func.count().filter(games.c.won), score, time_ms)
    return sums.where(*_counts(player), last >= _END)


def _counts(player: str) -> tuple[ColumnElement[bool], ...]:
    return games.c.player == player, games.c.ranked, IS_PLAYED


# Results


class _Result(NamedTuple):
    result: CountedResult
    is_over: bool
    """Whether its race has ended."""
    is_sealed: bool
    """Whether it belongs to an event that has not ended."""

    @property
    def is_final(self) -> bool:
        """Whether it counts for good."""
        return self.is_over and not self.is_sealed


async def _results_after(executor: Executor, of: _Of, last: tuple[int, str]) -> list[_Result]:
    """Return the games that count and ended after one, in the order of their end."""
    result = [games.c[name] for name in ("id", "ended_at", "won", "score", "time_ms", "shuffles")]
    is_giant = case((games.c.won, and_(*_first_of_many(of.giant))), else_=false())
    query = (
        select(
            *result,
            deals.c.variant,
            is_giant.label("is_giant"),
            races.c.ended_at.is_not(None).label("is_over"),
            is_open_by(of.now).label("is_open"),
        )
        .join(races, races.c.id == games.c.race)
        .join(deals, deals.c.id == races.c.deal)
        .outerjoin(events, events.c.code == races.c.event)
        .where(*_counts(of.player), last < _END)
        .order_by(games.c.ended_at, games.c.id)
    )
    rows = await executor.tuples(query)
    names = {text: stored_variant(text).name for text in {row.variant for row in rows}}
    return [_result(row, names[row.variant]) for row in rows]


def _result(row: Any, variant: str) -> _Result:  # noqa: ANN401  # a row
    same = (row.won, row.score, row.time_ms, row.shuffles, bool(row.is_giant))
    return _Result(CountedResult(row.id, row.ended_at, variant, *same), bool(row.is_over), not row.is_open)


def _first_of_many(giant: int) -> list[ColumnElement[bool]]:
    """Return the conditions under which a win has rank 1 in an ended race of at least `giant` people."""
    rivals = games.alias("rivals")
    people = select(func.count()).select_from(rivals).join(players, players.c.id == rivals.c.player)
    many = people.where(rivals.c.race == games.c.race, not_(players.c.program)).scalar_subquery() >= giant
    # As `play.standings.race_rank` has it.
    order = tuple_(rivals.c.reached_ms, rivals.c.moves) < tuple_(games.c.reached_ms, games.c.moves)
    beaten = exists().where(rivals.c.race == games.c.race, rivals.c.won, order)
    return [races.c.ended_at.is_not(None), many, ~beaten]
