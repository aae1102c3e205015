"""What the client costs its browser, and how long its player waits for a first load."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from random import random
from statistics import median
from tempfile import TemporaryDirectory

from playwright.async_api import CDPSession

from tests.browser.guest import EASY_DEAL, EASY_WIN, FACES, PHONE, Guest, Guests, browsing, visiting
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


# How long somebody waits on a slow network with a slow phone: for the first board, and for a game

VISITS = 5


@dataclass(frozen=True)
class Network:
    """A network, and how many times slower than this machine the phone is."""

    name: str
    latency_ms: int
    kbit_s: int
    cpu: int
    wanted_s: float


NETWORKS = (Network("slow 3G, 6x slower CPU", 400, 400, 6, 1.8), Network("4G, 4x slower CPU", 170, 9_000, 4, 1.2))
"""The throughput and the latency of WebPageTest's "Slow 3G" and "4G" (https://docs.webpagetest.org/)."""
SEEN = """(selector) => new Promise((seen) => {
  const look = () => document.querySelector(selector) ? seen(performance.now()) : requestAnimationFrame(look);
  look();
})"""
TAP = "(selector) => { document.querySelector(selector).click(); return performance.now(); }"


async def slowed(guest: Guest, network: Network) -> CDPSession:
    devtools = await guest.context.new_cdp_session(guest.page)
    await devtools.send("Network.enable")
    bytes_s = network.kbit_s * 1000 / 8
    await devtools.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": network.latency_ms, "downloadThroughput": bytes_s, "uploadThroughput": bytes_s},
    )
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": network.cpu})
    return devtools


async def first_visit(guests: Guests, network: Network) -> tuple[float, float]:
    """Return the ms to the first board, and from a tap to the first board of a game."""
    guest = await guests.one(PHONE, newcomer=True)
    await slowed(guest, network)
    await guest.page.goto(guest.base, wait_until="commit")
    board_ms = await guest.page.evaluate(SEEN, ".slot.playable")
    tapped_ms = await guest.page.evaluate(TAP, ".ways .main")
    game_ms = await guest.page.evaluate(SEEN, ".race .slot.playable")
    await guest.context.close()
    return board_ms, game_ms - tapped_ms


async def today(guests: Guests, network: Network) -> tuple[float]:
    """Return the ms until somebody who has been here sees today's deal."""
    guest = await guests.one(PHONE, init="localStorage.setItem('gaprace.room', '\"ABCDEFGH\"');")
    await guest.context.add_cookies([{"name": "gaprace-today", "value": "UTC", "url": guest.base}])
    await slowed(guest, network)
    await guest.page.goto(guest.base, wait_until="commit")
    deal_ms = await guest.page.evaluate(SEEN, ".deal .btn:not([disabled])")
    await guest.context.close()
    return (deal_ms,)


async def invited(guests: Guests, network: Network) -> tuple[float]:
    """Return the ms until a friend who follows a link sees the lobby."""
    host, guest = await guests.one(), await guests.one(PHONE)
    code = await host.create_room()
    await slowed(guest, network)
    await guest.page.goto(f"{guest.base}/r/{code}", wait_until="commit")
    lobby_ms = await guest.page.evaluate(SEEN, FACES)
    for each in (host, guest):
        await each.context.close()
    return (lobby_ms,)


async def first_loads(guests: Guests) -> None:
    """Print medians on each network, in seconds."""
    for network in NETWORKS:
        visits = [
            (*await first_visit(guests, network), *await today(guests, network), *await invited(guests, network))
            for _ in range(VISITS)
        ]
        board, game, deal, lobby = (median(column) / 1000 for column in zip(*visits, strict=True))
        print(
            f"{network.name}: {board:.2f} s to the first board, {game:.2f} s from a tap to a game, "
            f"{deal:.2f} s to today's deal, {lobby:.2f} s to the lobby by a link "
            f"(wanted: under {network.wanted_s} s each)"
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
