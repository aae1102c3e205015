"""What the client costs its browser, and how long its player waits for a first load."""

import asyncio
from pathlib import Path
from random import random
from statistics import median
from tempfile import TemporaryDirectory

from playwright.async_api import CDPSession

from tests.bench.client_loading import first_loads
from tests.browser.guest import EASY_DEAL, EASY_WIN, PHONE, Guest, Guests, browsing, visiting
from tests.browser.scenes import WatchScene
from tests.built import UnpackedServer, wheel_in
from tests.processes import ServerProcess

RIVALS, RACES, QUARTERS = 8, 20, 4
"""An hour has some twenty races of three minutes."""
STEP_MS = 260
"""Longer than the page waits to draw what happens together."""


WATCHED_MOVES = 19
SLACK_MS = 50
"""A spectator may hear of a move a little before its player does."""
PAUSE_S = 0.7
NOTE = """
window.dealt = 0; window.stored = []; window.drawn = [];
const now = () => performance.timeOrigin + performance.now();
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...of) {
    super(...of);
    this.addEventListener("message", ({ data }) => JSON.parse(data).t === "acted" && window.stored.push(now()));
  }
};
new MutationObserver((changes) => {
  if (!window.dealt && document.querySelector(":is(.race, .feature) .card:not(.face-down)")) window.dealt = now();
  if (changes.some(({ target }) => target.closest?.(".stage .board"))) window.drawn.push(now());
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""When the cards were dealt, moves were acknowledged, and something has changed on the board (ms since 1970)."""


async def spent_s(devtools: CDPSession, parts: set[str]) -> float:
    """Return the processor time that the main thread has spent on some work so far, in seconds."""
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


async def watched_live(guests: Guests) -> None:
    """Let somebody watch without delay, and say how long after the player's browser theirs shows the same."""
    player, spectator = await guests.one(init=NOTE), await guests.one(init=NOTE)
    code = await player.create_room("mini", EASY_DEAL)
    await spectator.open(f"/w/{code}")
    await spectator.page.get_by_role("heading", name="Players").wait_for()
    await player.press("Start alone")
    for guest in (player, spectator):
        await guest.page.locator(":is(.race, .feature) .card:not(.face-down)").first.wait_for()
    await player.begun()
    starts = [float(await guest.page.evaluate("window.dealt")) for guest in (player, spectator)]
    for move in EASY_WIN[:WATCHED_MOVES]:
        await player.move(move)
        await asyncio.sleep(PAUSE_S + random() / 2)
    drawn: list[float] = await spectator.page.evaluate("window.drawn")
    waits = [
        min(each for each in drawn if each > at - SLACK_MS) - at for at in await player.page.evaluate("window.stored")
    ]
    print(
        f"a spectator without delay: cards dealt {starts[1] - starts[0]:+.0f} ms from the player's; "
        f"{len(waits)} moves drawn {median(waits):.0f} ms after they were acknowledged, at most {max(waits):.0f} ms "
        "(wanted: 300 ms)"
    )


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
                await watched_live(guests)
                await watched(guests)


def run() -> None:
    asyncio.run(measure())
