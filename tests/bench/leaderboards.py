"""Today, friends and leaderboards with a million results: how long a page takes, at the median and 95th percentile.

One request at a time, through the store as the routes use it, and through the services for Today and the people; the
results of one daily are all on one board. Who reads these has a hundred friends and three groups of fifty, as others
have; some have fifty races besides, and a group that has played the dailies of seven weeks, in divisions.
"""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from sqlalchemy import make_url

from gaprace.background import BackgroundThread
from gaprace.events.challenges import Challenges
from gaprace.events.dailies import Dailies
from gaprace.events.leaderboards import Leaderboards
from gaprace.groups.boards import GroupBoards, GroupScores
from gaprace.groups.feeds import GroupFeeds
from gaprace.people.friends import Friends, News
from gaprace.people.head_to_head import HeadToHeads
from gaprace.people.played_games import PlayedGames
from gaprace.people.profiles import Profiles
from gaprace.play.events.calendar import days_from, midnight_of, month_dates
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import AtOnce, Cursor, GameFilter, PageRequest, StoredPlayer
from gaprace.store.database import open_database
from gaprace.store.friends import LATE_RACES
from gaprace.store.sql_store import SqlStore
from gaprace.wire.http import NewChallenge
from gaprace.wire.paging import FIRST_PAGE, PageQuery
from tests.bench import load
from tests.databases import PostgresServer
from tests.many_people import APART, GROUP, MEMBERS, fill_people
from tests.many_results import LEADERBOARD, OTHERS, fill, fill_days, fill_others
from tests.rooms.stage import ManualClock
from tests.steps import finish
from tests.store.material import RESULT, play_race

RESULTS = int(os.environ.get("BENCH_RESULTS", "1000000"))
REQUESTS = 400
ROWS = 50
PEOPLE = int(os.environ.get("BENCH_PEOPLE", "100000"))
"""Players who know each other. A million take a quarter of an hour to store."""
REGULARS, RIVALS = 20, 3
"""Players who have races, and how many they meet in each."""
DAYS = 51
"""Dates before today, of this month and the last one."""

NOW = midnight_of(LEADERBOARD.period)


def _name(number: int) -> str:
    return f"p{number:07}"


class Reader:
    """Reads a leaderboard, each time as another player."""

    def __init__(self, store: SqlStore, random: Random, leaderboard: Leaderboard = LEADERBOARD) -> None:
        self._store, self._leaderboard = store, leaderboard
        self._random = random
        clock = ManualClock()
        clock.put_back(clock.now() - NOW)
        self._boards = Leaderboards(store, clock)
        self._news = News(store, clock)
        self._dailies = Dailies(store, clock, None)  # type: ignore[arg-type] # no room is opened
        self._friends = Friends(store, clock, None)  # type: ignore[arg-type]
        self._challenges = Challenges(store, clock, None)  # type: ignore[arg-type]
        self._pairs, self._games, self._profiles = (
            HeadToHeads(store, clock),
            PlayedGames(store, clock),
            Profiles(store, clock),
        )
        background = BackgroundThread()
        self._group_boards = GroupBoards(store, clock, background)
        self._feeds = GroupFeeds(store, clock, background)

    @property
    def _somebody(self) -> str:
        return _name(self._random.randrange(PEOPLE))

    async def prepare(self) -> Cursor:
        """Find a cursor somewhere."""
        page = await self._store.leaderboard_page(self._leaderboard, PageRequest(1, around=True), self._somebody)
        return Cursor(page.rows[0].key, page.rows[0].player)

    async def top(self, _: Cursor) -> None:
        await self._store.leaderboard_page(self._leaderboard, PageRequest(ROWS))

    async def next_page(self, cursor: Cursor) -> None:
        await self._store.leaderboard_page(self._leaderboard, PageRequest(ROWS, after=cursor))

    async def previous_page(self, cursor: Cursor) -> None:
        await self._store.leaderboard_page(self._leaderboard, PageRequest(ROWS, before=cursor))

    async def around_me(self, _: Cursor) -> None:
        await self._store.leaderboard_page(self._leaderboard, PageRequest(ROWS, around=True), self._somebody)

    @property
    def _regular(self) -> str:
        return _name(self._random.randrange(REGULARS))

    async def race(self) -> None:
        """Let the regulars race some others again and again, and a friend of each make a challenge."""
        for at in range(REGULARS):
            await self._challenges.create(await self._player(_name(at + APART)), NewChallenge())
            for number in range(LATE_RACES):
                players = [_name(at), *(_name(at + 1 + (number + each) % 9) for each in range(RIVALS))]
                await play_race(self._store, f"{at}-{number}", dict.fromkeys(players, RESULT))

    async def meet_every_day(self) -> None:
        """Let a group play all dailies of some weeks; their scores are stored."""
        await fill_days(self._store, MEMBERS, [days_from(LEADERBOARD.period, -back) for back in range(1, DAYS + 1)])
        await finish(GroupScores(self._store, AtOnce()))

    async def _player(self, player: str) -> StoredPlayer:
        found = await self._store.player(player)
        assert found
        return found

    async def people(self, _: Cursor) -> None:
        await self._boards.page(self._leaderboard, PageQuery(limit=7), self._somebody, around=True, people=True)

    async def news(self, _: Cursor) -> None:
        assert (await self._news.of(await self._player(self._regular))).news

    async def friends(self, _: Cursor) -> None:
        assert (await self._friends.of(await self._player(self._somebody))).friends

    async def suggestions(self, _: Cursor) -> None:
        assert (await self._friends.suggestions(await self._player(self._regular))).players

    async def today(self, _: Cursor) -> None:
        await self._dailies.today("UTC", self._somebody)

    async def head_to_head(self, _: Cursor) -> None:
        assert (found := await self._pairs.of(_name(0), _name(1), _name(0)))
        assert found.races

    async def rivals(self, _: Cursor) -> None:
        assert await self._pairs.rivals(self._regular, None)

    async def games_with(self, _: Cursor) -> None:
        assert (found := await self._games.page(_name(0), GameFilter(rival=_name(1)), FIRST_PAGE, _name(0)))
        assert found.items

    async def profile(self, _: Cursor) -> None:
        await self._profiles.page(me := self._regular, me)

    async def group_daily(self, _: Cursor) -> None:
        assert (await self._group_boards.board(GROUP, *LEADERBOARD[1:], self._regular)).rows

    async def group_history(self, _: Cursor) -> None:
        assert (await self._group_boards.history(GROUP, LEADERBOARD.variant, PageQuery(limit=30), self._regular)).items

    async def group_season(self, _: Cursor) -> None:
        month = month_dates(LEADERBOARD.period)
        assert (await self._group_boards.season(GROUP, LEADERBOARD.variant, *month, self._regular)).rows

    async def group_feed(self, _: Cursor) -> None:
        group = await self._group_boards.readable(GROUP, _name(0))
        assert (await self._feeds.read(*(await self._feeds.address(group)).split("/"))).days

    async def own_rank(self, _: Cursor) -> None:
        page = await self._store.leaderboard_page(self._leaderboard, PageRequest(1), self._somebody)
        assert page.mine


