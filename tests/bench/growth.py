"""A server that has grown: very many games in Postgres, and what pages, exports, boards and background work take then.

`growth=20000000` says how many games, half of them of dailies, over 200 dates; those that ended more than
`BENCH_PACKED_DAYS` ago (30) are packed, as `GAPRACE_ARCHIVE_DAYS` does. `TMPDIR` says where the database lies, 2.3 GB
for a million games. With `BENCH_KEEP=FOLDER` it is kept in that folder, and measured again without being made. One
request at a time, through the store and the services as the routes use them, each of another player, race or date.

Beside the times stand the blocks of 8 kB that Postgres looked at for a request: they do not depend on the
machine and what else it does. Those not in its memory were read from files, which the system may have in memory.
"""

import asyncio
import os
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from sqlalchemy import text

from gaprace.clock import SystemClock
from gaprace.events.boards import FinishedBoards
from gaprace.events.race_pages import RacePages
from gaprace.people.figures import BATCH_SIZE as FIGURES_BATCH
from gaprace.people.figures import GIANT_RACE_PEOPLE
from gaprace.people.head_to_head import HeadToHeads
from gaprace.people.profiles import Profiles
from gaprace.ports import AtOnce, Cursor, PageRequest
from gaprace.store.database import open_database
from gaprace.store.open_data import OpenData, write_open_data
from gaprace.store.sql_store import SqlStore
from gaprace.upkeep.archive import BATCH_SIZE
from gaprace.upkeep.retention import BATCH_SIZE as GUESTS_BATCH
from tests.bench.growth_data import DATES, SEATS, Size, daily_leaderboard, date_at, fill
from tests.databases import PostgresServer, migrate_now, postgres_database
from tests.many_results import AT
from tests.store.test_leaderboard_plans import Statement, plan_of, statements_of
from tests.store.test_plans import WHOLE_TABLE

GAMES = 1_000_000
REQUESTS = 200
BOARD_MS, PAGE_MS, PROFILE_MS, STEP_MS, EXPORT_MS = 20, 50, 100, 1_000, 2_000
"""What a board, a page of a person or a race, a profile, a step of background work and an export may take at p95."""
DUMPED_PER_SECOND = 2_000
MEMORY_MB = 150
"""By how much the process may grow during a dump or an export."""
SAMPLED = 10_000
"""Games of which the mean size of a row is taken."""
FEW_ROWS = 1_000
"""A table of no more rows may be read as a whole."""
_ROWS = re.compile(r"rows=(\d+)")
_BLOCKS = re.compile(r"(hit|read)=(\d+)")
KEPT = "growth"
"""The database that is kept."""
DAY_GAMES, PLAYERS = 2, 100_000
"""Games of a player on a day."""
SERVER = ("shared_buffers = '2GB'", "wal_level = minimal", "max_wal_senders = 0")
"""As a host with 8 GB sets it, and without replication, so that indexes are built without a log."""


class Site:
    """A server's store and services, and whom and what they are asked for."""

    def __init__(self, store: SqlStore, size: Size) -> None:
        self.store, self.size, self.random = store, size, Random("readers")
        clock, boards = SystemClock(), FinishedBoards(store, AtOnce())
        self._profiles, self._races = Profiles(store, clock), RacePages(store, clock, boards)
        self._pairs = HeadToHeads(store)
        self.games: list[str] = []
        self.races: list[str] = []

    async def find(self) -> None:
        """Find some games and races to ask for."""
        for kind, found, n in (("t", self.games, self.size.of_dailies), ("s", self.races, self.size.races)):
            async with self.store.database.read() as connection:
                ids = [f"md5('{kind}{self.random.randrange(n)}')" for _ in range(REQUESTS)]
                rows = await connection.execute(text(f"SELECT substr(unnest(ARRAY[{', '.join(ids)}]), 1, 16)"))
                found += [row[0] for row in rows]

    @property
    def player(self) -> str:
        return f"p{self.random.randrange(self.size.players):07}"

    async def replay(self) -> None:
        assert await self.store.finished_game(self.random.choice(self.games))

    async def race_page(self) -> None:
        assert len((await self._races.page(self.random.choice(self.races))).games) == SEATS

    async def profile(self) -> None:
        assert await self._profiles.page(self.player)

    async def export(self) -> None:
        player = await self.store.player(self.player)
        assert player
        size = 0
        async for part in self._profiles.export(player):
            size += len(part)
        assert size > DATES

    async def head_to_head(self) -> None:
        await self._pairs.of(self.player, self.player, None)

    async def board_top(self) -> None:
        assert (await self.store.leaderboard_page(daily_leaderboard(self.random), PageRequest(50))).rows

    async def board_around(self) -> None:
        board, player = daily_leaderboard(self.random), self.player
        page = await self.store.leaderboard_page(board, PageRequest(50, around=True), player)
        assert page.mine
        await self.store.leaderboard_page(board, PageRequest(50, after=Cursor(page.rows[0].key, page.rows[0].player)))

    async def prune(self) -> None:
        await self.store.delete_guests(AT - self.random.randrange(self.size.players), AT + 1, GUESTS_BATCH)
        await self.store.abandoned_races(AT)

    async def archive(self) -> None:
        await self.store.archive_games(AT, BATCH_SIZE)

    async def figures(self) -> None:
        await self.store.sum_up_figures(self.player, FIGURES_BATCH, GIANT_RACE_PEOPLE)


