"""A server that has grown: very many games in Postgres, and what pages, exports, boards and background work take then.

`growth=20000000` says how many games; `BENCH_PACKED_DAYS=90` packs those that ended longer ago, as
`GAPRACE_ARCHIVE_DAYS` does, and 20 million fit on 40 GB. One request at a time, through the store and the services
as the routes use them.
"""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import text

from gaprace.clock import SystemClock
from gaprace.ports import AtOnce, Cursor, PageRequest
from gaprace.services.archive import BATCH_SIZE
from gaprace.services.boards import FinishedBoards
from gaprace.services.profiles import Profiles
from gaprace.services.race_pages import RacePages
from gaprace.store.database import open_database
from gaprace.store.open_data import write_open_data
from gaprace.store.sql_store import SqlStore
from tests.bench import load
from tests.bench.growth_data import DATES, SEATS, Size, daily_leaderboard, date_at, fill
from tests.many_results import AT
from tests.store.test_leaderboard_plans import plan_of, statements_of
from tests.store.test_plans import WHOLE_TABLE

GAMES = 1_000_000
REQUESTS = 200
PAGE_MS, EXPORT_MS, STEP_MS = 100, 2_000, 500
"""What a page, an export of one's data and a step of background work may take at the 95th percentile."""
FEW_ROWS = 1_000
"""A table of no more rows may be read as a whole."""
_ROWS = re.compile(r"rows=(\d+)")
DAY_GAMES, PLAYERS = 2, 100_000
"""Games of a player on a day."""


class Site:
    """A server's store and services, and whom and what they are asked for."""

    def __init__(self, store: SqlStore, size: Size) -> None:
        self.store, self.size, self.random = store, size, Random("readers")
        clock, boards = SystemClock(), FinishedBoards(store, AtOnce())
        self._profiles, self._races = Profiles(store, clock), RacePages(store, clock, boards)
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
        assert sum([len(part) async for part in self._profiles.export(player)]) > DATES

    async def head_to_head(self) -> None:
        await self.store.shared_races(self.player, self.player, 50)
        await self.store.shared_dailies(self.player, self.player)

    async def board_top(self) -> None:
        assert (await self.store.leaderboard_page(daily_leaderboard(self.random), PageRequest(50))).rows

    async def board_around(self) -> None:
        board, player = daily_leaderboard(self.random), self.player
        page = await self.store.leaderboard_page(board, PageRequest(50, around=True), player)
        assert page.mine
        await self.store.leaderboard_page(board, PageRequest(50, after=Cursor(page.rows[0].key, page.rows[0].player)))

    async def prune(self) -> None:
        await self.store.delete_guests(self.random.randrange(AT), AT + 1, 500)
        await self.store.abandoned_races(AT)

    async def archive(self) -> None:
        await self.store.archive_games(AT, BATCH_SIZE)


async def p95_of(ask: Callable[[], Awaitable[None]], times: int) -> tuple[float, float]:
    """The 95th percentile and the longest, in milliseconds."""
    took = []
    for _ in range(times):
        began = perf_counter()
        await ask()
        took.append(1000 * (perf_counter() - began))
    return quantiles(took, n=20)[-1], max(took)


async def plans_of(site: Site, ask: Callable[[], Awaitable[None]]) -> list[str]:
    """The large tables that are read as a whole for an answer."""
    with statements_of(site.store) as asked:
        await ask()
    reads = [each for each in asked if each[0].lstrip().upper().startswith(("SELECT", "WITH"))]
    found = []
    async with site.store.database.read() as connection:
        for each in reads:
            found += [line.strip() for line in await plan_of(connection, each) if WHOLE_TABLE.search(line)]
    return [line for line in found if int(_ROWS.findall(line)[0]) > FEW_ROWS]


async def show(site: Site, name: str, limit_ms: float, times: int) -> None:
    ask = getattr(site, name)
    await ask()
    p95, longest = await p95_of(ask, times)
    whole = [] if name == "archive" else await plans_of(site, ask)
    verdict = "within" if p95 <= limit_ms else "BEYOND"
    note = f"  READS WHOLE TABLES: {whole}" if whole else ""
    print(f"  {name:>13}  p95 {p95:8.1f} ms  max {longest:8.1f} ms  {verdict} {limit_ms} ms{note}", flush=True)


async def sizes_of(store: SqlStore) -> Mapping[str, int]:
    query = "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200"
    async with store.database.read() as connection:
        return {row[0]: row[1] for row in await connection.execute(text(query))}


async def show_sizes(store: SqlStore, games: int) -> None:
    sizes = await sizes_of(store)
    whole = sum(sizes.values())
    row = "SELECT avg(pg_column_size(g.*)) FROM games g TABLESAMPLE SYSTEM (5) WHERE packed IS {}NULL"
    async with store.database.read() as connection:
        unpacked, packed = [await connection.scalar(text(row.format(which))) or 0 for which in ("", "NOT ")]
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
        written = await write_open_data(store.database, month, Path(folder))
        took, size = perf_counter() - began, written.path.stat().st_size
    each = 1000 * took / written.games
    print(f"  dump of {month}: {written.games} games in {took:.0f} s, {each:.2f} ms each; {size / 1e6:.0f} MB")


async def main(games: int) -> None:
    size = Size(games, int(os.environ.get("BENCH_PACKED_DAYS", "0")))
    with load.postgres() as url:
        began = perf_counter()
        await fill(url, size, lambda step: print(f"  {perf_counter() - began:6.0f} s  {step}", flush=True))
        store = SqlStore(open_database(url))
        made = size.of_dailies + size.races * SEATS
        print(f"{made} games of {size.players} players on {DATES} dates")
        await show_sizes(store, made)
        site = Site(store, size)
        await site.find()
        for name in ("replay", "race_page", "profile", "head_to_head", "board_top", "board_around"):
            await show(site, name, PAGE_MS, REQUESTS)
        await show(site, "export", EXPORT_MS, 20)
        await show(site, "prune", STEP_MS, 50)
        await show(site, "archive", STEP_MS, 50)
        await show_sizes(store, made)
        await show_dump(store)
        await store.close()


def run(games: int = GAMES) -> None:
    asyncio.run(main(games))
