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
from typing import Any

from sqlalchemy import make_url

from gaprace.background import BackgroundThread
from gaprace.events.challenges import Challenges
from gaprace.events.dailies import Dailies
from gaprace.events.leaderboards import Leaderboards
from gaprace.groups.boards import GroupBoards
from gaprace.groups.feeds import GroupFeeds
from gaprace.groups.scores import GroupScores
from gaprace.people.friends import Friends, News
from gaprace.people.head_to_head import HeadToHeads
from gaprace.people.played_games import PlayedGames
from gaprace.people.profiles import Profiles
from gaprace.play.events.calendar import days_from, midnight_of, month_dates
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import AtOnce, Cursor, GameFilter, PageRequest, StoredPage, StoredPlayer
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
    """Reads a leaderboard and what is beside it, each time as another player."""

    def __init__(self, store: SqlStore, random: Random, leaderboard: Leaderboard = LEADERBOARD) -> None:
        self.leaderboard = leaderboard
        self._store, self._random = store, random
        clock, background = ManualClock(), BackgroundThread()
        clock.put_back(clock.now() - NOW)
        self.boards, self.news, self.games = Leaderboards(store, clock), News(store, clock), PlayedGames(store, clock)
        self.dailies = Dailies(store, clock, None)  # type: ignore[arg-type] # no room is opened
        self.friends = Friends(store, clock, None)  # type: ignore[arg-type]
        self._challenges = Challenges(store, clock, None)  # type: ignore[arg-type]
        self.pairs, self.profiles = HeadToHeads(store, clock), Profiles(store, clock)
        self.groups, self._feeds = GroupBoards(store, clock, background), GroupFeeds(store, clock, background)

    @property
    def somebody(self) -> str:
        return _name(self._random.randrange(PEOPLE))

    @property
    def regular(self) -> str:
        return _name(self._random.randrange(REGULARS))

    async def cursor(self) -> Cursor:
        """Find a cursor somewhere."""
        page = await self.page(PageRequest(1, around=True), self.somebody)
        return Cursor(page.rows[0].key, page.rows[0].player)

    async def page(self, request: PageRequest, me: str | None = None) -> StoredPage:
        return await self._store.leaderboard_page(self.leaderboard, request, me)

    async def own(self, ask: Callable[[StoredPlayer], Awaitable[Any]], player: str) -> object:
        """Ask for what only the player may see."""
        found = await self._store.player(player)
        assert found
        return await ask(found)

    async def feed(self) -> object:
        group = await self.groups.readable(GROUP, _name(0))
        return await self._feeds.read(*(await self._feeds.address(group)).split("/"))

    async def race(self) -> None:
        """Let the regulars race some others again and again, and a friend of each make a challenge."""
        for at in range(REGULARS):
            await self.own(lambda player: self._challenges.create(player, NewChallenge()), _name(at + APART))
            for number in range(LATE_RACES):
                players = [_name(at), *(_name(at + 1 + (number + each) % 9) for each in range(RIVALS))]
                await play_race(self._store, f"{at}-{number}", dict.fromkeys(players, RESULT))

    async def meet_every_day(self) -> None:
        """Let a group play all dailies of some weeks; their scores are stored."""
        await fill_days(self._store, MEMBERS, [days_from(LEADERBOARD.period, -back) for back in range(1, DAYS + 1)])
        await finish(GroupScores(self._store, AtOnce()))


VARIANT, MONTH = LEADERBOARD.variant, month_dates(LEADERBOARD.period)
Ask = tuple[Callable[[Reader, Cursor], Awaitable[object]], str]
"""What to ask, and what of the answer there has to be."""
PAGES: dict[str, Ask] = {
    "top": (lambda reader, _: reader.page(PageRequest(ROWS)), "rows"),
    "next page": (lambda reader, cursor: reader.page(PageRequest(ROWS, after=cursor)), ""),
    "previous page": (lambda reader, cursor: reader.page(PageRequest(ROWS, before=cursor)), ""),
    "around me": (lambda reader, _: reader.page(PageRequest(ROWS, around=True), reader.somebody), "mine"),
    "own rank": (lambda reader, _: reader.page(PageRequest(1), reader.somebody), "mine"),
    "people": (
        lambda reader, _: reader.boards.page(
            reader.leaderboard, PageQuery(limit=7), reader.somebody, around=True, people=True
        ),
        "",
    ),
    "today": (lambda reader, _: reader.dailies.today("UTC", reader.somebody), ""),
    "news": (lambda reader, _: reader.own(reader.news.of, reader.regular), "news"),
    "friends": (lambda reader, _: reader.own(reader.friends.of, reader.somebody), "friends"),
    "suggestions": (lambda reader, _: reader.own(reader.friends.suggestions, reader.regular), "players"),
    "profile": (lambda reader, _: reader.profiles.page(me := reader.regular, me), ""),
    "rivals": (lambda reader, _: reader.pairs.rivals(reader.regular, None), "items"),
    "head to head": (lambda reader, _: reader.pairs.of(_name(0), _name(1), _name(0)), "races"),
    "games with": (
        lambda reader, _: reader.games.page(_name(0), GameFilter(rival=_name(1)), FIRST_PAGE, _name(0)),
        "items",
    ),
    "group daily": (lambda reader, _: reader.groups.board(GROUP, *LEADERBOARD[1:], reader.regular), "rows"),
    "group history": (
        lambda reader, _: reader.groups.history(GROUP, VARIANT, PageQuery(limit=30), reader.regular),
        "items",
    ),
    "group season": (lambda reader, _: reader.groups.season(GROUP, VARIANT, *MONTH, reader.regular), "rows"),
    "group feed": (lambda reader, _: reader.feed(), "days"),
}


async def show(reader: Reader, name: str, what: str) -> None:
    """Print how long something takes, again and again."""
    ask, part = PAGES[name]
    took, cpu = list[float](), 0.0
    for _ in range(REQUESTS):
        cursor = await reader.cursor()
        started, cpu_started = perf_counter(), process_time()
        found = await ask(reader, cursor)
        took.append(1000 * (perf_counter() - started))
        cpu += 1000 * (process_time() - cpu_started)
        assert not part or getattr(found, part), name
    print(f"  {what:>13}  {spread(took)}  of CPU here {cpu / REQUESTS:5.2f} ms")


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
            for each in PAGES:
                await show(reader, each, each)
            for board in OTHERS:
                other = Reader(store, Random("readers"), board)
                for each in ("top", "people"):
                    await show(other, each, f"{board.text} {each:>13}")
            await store.close()


def tidy(url: str) -> None:
    """Update the statistics of the tables, as Postgres does by itself soon after many inserts."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":  # without the time limit of the server's own statements
        PostgresServer(Path(str(parsed.query["host"]))).execute("VACUUM ANALYZE", str(parsed.database))


def run() -> None:
    load.run(main)
