"""What the client costs its browser, and how long its player waits for a first load."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import CDPSession

from tests.bench.client_loading import first_loads
from tests.browser.guest import EASY_WIN, PHONE, Guest, Guests, browsing, visiting
from tests.browser.watch_scene import WatchScene
from tests.built import UnpackedServer, wheel_in
from tests.processes import ServerProcess

RIVALS, RACES, QUARTERS = 8, 20, 4
"""An hour has some twenty races of three minutes."""
STEP_MS = 260
"""Longer than the page waits to draw what happens together."""


async def spent_s(devtools: CDPSession, parts: set[str]) -> float:
    """Return the processor time of the main thread so far, in seconds."""
    metrics = (await devtools.send("Performance.getMetrics"))["metrics"]
    return float(sum(each["value"] for each in metrics if each["name"] in parts))


async def metered(guest: Guest) -> CDPSession:
    devtools = await guest.context.new_cdp_session(guest.page)
    # Processor time, since the machine may be busy.
    await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    return devtools


async def watched(guests: Guests) -> None:
    """Let a phone watch races of eight for as many moves as an hour has, as fast as it takes them."""
    guest = await guests.one(PHONE)
    scene = WatchScene(RIVALS, now_ms=0)
    await scene.open(guest)
    await guest.page.locator(".lead-graph svg").wait_for()
    devtools = await metered(guest)
    figures = []
    for quarter in range(QUARTERS):
        before = await spent_s(devtools, {"TaskDuration"})
        for number in range(RACES // QUARTERS):
            scene.begin(f"race {quarter} {number}")
            for _ in range(len(EASY_WIN)):
                for player in range(RIVALS):
                    scene.play(player, 1)
                await guest.page.wait_for_timeout(STEP_MS)
        spent = await spent_s(devtools, {"TaskDuration"}) - before
        await devtools.send("HeapProfiler.collectGarbage")
        figures.append((await spent_s(devtools, {"JSHeapUsedSize"}) / 1e6, await spent_s(devtools, {"Nodes"}), spent))
    heap, nodes, busy = zip(*figures, strict=True)
    moves = RACES * RIVALS * len(EASY_WIN)
    print(f"a phone watches {RACES} races of {RIVALS}, {moves} moves, by quarters:")
    for name, values in (("MB", heap), ("nodes", nodes), ("s of the main thread", busy)):
        print(f"  {', '.join(f'{each:.1f}' for each in values)} {name}")


async def measure() -> None:
    async with browsing() as browser:
        with TemporaryDirectory() as folder:
            wheel = await asyncio.to_thread(wheel_in, Path(folder))
            url = f"sqlite:///{folder}/race.db"
            async with (
                UnpackedServer(wheel, Path(folder, "unpacked"), url) as server,
                visiting(browser, server.base) as guests,
            ):
                await first_loads(guests)
            async with ServerProcess(url) as source, visiting(browser, source.base) as guests:
                await watched(guests)


def run() -> None:
    asyncio.run(measure())
