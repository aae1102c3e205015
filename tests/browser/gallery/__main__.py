"""Pictures of every screen: `python -m tests.browser.gallery FOLDER [ROOM ...]`.

One picture a screen, size and look (light, dark, more contrast, forced colours, German, Polish, Hebrew), and one sheet
a screen and look with its sizes. The rooms are those of `ROOMS`; without any, all; `--looks` and `--sizes` choose some.
With `--axe`, what is wrong for axe on a phone and on a desktop is printed, and the command fails; it also fails where
a room did not come to its end. Nothing else passes or fails: look at them.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Error, expect

from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.browser.gallery.alone import daily, finding, learning, pages, solo
from tests.browser.gallery.devices import dialogs, offline
from tests.browser.gallery.pictures import LANGUAGES, LOOKS, OWNER, SIZES, Gallery, Size
from tests.browser.gallery.races import clip, open_boards, race, race_bar, readme, series, television, watching
from tests.browser.gallery.together import arenas, challenges, coach, groups, moderation, puzzles
from tests.browser.guest import Guests, browsing
from tests.processes import ServerProcess
from tests.puzzles import add_puzzles
from tests.web.harness import MODERATOR

SETTINGS = {"GAPRACE_ADMIN_TOKENS": f"{MODERATOR},{OWNER}", "GAPRACE_SOLVERS": "1"}
ROOMS: dict[str, Callable[[Gallery, Guests], Awaitable[None]]] = {
    "pages": pages,
    "solo": solo,
    "finding": finding,
    "race": race,
    "race-bar": race_bar,
    "open-boards": open_boards,
    "series": series,
    "watching": watching,
    "television": television,
    "clip": clip,
    "readme": readme,
    "daily": daily,
    "learning": learning,
    "offline": offline,
    "dialogs": dialogs,
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


async def hang(gallery: Gallery, names: list[str]) -> None:
    async with browsing() as browser:
        with TemporaryDirectory() as place:
            url = f"sqlite:///{place}/race.db"
            async with ServerProcess(url, settings=SETTINGS) as server:
                await stock(url)
                for name in names or ROOMS:
                    guests = Guests(browser, server.base)
                    try:
                        await ROOMS[name](gallery, guests)
                    except (AssertionError, Error) as error:  # the other rooms are still to be seen
                        gallery.blame(f"{name}: {error}")
                    await guests.leave()


def size(text: str) -> Size:
    width, height = map(int, text.split("x"))
    return width, height


def main() -> None:
    parser = argparse.ArgumentParser(prog="gallery", description="Take pictures of every screen.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--looks", nargs="+", default=(), choices=(*LOOKS, *LANGUAGES))
    parser.add_argument("--sizes", nargs="+", default=SIZES, type=size, metavar="WIDTHxHEIGHT")
    parser.add_argument("--axe", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.rooms) - ROOMS.keys():
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    options.folder.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(options.folder, options.looks, options.sizes, axe=options.axe)
    asyncio.run(hang(gallery, options.rooms))
    sys.exit(bool(gallery.faults))


if __name__ == "__main__":
    main()
