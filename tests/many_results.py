"""Very many results on one daily's leaderboard, put straight into a database's tables: too many to be played."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.events.event import daily_code, daily_event
from gaprace.play.events.leaderboards import Leaderboard, buckets, count_key, daily_key, duplicate_key, rating_key
from gaprace.play.people.rating import Rating
from gaprace.ports import DailyKey
from gaprace.rules.deal import Deal
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS
from gaprace.store.base import SqlSteps
from gaprace.store.deals import deal_row
from gaprace.store.events import event_row
from gaprace.store.group_scores import renew_of_players
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import events, metadata

LEADERBOARD = Leaderboard("daily", "2026-11-21", "addiction")
OTHERS = [
    *(Leaderboard("duplicate", period, "addiction") for period in ("2026-W47", "2026-11")),
    *(Leaderboard("streak", period, "mini") for period in ("2026-11", "all")),
    Leaderboard("rating", "all", "addiction"),
]
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
        people = ((f"p{at:07}", f"Player {at}", 1, f"hash {at}", AT) for at in range(count))
        await put(connection, "players", ("id", "name", "generation", "recovery_hash", "created_at"), people)
        await put(connection, "deals", tuple(deal), [tuple(deal.values())])
        rows = [(f"M{number}", 1, b"{}", False, AT, True) for number in rooms]
        await put(connection, "rooms", ("code", "version", "state", "listed", "touched_at", "closed"), rows)
        seats = 1 if alone else SEATS
        numbers = range(-(-count // seats))
        races = ((f"r{each}", f"M{each * seats // SEATS}", each, deal["id"], AT, AT) for each in numbers)
        await put(connection, "races", ("id", "room", "number", "deal", "starts_at", "ended_at"), races)
        await put(connection, "events", EVENT, [daily_row(LEADERBOARD.period, deal["id"])])
        await put(connection, "games", GAME, _games(outcomes, seats))
        code = daily_code(*LEADERBOARD[1:])
        await put(connection, "entries", ENTRY, ((code, f"p{at:07}", AT, f"g{at:07}") for at in range(count)))
        await _put_places(connection, LEADERBOARD, [daily_key(outcome) for outcome in outcomes])


async def fill_others(store: SqlStore, count: int) -> None:
    """Add a place for each player to the other leaderboards."""
    random = Random("others")
    ratings = [Rating(random.gauss(25, 6), 2, 20) for _ in range(count)]
    keys: dict[str, Callable[[int], int]] = {
        "duplicate": lambda _: duplicate_key(random.gauss(0, 5), random.randrange(1, 31)),
        "streak": lambda _: count_key(random.randrange(1, 31)),
        "rating": lambda at: rating_key(ratings[at]),
    }
    async with store.database.write() as connection:
        await connection.execute(select(1))
        rated = ((f"p{at:07}", "addiction", *each) for at, each in enumerate(ratings))
        await put(connection, "ratings", ("player", "variant", *Rating._fields), rated)
        for each in OTHERS:
            await _put_places(connection, each, [keys[each.kind](at) for at in range(count)])


async def fill_days(store: SqlStore, members: int, days: Sequence[str]) -> None:
    """Let the first players play a daily on each of these dates, which are closed."""
    random = Random("days")
    async with store.database.write() as connection:
        await connection.execute(select(1))
        deals = [deal_row(Deal(VARIANTS["addiction"], f"{at:010}", bytes(32))) for at in range(len(days))]
        await put(connection, "deals", tuple(deals[0]), [tuple(deal.values()) for deal in deals])
        dailies = zip(days, deals, strict=True)
        await put(connection, "events", EVENT, [daily_row(day, deal["id"]) for day, deal in dailies])
        closed = ((day, LEADERBOARD.variant, 1, "", True) for day in days)
        await put(connection, "closings", ("date", "variant", "version", "cursor", "done"), closed)
        races = ((f"d{at}", "M0", SEATS + at, deal["id"], AT, AT) for at, deal in enumerate(deals))
        await put(connection, "races", ("id", "room", "number", "deal", "starts_at", "ended_at"), races)
        outcomes = (an_outcome(random) for _ in range(members * len(days)))
        played = [(f"p{at % members:07}", f"d{at:07}", *figures(each)) for at, each in enumerate(outcomes)]
        kind = (True, False, LEADERBOARD.variant, "daily")
        games = (
            (game, f"d{at // members}", at % members, player, *kind, *of, "", AT, "", "")
            for at, (player, game, *of) in enumerate(played)
        )
        await put(connection, "games", GAME, games)
        codes = [daily_code(day, LEADERBOARD.variant) for day in days]
        entered = ((codes[at // members], player, AT, game) for at, (player, game, *_) in enumerate(played))
        await put(connection, "entries", ENTRY, entered)
        steps = SqlSteps(store.database, connection)
        for day in days:
            players = [f"p{at:07}" for at in range(members)]
            await renew_of_players(steps, DailyKey(day, LEADERBOARD.variant), players)


async def _put_places(connection: AsyncConnection, leaderboard: Leaderboard, keys: Sequence[int]) -> None:
    rows = ((leaderboard.text, f"p{at:07}", key, f"g{at:07}") for at, key in enumerate(keys))
    await put(connection, "places", ("leaderboard", "player", "key", "game"), rows)
    counts = Counter(bucket for key in keys for bucket in buckets(key))
    counted = [(leaderboard.text, level, bucket, n) for (level, bucket), n in counts.items()]
    await put(connection, "place_counts", ("leaderboard", "level", "bucket", "n"), counted)


_RESULT = ("won", "locked", "score", "moves", "shuffles", "time_ms", "reached_ms", "given_up")
_PLAY = ("transcript", "ended_at", "last_board", "shuffled_boards")
EVENT = tuple(column.name for column in events.c)
ENTRY = ("event", "player", "at", "game")
GAME = ("id", "race", "seat", "player", "ranked", "hinted", "variant", "kind", *_RESULT, *_PLAY)


def _games(outcomes: Sequence[Result], seats: int) -> Iterator[tuple[Any, ...]]:
    for at, outcome in enumerate(outcomes):
        game = (f"g{at:07}", f"r{at // seats}", at % seats, f"p{at:07}", True, False, LEADERBOARD.variant, "race")
        yield (*game, *figures(outcome), "", AT, "", "")


def figures(of: Result) -> tuple[Any, ...]:
    """Return the columns of a result, in the order of `GAME`."""
    return (of.won, of.locked, of.score, of.moves, of.shuffles, of.time_ms, of.reached_ms, of.given_up)


def daily_row(day: str, deal: str) -> tuple[Any, ...]:
    """Return the row of a daily, in the order of `EVENT`."""
    variant = LEADERBOARD.variant
    daily = event_row(daily_event(day, variant, Deal(VARIANTS[variant], "0123456789", bytes(32))), deal)
    return tuple(daily.get(name) for name in EVENT)


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