async def p95_of(ask: Callable[[], Awaitable[None]], times: int) -> tuple[float, float]:
    """The 95th percentile and the longest, in milliseconds."""
    took = []
    for _ in range(times):
        began = perf_counter()
        await ask()
        took.append(1000 * (perf_counter() - began))
    return quantiles(took, n=20)[-1], max(took)


async def reads_of(site: Site, ask: Callable[[], Awaitable[None]]) -> list[Statement]:
    """The statements that read something for an answer."""
    with statements_of(site.store) as asked:
        await ask()
    return [each for each in asked if each[0].lstrip().upper().startswith(("SELECT", "WITH"))]


async def plans_of(site: Site, ask: Callable[[], Awaitable[None]]) -> list[str]:
    """The large tables that are read as a whole for an answer."""
    reads = await reads_of(site, ask)
    found = []
    async with site.store.database.read() as connection:
        for each in reads:
            found += [line.strip() for line in await plan_of(connection, each) if WHOLE_TABLE.search(line)]
    return [line for line in found if int(_ROWS.findall(line)[0]) > FEW_ROWS]


class Blocks(NamedTuple):
    """How many blocks Postgres looked at for an answer."""

    all: int
    read: int
    """Those that were not in its memory."""


async def blocks_of(site: Site, ask: Callable[[], Awaitable[None]]) -> Blocks:
    reads = await reads_of(site, ask)
    found = Counter[str]()
    async with site.store.database.read() as connection:
        for each in reads:
            lines = await plan_of(connection, each, "ANALYZE, BUFFERS, TIMING OFF")
            used = next((line for line in lines if "Buffers:" in line), "")
            found.update({kind: int(count) for kind, count in _BLOCKS.findall(used)})
    return Blocks(found["hit"] + found["read"], found["read"])


async def show(site: Site, name: str, limit_ms: float, times: int = REQUESTS) -> None:
    ask = getattr(site, name)
    await ask()
    p95, longest = await p95_of(ask, times)
    whole = [] if name == "archive" else await plans_of(site, ask)
    blocks = await blocks_of(site, ask)
    found = verdict(p95 <= limit_ms and not whole)
    print(
        f"  {found}  {name:>14}  p95 {p95:8.1f} ms  limit {limit_ms:>5} ms  max {longest:8.1f} ms"
        f"  {blocks.all:6} blocks, {blocks.read:5} read{f'  READS WHOLE TABLES: {whole}' if whole else ''}",
        flush=True,
    )


def verdict(is_within: bool) -> str:
    return "OK  " if is_within else "OVER"


async def grown_mb(ask: Callable[[], Awaitable[object]]) -> float:
    """By how much the process grew at most, on Linux (proc(5))."""
    before = _forget_peak()
    await ask()
    return _resident_mb("VmHWM") - before


def _forget_peak() -> float:
    Path("/proc/self/clear_refs").write_text("5")
    return _resident_mb("VmRSS")


