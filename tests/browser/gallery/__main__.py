"""Pictures of every screen at every size, light and dark: `python -m tests.browser.gallery FOLDER [ROOM ...]`.

One picture a screen, size and colours (light, dark, forced), and one sheet a screen and colours with all sizes. The
rooms are those of `ROOMS`; without any, all. Nothing passes or fails: look at them.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import async_playwright, expect

from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.browser.chromium import FLAGS, find
from tests.browser.conftest import MODERATOR
from tests.browser.gallery.alone import daily, german, learning, pages, solo
from tests.browser.gallery.pictures import Gallery
from tests.browser.gallery.races import race, race_bar, series, watching
from tests.browser.gallery.together import arenas, challenges, coach, groups, moderation, puzzles
from tests.browser.guest import Guests
from tests.processes import ServerProcess
from tests.puzzles import add_puzzles

SETTINGS = {"GAPRACE_ADMIN_TOKENS": MODERATOR, "GAPRACE_SOLVERS": "1"}
ROOMS: dict[str, Callable[[Gallery, Guests], Awaitable[None]]] = {
    "pages": pages,
    "solo": solo,
    "race": race,
    "race-bar": race_bar,
    "series": series,
    "watching": watching,
    "daily": daily,
    "german": german,
    "learning": learning,
    "groups": groups,
    "challenges": challenges,
    "arenas": arenas,
    "puzzles": puzzles,
    "coach": coach,
    "moderation": moderation,
}
expect.set_options(timeout=20_000)


async def stock(url: str) -> None:
    """Store the puzzles that a server finds only in hours."""
    store = SqlStore(open_database(url))
    await add_puzzles(store)
    await store.close()


async def hang(folder: Path, names: list[str]) -> None:
    gallery = Gallery(folder)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        with TemporaryDirectory() as place:
            url = f"sqlite:///{place}/race.db"
            async with ServerProcess(url, settings=SETTINGS) as server:
                await stock(url)
                for name in names or ROOMS:
                    guests = Guests(browser, server.base)
                    await ROOMS[name](gallery, guests)
                    await guests.leave()
        await browser.close()


def main() -> None:
    folder, *names = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    asyncio.run(hang(Path(folder), names))


if __name__ == "__main__":
    main()
