"""Very many results on one daily's leaderboard, put straight into a database's tables: too many to be played."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import islice
from random import Random
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.events.leaderboards import Leaderboard, buckets, daily_key, duplicate_key
from gaprace.rules.deal import Deal
from gaprace.rules.ranking import Result
from gaprace.rules.variants import VARIANTS
from gaprace.store.deals import deal_row
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import metadata

LEADERBOARD = Leaderboard("daily", "2026-11-21", "addiction")
AT = 1_795_219_200_000
SEATS = 30_000
"""How many games each race has here: as many as its numbers of seats allow."""
CHUNK = 50_000


def an_outcome(random: Random) -> Result:
    """Spread as people's results are: some win, after few or many shuffles; times of minutes, with a long tail."""
    won = random.random() < 0.3
    score = random.choice((58, 43, 38, 33)) if won else max(-15, min(45, round(random.gauss(16, 9))))
    time_ms = min(90_000_000, round(random.lognormvariate(13.2, 0.6)))
    locked = 48 if won else max(0, score)
    return Result(won, locked, score, time_ms, random.randrange(20, 600), time_ms, 0)


async def fill(store: SqlStore, count: int, *, alone: bool = False) -> None:
    """Store players `p0000000` and so on, each with a result and a place; `alone`: in a race of its own, too."""
    random = Random("many")
    outcomes = [an_outcome(random) for _ in range(count)]
    deal = deal_row(Deal(VARIANTS["addiction"], "0123456789", bytes(32)))
    rooms = range(-(-count // SEATS))
    async with store.database.write() as connection:
        await connection.execute(select(1))  # or else the drivers would not know that a transaction has begun
        await put(connection, "players", ("id", "name", "generation", "recovery_hash", "created_at"), _players(count))
        await put(connection, "deals", tuple(deal), [tuple(deal.values())])
        rows = [(f"M{number}", 1, b"{}", False, AT, True) for number in rooms]
        await put(connection, "rooms", ("code", "version", "state", "listed", "touched_at", "closed"), rows)
        seats = 1 if alone else SEATS
        numbers = range(-(-count // seats))
        races = ((f"r{each}", f"M{each * seats // SEATS}", each, deal["id"], AT, AT) for each in numbers)
        await put(connection, "races", ("id", "room", "number", "deal", "starts_at", "ended_at"), races)
        await put(connection, "dailies", ("date", "variant", "deal"), [(*LEADERBOARD[1:], deal["id"])])
        await put(connection, "games", GAME, _games(outcomes, seats))
        await put(connection, "attempts", ("date", "variant", "player", "game"), _attempts(count))
        await _put_places(connection, LEADERBOARD, [daily_key(outcome) for outcome in outcomes])


async def fill_week(store: SqlStore, count: int) -> None:
    """Store the scores of these players on the five days before: on the last of a week, most have a place."""
    random = Random("week")
    dates = [(date.fromisoformat(LEADERBOARD.period) - timedelta(days=days)).isoformat() for days in range(5, 0, -1)]
    async with store.database.write() as connection:
        await connection.execute(select(1))
        for number, day in enumerate(dates):
            deal = deal_row(Deal(VARIANTS["addiction"], f"000000000{number}", bytes(32)))
            await put(connection, "deals", tuple(deal), [tuple(deal.values())])
            await put(connection, "dailies", ("date", "variant", "deal"), [(day, LEADERBOARD.variant, deal["id"])])
            await put(connection, "closings", CLOSING, [(day, LEADERBOARD.variant, 0, "", True, count, 1600.0, 9.0)])
            await put(connection, "daily_scores", SCORE, _scores(random, day, count))


def _scores(random: Random, day: str, count: int) -> Iterator[tuple[Any, ...]]:
    for at in range(count):
        yield day, LEADERBOARD.variant, f"p{at:07}", f"g{at:07}", random.randrange(-9000, 9000), 1500.0, 1500.0, 99.0


async def fill_month(store: SqlStore, leaderboard: Leaderboard, count: int) -> None:
    """Store a place on a leaderboard of scores for each of these players."""
    random = Random("month")
    keys = [duplicate_key(random.gauss(0, 4), random.randint(5, 30)) for _ in range(count)]
    async with store.database.write() as connection:
        await connection.execute(select(1))
        await _put_places(connection, leaderboard, keys)


def group_code(number: int) -> str:
    return f"G{number:07}"


async def fill_groups(store: SqlStore, groups: int, count: int) -> None:
    """Store public groups, each with as many of these players."""
    rows = ((group_code(each), f"Group {each}", "green", f"I{each:07}", False, False, AT) for each in range(groups))
    members = ((group_code(at % groups), f"p{at:07}", "member", AT, False) for at in range(count))
    async with store.database.write() as connection:
        await connection.execute(select(1))
        await put(connection, "groups", GROUP, rows)
        await put(connection, "group_members", MEMBER, members)


async def _put_places(connection: AsyncConnection, leaderboard: Leaderboard, keys: Sequence[int]) -> None:
    rows = ((leaderboard.text, f"p{at:07}", key, f"g{at:07}") for at, key in enumerate(keys))
    await put(connection, "places", ("leaderboard", "player", "key", "game"), rows)
    counts = Counter(bucket for key in keys for bucket in buckets(key))
    counted = [(leaderboard.text, level, bucket, n) for (level, bucket), n in counts.items()]
    await put(connection, "place_counts", ("leaderboard", "level", "bucket", "n"), counted)


def _players(count: int) -> Iterator[tuple[Any, ...]]:
    return ((f"p{at:07}", f"Player {at}", 1, f"hash {at}", AT) for at in range(count))


GROUP = ("code", "name", "colour", "invitation", "private", "approval", "created_at")
MEMBER = ("group", "player", "role", "joined_at", "shows_presence")
_RESULT = ("won", "locked", "score", "moves", "shuffles", "time_ms", "reached_ms", "given_up", "transcript", "ended_at")
CLOSING = ("date", "variant", "version", "cursor", "done", "games", "difficulty", "error")
SCORE = ("date", "variant", "player", "game", "score", "performance", "strength", "error")
GAME = ("id", "race", "seat", "player", "ranked", "hinted", *_RESULT)


def _games(outcomes: Sequence[Result], seats: int) -> Iterator[tuple[Any, ...]]:
    for at, outcome in enumerate(outcomes):
        game = (f"g{at:07}", f"r{at // seats}", at % seats, f"p{at:07}", True, False)
        yield (*game, *figures(outcome), "", AT)


def figures(of: Result) -> tuple[Any, ...]:
    """Return the columns of a result, in the order of `GAME`."""
    return (of.won, of.locked, of.score, of.moves, of.shuffles, of.time_ms, of.reached_ms, of.given_up)


def _attempts(count: int) -> Iterator[tuple[Any, ...]]:
    return ((*LEADERBOARD[1:], f"p{at:07}", f"g{at:07}") for at in range(count))


async def put(
    connection: AsyncConnection, table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]
) -> None:
    """Insert very many rows, by what the driver has for that."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    rows = iter(rows)
    while chunk := [*islice(rows, CHUNK)]:
        if connection.dialect.name == "postgresql":
            await driver.copy_records_to_table(table, records=chunk, columns=columns)
        else:
            statement = metadata.tables[table].insert().compile(dialect=connection.dialect, column_keys=columns)
            await driver.executemany(str(statement), chunk)
