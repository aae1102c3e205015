"""The scores of closed dailies in SQL."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import RowMapping, and_, bindparam, delete, exists, func, literal, not_, select, tuple_, update

from gaprace.play.events.closed_daily import DailyScore, EnteredGame, KnownStrength, OwnScore
from gaprace.play.events.strength import Estimate
from gaprace.ports import DailyKey, StoredClosing, StoredField
from gaprace.store.base import SqlRepository, SqlSteps, claim, made
from gaprace.store.group_scores import renew_of_players
from gaprace.store.one_of import is_one_of
from gaprace.store.races import IS_PLAYED, RESULT, stored_result
from gaprace.store.tables import closings, dailies, daily_scores, entries, examinations, games

_SCORE = tuple(daily_scores.c[name] for name in DailyScore._fields)
_SCORES = select(*_SCORE).where(
    daily_scores.c.date == bindparam("date"),
    daily_scores.c.variant == bindparam("variant"),
    is_one_of(daily_scores.c.player, "players"),
)


class SqlScores(SqlRepository):
    """Implements `ports.ScoreStore`."""

    async def add_closings(self, last: str) -> None:
        its = (closings.c.date == dailies.c.date, closings.c.variant == dailies.c.variant)
        missing = (dailies.c.date <= last, ~exists().where(*its))
        new = select(dailies.c.date, dailies.c.variant, literal(0), literal(""), literal(value=False)).where(*missing)
        named = ("date", "variant", "version", "cursor", "done")
        if (await self.execute(new.limit(1))).first() is None:
            return  # the usual case, and nobody has to wait for it
        await self.change(self.database.insert_new(closings).from_select(named, new))

    async def claim_closing(self, now: int, until: int) -> StoredClosing | None:
        earlier = closings.alias("earlier")
        is_first = ~exists().where(
            not_(earlier.c.done), earlier.c.variant == closings.c.variant, earlier.c.date < closings.c.date
        )
        first = select(closings).where(not_(closings.c.done), is_first).limit(1)
        rows = await claim(self, closings, first, now, until)
        closing = (StoredClosing(DailyKey(row["date"], row["variant"]), row["version"], row["cursor"]) for row in rows)
        return next(closing, None)

    async def field_page(self, daily: DailyKey, after: str, limit: int) -> list[EnteredGame]:
        last, before = daily_scores.alias("last"), daily_scores.alias("before")
        last_date = (
            select(func.max(before.c.date))
            .where(before.c.player == entries.c.player, before.c.variant == daily.variant, before.c.date < daily.date)
            .scalar_subquery()
        )
        its_last = and_(last.c.player == entries.c.player, last.c.variant == daily.variant, last.c.date == last_date)
        query = (
            select(entries.c.player, entries.c.game, *RESULT, last.c.date, last.c.strength, last.c.error)
            .select_from(entries)
            .join(games, games.c.id == entries.c.game)
            .outerjoin(last, its_last)
            .where(entries.c.event == daily.event, entries.c.player > after)
            .where(games.c.ranked, IS_PLAYED)
            .where(~exists().where(examinations.c.game == games.c.id, examinations.c.flagged))
            .order_by(entries.c.player)
            .limit(limit)
        )
        return [_entered(row) for row in await self.rows(query)]

    async def fields(self, keys: Sequence[DailyKey]) -> dict[DailyKey, StoredField]:
        query = select(closings).where(tuple_(closings.c.date, closings.c.variant).in_(keys), closings.c.games > 0)
        rows = await self.tuples(query)
        return {
            DailyKey(row.date, row.variant): StoredField(row.games, Estimate(row.difficulty, row.error)) for row in rows
        }

    async def daily_scores(self, daily: DailyKey, players: Sequence[str]) -> dict[str, DailyScore]:
        bound = {**daily._asdict(), "players": players}
        return {row.player: DailyScore(*row) for row in await self.tuples(_SCORES, bound)}

    async def form(self, player: str, limit: int) -> dict[DailyKey, DailyScore]:
        order = func.row_number().over(partition_by=daily_scores.c.variant, order_by=daily_scores.c.date.desc())
        # An index alone says which ones, however many there are.
        key = [daily_scores.c[name] for name in ("date", "variant", "player")]
        numbered = select(*key, order.label("number")).where(daily_scores.c.player == player).subquery()
        its = and_(*(numbered.c[column.name] == column for column in key))
        query = (
            select(*_SCORE, daily_scores.c.date, daily_scores.c.variant)
            .join(numbered, its)
            .where(numbered.c.number <= limit)
            .order_by(daily_scores.c.date, daily_scores.c.variant)
        )
        rows = await self.rows(query)
        return {DailyKey(row["date"], row["variant"]): made(DailyScore, row) for row in rows}


# Steps of a transaction


class SqlScoreSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def reopen_closings(self, variant: str, since: str) -> None:
        its = (closings.c.variant == variant, closings.c.date >= since)
        anew = {"version": closings.c.version + 1, "cursor": "", "done": False, "owned_until": None}
        await self.execute(update(closings).where(*its).values(anew))

    async def lock_closing(self, closing: StoredClosing) -> bool:
        query = select(closings.c.date).where(*_this(closing), not_(closings.c.done)).with_for_update()
        return (await self.execute(query)).first() is not None

    async def save_scores(
        self,
        closing: StoredClosing,
        scores: Sequence[DailyScore],
        last: str | None,
    ) -> set[str]:
        daily = closing.daily
        its = [daily_scores.c.date == daily.date, daily_scores.c.variant == daily.variant]
        its += [daily_scores.c.player > closing.cursor]
        its += [] if last is None else [daily_scores.c.player <= last]
        rows = await self.tuples(select(daily_scores.c.player, daily_scores.c.score).where(*its))
        stored = {row.player: row.score for row in rows}
        gone = stored.keys() - {each.player for each in scores}
        if gone:
            await self.execute(delete(daily_scores).where(*its, daily_scores.c.player.in_(gone)))
        if scores:
            new = [{**daily._asdict(), **each._asdict()} for each in scores]
            await self.execute(self.database.insert_or_replace(daily_scores), new)
        changed = gone.union(each.player for each in scores if stored.get(each.player) != each.score)
        await renew_of_players(self, daily, changed)
        return gone

    async def own_scores(
        self, players: Sequence[str], variant: str, first: str, last: str
    ) -> dict[str, list[OwnScore]]:
        query = (
            select(daily_scores.c.player, daily_scores.c.date, daily_scores.c.score, daily_scores.c.game)
            .where(daily_scores.c.player.in_(players), daily_scores.c.variant == variant)
            .where(daily_scores.c.date.between(first, last))
            .order_by(daily_scores.c.player, daily_scores.c.date)
        )
        found: dict[str, list[OwnScore]] = defaultdict(list)
        for player, *score in await self.tuples(query):
            found[player].append(OwnScore(*score))
        return found

    async def move_closing(self, closing: StoredClosing, cursor: str, owned_until: int) -> None:
        await self.execute(update(closings).where(*_this(closing)).values(cursor=cursor, owned_until=owned_until))

    async def end_closing(self, closing: StoredClosing, field: StoredField) -> None:
        facts = {"games": field.games, "difficulty": field.difficulty.value, "error": field.difficulty.error}
        await self.execute(update(closings).where(*_this(closing)).values(done=True, owned_until=None, **facts))


def _this(closing: StoredClosing) -> tuple[Any, ...]:
    return (
        closings.c.date == closing.daily.date,
        closings.c.variant == closing.daily.variant,
        closings.c.version == closing.version,
        closings.c.cursor == closing.cursor,
    )


def _entered(row: RowMapping) -> EnteredGame:
    last = None if row["date"] is None else KnownStrength(row["date"], Estimate(row["strength"], row["error"]))
    return EnteredGame(row["player"], row["game"], stored_result(row), last)
