"""Duplicate scores: how well they order simulated players, and how long it takes to close a day and to read its boards.

The players' strengths are known (`tests.score_simulation`); `best` and `wins` are the leaderboards that there were
before.
"""

import os
from collections.abc import Sequence
from random import Random
from time import perf_counter, process_time

from gaprace.background import BackgroundThread
from gaprace.events.closings import CLOSING_DELAY_MS, Closings
from gaprace.groups.boards import GroupBoards
from gaprace.groups.scores import GroupScores
from gaprace.play.events.calendar import month_of, reveals_at
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import Cursor
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests import score_simulation as simulation
from tests.bench import load
from tests.bench.leaderboards import Reader, measured, tidy
from tests.many_results import LEADERBOARD, fill, fill_groups, fill_month, fill_week, group_code
from tests.many_seasons import DATES, DAYS, SIZE, fill_seasons, season_group
from tests.rooms.stage import ManualClock
from tests.steps import finish

BOARDS = {
    "best": simulation.best,
    "wins": simulation.wins,
    "a week's score": simulation.best_week,
    "a month's score": simulation.duplicate,
    "strength": simulation.strength,
    "what was played, luck included": simulation.played,
}
"""The last one is the limit of what any leaderboard can do with these games."""
GROUP_SIZE = 12
GAMES = int(os.environ.get("BENCH_GAMES", "100000"))
RESULTS = int(os.environ.get("BENCH_RESULTS", "1000000"))
SEASONS = int(os.environ.get("BENCH_SEASONS", "10"))
"""Groups with a whole season; their members are the first of the results."""
GROUPS = int(os.environ.get("BENCH_GROUPS", "10000"))
MONTH = Leaderboard("duplicate", month_of(LEADERBOARD.period), LEADERBOARD.variant)


def run(months: int = 2_000) -> None:
    """Print Kendall's tau of each leaderboard, then the times."""
    order([simulation.a_month(Random(f"levels {seed}")) for seed in range(months)], "8 players of 4 strengths")
    spread = [Random(f"spread {seed}") for seed in range(months // 4)]
    mixed = [simulation.a_month(random, [random.gauss(1.5, 1.1) for _ in range(GROUP_SIZE)]) for random in spread]
    order(mixed, f"{GROUP_SIZE} players, normally distributed")
    load.run(close)
    load.run(read)


def order(months: Sequence[simulation.Month], name: str) -> None:
    started = perf_counter()
    taus = "  ".join(f"{board} {simulation.mean_tau(rank, months):.3f}" for board, rank in BOARDS.items())
    print(f"{name}, {len(months)} months: tau of {taus}  ({perf_counter() - started:.0f} s)")


async def close() -> None:
    """Close a daily of many games, as a server does in the background."""
    for name, database in {"SQLite": load.sqlite, "Postgres": load.postgres}.items():
        with database() as url:
            store, background, clock = SqlStore(open_database(url)), BackgroundThread(), ManualClock()
            await fill(store, GAMES)
            await fill_week(store, GAMES)
            await tidy(store)
            clock.put_back(clock.now() - reveals_at(LEADERBOARD.period) - CLOSING_DELAY_MS)
            started, cpu_started = perf_counter(), process_time()
            await finish(Closings(store, clock, background))
            took, cpu = perf_counter() - started, process_time() - cpu_started
            assert (await store.leaderboard_sizes([MONTH]))[MONTH] == GAMES
            print(f"{name}: a daily of {GAMES} games closed in {took:.1f} s, of CPU here {cpu:.1f} s")
            background.close()
            await store.close()


async def read() -> None:
    """Read the leaderboard of a month with very many rows, and those of many groups."""
    for name, database in {"SQLite": load.sqlite, "Postgres": load.postgres}.items():
        with database() as url:
            store = SqlStore(open_database(url))
            await fill(store, RESULTS)
            await fill_month(store, MONTH, RESULTS)
            await tidy(store)
            reader = Reader(store, Random("readers"), MONTH)
            for ask in (reader.top, reader.next_page, reader.previous_page, reader.around_me, reader.own_rank):
                print(f"{name}: {RESULTS} places of a month, {ask.__name__:>13}  {await measured(reader, ask)}")
            await fill_groups(store, GROUPS, RESULTS)
            await tidy(store)
            groups = GroupReader(store, Random("groups"))
            took = await measured(groups, groups.board)
            print(f"{name}: {GROUPS} groups of {RESULTS // GROUPS}, a daily's board  {took}")
            await fill_seasons(store, SEASONS)
            await tidy(store)
            started = perf_counter()
            await groups.score()
            dailies = 2 * SEASONS * (DAYS - 1)
            print(f"{name}: {dailies} dailies of {SIZE} members scored in {perf_counter() - started:.1f} s")
            for ask in (groups.own_season, groups.world_season):
                took = await measured(groups, ask)
                print(f"{name}: {DAYS} dailies of {SIZE} members, {ask.__name__:>12}  {took}")
            groups.close()
            await store.close()


class GroupReader(Reader):
    """Reads the boards of groups, each time of another one."""

    def __init__(self, store: SqlStore, random: Random) -> None:
        super().__init__(store, random)
        self._background, self._groups = BackgroundThread(), random
        self._boards = GroupBoards(store, ManualClock(), self._background)

    async def board(self, _: Cursor) -> None:
        _, date, variant = LEADERBOARD
        found = await self._boards.board(group_code(self._groups.randrange(GROUPS)), date, variant, None)
        assert len(found.rows) == RESULTS // GROUPS

    async def score(self) -> None:
        """Store the scores of closed dailies, as a server does in the background."""
        await finish(GroupScores(self._store, self._background))

    async def own_season(self, _: Cursor) -> None:
        await self._season(OWN_DAILY)

    async def world_season(self, _: Cursor) -> None:
        await self._season(LEADERBOARD.variant)

    async def _season(self, daily: str) -> None:
        code = season_group(self._groups.randrange(SEASONS))
        found = await self._boards.season(code, daily, DATES[0], DATES[-1], None)
        assert len(found.rows) == SIZE

    def close(self) -> None:
        self._background.close()
