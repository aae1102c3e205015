"""Pictures of days in a row: `python -m tests.browser.gallery.days FOLDER`.

Four friends, each at home in another time zone, play the small daily three days in a row, miss the fourth, and come
again on the fifth. The server's clock is stepped from day to day. Look at each first screen: the streak, what is to do
today, and how friends did.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs
from playwright.async_api import Browser, expect

from gaprace.ports import DailyKey, StoredFollow
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.browser.guest import PHONE, Guest, Guests, browsing
from tests.browser.test_daily import play_ranked
from tests.processes import ServerProcess
from tests.store.material import RESULT, play_daily

ZONES = ("Pacific/Auckland", "Asia/Kolkata", "Europe/Berlin", "America/Los_Angeles")
DAYS = (0, 1, 2, 4)
NO_SEARCH = {"GAPRACE_SOLVERS": "0"}
KNOWS_FRIENDS = "localStorage.setItem('gaprace.friends', 'true');"
UNREAD = structs.replace(RESULT, transcript="")
"""Nobody looks at what was played."""

Look = Callable[[Guest, int, int, bool], Awaitable[None]]
"""Looks at the first screen of a guest: on the nth day, of which number, and whether that one has played."""


async def walk(
    browser: Browser, url: str, server: ServerProcess, zones: Sequence[str], look: Look, unseen: Collection[int] = ()
) -> None:
    """Let friends in some zones come on all days, and look at Today before and after they play.

    On days that are `unseen`, their games are only stored.
    """
    # At nine in the morning it is one date in all zones.
    first_day = datetime.now(UTC).replace(hour=9, minute=0) + timedelta(days=1)
    await server.go_to(first_day)
    guests = Guests(browser, server.base)
    friends = [await guests.one(PHONE, zone=zone, init=KNOWS_FRIENDS) for zone in zones]
    for nth, day in enumerate(DAYS):
        date = (first_day + timedelta(days=day)).date().isoformat()
        if nth in unseen:
            await store_games(url, friends, date)
            continue
        await server.go_to(first_day + timedelta(days=day))
        for number, guest in enumerate(friends):
            await guest.open("/daily")
            await expect(guest.page.get_by_role("region", name="Mini")).to_be_visible()
            await look(guest, nth, number, False)
            await play_ranked(guest)
            await guest.open("/")
            await look(guest, nth, number, True)
        if nth == 0:
            await befriend(url, friends)
    await guests.leave()


async def ids_of(guests: list[Guest]) -> list[str]:
    return [(await (await guest.context.request.get(f"{guest.base}/api/v1/me")).json())["id"] for guest in guests]


async def store_games(url: str, guests: list[Guest], date: str) -> None:
    store = SqlStore(open_database(url))
    for player in await ids_of(guests):
        await play_daily(store, DailyKey(date, "mini"), player, UNREAD)
    await store.close()


async def befriend(url: str, guests: list[Guest]) -> None:
    store = SqlStore(open_database(url))
    ids = await ids_of(guests)
    for one in ids:
        for other in ids:
            if one != other:
                await store.add_follow(StoredFollow(one, other, 1))
    await store.close()


async def main(folder: Path) -> None:
    async def picture(guest: Guest, nth: int, number: int, has_played: bool) -> None:
        await guest.page.wait_for_load_state("networkidle")
        zone = ZONES[number].split("/")[1]
        for scheme in ("dark", "light"):
            await guest.page.emulate_media(color_scheme=scheme)
            name = f"day{DAYS[nth] + 1}-{number}-{zone}-{'after' if has_played else 'before'}-{scheme}.png"
            await guest.page.screenshot(path=folder / name, full_page=has_played)

    expect.set_options(timeout=20_000)
    with TemporaryDirectory() as place:
        url = f"sqlite:///{place}/race.db"
        async with browsing() as browser, ServerProcess(url, settings=NO_SEARCH) as server:
            await walk(browser, url, server, ZONES, picture)


if __name__ == "__main__":
    FOLDER = Path(sys.argv[1])
    FOLDER.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(FOLDER))
