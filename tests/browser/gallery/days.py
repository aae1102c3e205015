"""Pictures of days in a row: `python -m tests.browser.gallery.days FOLDER`.

Four friends, each at home in another time zone, play the small daily three days in a row, miss the fourth, and come
again on the fifth. The server's clock is stepped from day to day. Look at each first screen: the streak, what is to do
today, and how friends did.
"""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser, async_playwright, expect

from gaprace.ports import StoredFollow
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.browser.chromium import FLAGS, find
from tests.browser.guest import HAS_PLAYED, PHONE, Guest
from tests.browser.test_daily import play_ranked
from tests.processes import ServerProcess

ZONES = ("Pacific/Auckland", "Asia/Kolkata", "Europe/Berlin", "America/Los_Angeles")
FIRST_DAY = datetime.now(UTC).replace(hour=9, minute=0) + timedelta(days=1)
"""At nine in the morning it is one date in all of them."""
DAYS = (0, 1, 2, 4)

expect.set_options(timeout=20_000)


async def friend_in(browser: Browser, server: ServerProcess, zone: str) -> Guest:
    width, height = PHONE
    context = await browser.new_context(
        timezone_id=zone,
        locale="en-US",
        viewport={"width": width, "height": height},
        service_workers="block",
        has_touch=True,
        is_mobile=True,
    )
    await context.add_init_script(f"{HAS_PLAYED} localStorage.setItem('gaprace.friends', 'true');")
    return Guest(context, await context.new_page(), server.base)


async def main(folder: Path) -> None:
    with TemporaryDirectory() as place:
        url = f"sqlite:///{place}/race.db"
        settings = {"GAPRACE_SOLVERS": "0"}
        async with async_playwright() as playwright, ServerProcess(url, settings=settings) as server:
            browser = await playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
            await server.go_to(FIRST_DAY)
            friends = {zone: await friend_in(browser, server, zone) for zone in ZONES}
            for day in DAYS:
                await server.go_to(FIRST_DAY + timedelta(days=day))
                for number, (zone, guest) in enumerate(friends.items()):
                    await guest.open("/daily")
                    await expect(guest.page.get_by_role("region", name="Mini")).to_be_visible()
                    await guest.page.wait_for_load_state("networkidle")
                    name = f"day{day + 1}-{number}-{zone.split('/')[1]}"
                    await guest.page.screenshot(path=folder / f"{name}-before.png")
                    await play_ranked(guest)
                    await guest.open("/")
                    await guest.page.wait_for_load_state("networkidle")
                    await guest.page.screenshot(path=folder / f"{name}-after.png", full_page=True)
                if day == 0:
                    await befriend(url, [*friends.values()])
            await browser.close()


async def befriend(url: str, guests: list[Guest]) -> None:
    store = SqlStore(open_database(url))
    ids = [(await (await guest.context.request.get(f"{guest.base}/api/v1/me")).json())["id"] for guest in guests]
    for one in ids:
        for other in ids:
            if one != other:
                await store.add_follow(StoredFollow(one, other, 1))
    await store.close()


if __name__ == "__main__":
    FOLDER = Path(sys.argv[1])
    FOLDER.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(FOLDER))