async def measured(reader: Reader, ask: Callable[[Cursor], Awaitable[None]]) -> str:
    took = []
    cpu = 0.0
    for _ in range(REQUESTS):
        cursor = await reader.prepare()
        started, cpu_started = perf_counter(), process_time()
        await ask(cursor)
        took.append(1000 * (perf_counter() - started))
        cpu += 1000 * (process_time() - cpu_started)
    return f"{spread(took)}  of CPU here {cpu / REQUESTS:5.2f} ms"


def spread(took: list[float]) -> str:
    took.sort()
    return f"p50 {took[len(took) // 2]:6.2f} ms  p95 {took[len(took) * 95 // 100]:6.2f} ms  max {took[-1]:6.2f} ms"


async def main() -> None:
    for name, database in {"SQLite": load.sqlite, "Postgres": load.postgres}.items():
        with database() as url:
            store = SqlStore(open_database(url))
            started = perf_counter()
            await fill(store, RESULTS, alone=True)
            await fill_others(store, RESULTS)
            print(f"{name}: {RESULTS} results stored in {perf_counter() - started:.0f} s")
            started = perf_counter()
            await fill_people(url, PEOPLE, NOW)
            print(f"{name}: {PEOPLE} people know each other, stored in {perf_counter() - started:.0f} s")
            reader = Reader(store, Random("readers"))
            tidy(url)
            await reader.race()
            await reader.meet_every_day()
            tidy(url)
            pages = (reader.top, reader.next_page, reader.previous_page, reader.around_me, reader.own_rank)
            own = (reader.today, reader.news, reader.friends, reader.suggestions, reader.profile)
            pairs = (reader.rivals, reader.head_to_head, reader.games_with)
            groups = (reader.group_daily, reader.group_history, reader.group_season, reader.group_feed)
            for ask in (*pages, reader.people, *own, *pairs, *groups):
                print(f"  {ask.__name__:>13}  {await measured(reader, ask)}")
            for board in OTHERS:
                other = Reader(store, Random("readers"), board)
                for ask in (other.top, other.people):
                    print(f"  {board.text} {ask.__name__:>13}  {await measured(other, ask)}")
            await store.close()


def tidy(url: str) -> None:
    """Update the statistics of the tables, as Postgres does by itself soon after many inserts."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":  # without the time limit of the server's own statements
        PostgresServer(Path(str(parsed.query["host"]))).execute("VACUUM ANALYZE", str(parsed.database))


def run() -> None:
    load.run(main)