def _resident_mb(name: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024


async def sizes_of(store: SqlStore) -> Mapping[str, int]:
    query = "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200"
    async with store.database.read() as connection:
        return {row[0]: row[1] for row in await connection.execute(text(query))}


async def show_sizes(store: SqlStore, games: int) -> None:
    sizes = await sizes_of(store)
    whole = sum(sizes.values())
    row = "SELECT avg(pg_column_size(g.*)) FROM games g TABLESAMPLE SYSTEM ({}) WHERE packed IS {}NULL"
    share = min(5.0, 100 * SAMPLED / games)
    async with store.database.read() as connection:
        unpacked, packed = [await connection.scalar(text(row.format(share, which))) or 0 for which in ("", "NOT ")]
    for name, size in sorted(sizes.items(), key=lambda each: -each[1])[:8]:
        print(f"  {name:>16}  {size / 1e9:7.2f} GB  {size / games:6.0f} bytes a game, with its indexes")
    each = whole / games
    print(f"  in all {whole / 1e9:.2f} GB, {each:.0f} bytes a game; 20 million: {20e6 * each / 1e9:.0f} GB;")
    print(f"  {PLAYERS} players a day, each with {DAY_GAMES} games: {DAY_GAMES * PLAYERS * each / 1e6:.0f} MB a day")
    print(f"  a row of games: {unpacked:.0f} bytes as it was stored, {packed:.0f} bytes packed", flush=True)


async def show_dump(store: SqlStore) -> None:
    month = date_at(DATES // 2)[:7]
    with TemporaryDirectory() as folder:
        began = perf_counter()

        async def dump() -> None:
            written.append(await write_open_data(store.database, month, Path(folder)))

        written: list[OpenData] = []
        grown = await grown_mb(dump)
        took, size = perf_counter() - began, written[0].path.stat().st_size
    per_second = written[0].games / took
    is_within = per_second >= DUMPED_PER_SECOND and grown <= MEMORY_MB
    print(f"  {verdict(is_within)}  dump of {month}: {written[0].games} games, {per_second:.0f} a second (limit")
    print(f"        {DUMPED_PER_SECOND}), {size / 1e6:.0f} MB; memory grew by {grown:.0f} MB (limit {MEMORY_MB})")


async def show_export(site: Site) -> None:
    await show(site, "export", EXPORT_MS, 20)
    grown = await grown_mb(site.export)
    print(f"  {verdict(grown <= MEMORY_MB)}  an export: memory grew by {grown:.0f} MB (limit {MEMORY_MB})")


@contextmanager
def grown(size: Size) -> Iterator[str]:
    """The URL of a database of that size, which is made, or has been kept."""
    folder = os.environ.get("BENCH_KEEP")
    if folder:
        with kept(Path(folder).resolve(), size) as url:
            yield url
    else:
        with PostgresServer.running(durable=True) as server, postgres_database(server) as url:
            make(server, url, size)
            yield url


@contextmanager
def kept(folder: Path, size: Size) -> Iterator[str]:
    """The URL of the database in a folder. It has the tables of this version.

    Raises:
        SystemExit: a database of another size is there, or one that was never completed.

    """
    note, wanted = folder / "size", f"{size}\n"
    is_there = folder.exists()
    if is_there and (not note.exists() or note.read_text() != wanted):
        sys.exit(f"{folder} does not hold {size}: delete it, or name another folder")
    server = PostgresServer(folder, durable=True)
    server.start()
    try:
        url = server.url(KEPT)
        if not is_there:
            server.create(KEPT, template="template1")
            migrate_now(url)
            make(server, url, size)
            note.write_text(wanted)
        migrate_now(url)
        yield url
    finally:
        server.stop()


def make(server: PostgresServer, url: str, size: Size) -> None:
    prepare(server)
    began = perf_counter()
    asyncio.run(fill(url, size, lambda step: print(f"  {perf_counter() - began:6.0f} s  {step}", flush=True)))


def prepare(server: PostgresServer) -> None:
    """Restart with the settings of a server of this size."""
    for each in SERVER:
        server.execute(f"ALTER SYSTEM SET {each}")
    server.stop()
    server.start()


async def measure(url: str, size: Size) -> None:
    store = SqlStore(open_database(url))
    made = size.of_dailies + size.races * SEATS
    print(f"{made} games of {size.players} players on {DATES} dates, packed after {size.packed_days} days")
    await show_sizes(store, made)
    site = Site(store, size)
    await site.find()
    for name in ("board_top", "board_around"):
        await show(site, name, BOARD_MS)
    for name in ("replay", "race_page", "head_to_head"):
        await show(site, name, PAGE_MS)
    await show(site, "profile", PROFILE_MS)
    await show_export(site)
    for name in ("prune", "archive", "figures"):
        await show(site, name, STEP_MS, 50)
    await show_dump(store)
    await store.close()


def run(games: int = GAMES) -> None:
    size = Size(games, int(os.environ.get("BENCH_PACKED_DAYS", "30")))
    with grown(size) as url:
        began = perf_counter()
        asyncio.run(measure(url, size))
        print(f"  {perf_counter() - began:6.0f} s of measuring", flush=True)
