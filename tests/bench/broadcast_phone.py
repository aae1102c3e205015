"""What the broadcast of a race of eight costs the phone of a spectator: alone, and among a hundred who write and react.

Among them it is measured with the audience closed, as a phone shows it first, and with it open.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import get_args

from playwright.async_api import CDPSession, async_playwright, expect

from gaprace.wire import PROTOCOL, Hello, React, Reaction, Say, encode
from tests.bench.client import metered, spent_s
from tests.browser.chromium import FLAGS, find
from tests.browser.guest import PHONE, Guest, Guests
from tests.processes import ServerProcess
from tests.raw_websockets import RawClient, raw_client

RIVALS = 7
SLOWNESS = (1, 4, 6)
"""How many times slower than this machine the phone is."""
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
WORDS = ("go Ann", "what a move", "she has it now", "that was close", "the hearts are open")
WARM_UP_S, MEASURED_S = 6, 30
WANTED_SHARE = 0.15
CROWD, CROWD_SLOWNESS = 100, 6
LINE_EVERY_S, REACTION_EVERY_S = 3.0, 0.5
"""How often each of the crowd writes, and reacts. The server lets through what can be read."""


async def race_of_bots(guests: Guests) -> Guest:
    """Start a race of a host, who does not move, and seven bots; return a spectator's phone."""
    host = await guests.one()
    code = await host.create_room("addiction")
    for number in range(RIVALS):
        await host.press("Add a bot")
        await host.page.get_by_role("dialog").locator(".level").first.click()
        await host.page.locator(".list > li").nth(number + 1).wait_for()
    await host.press("Start now")
    await host.begun()
    phone = await guests.one(PHONE, moving=True)
    await phone.open(f"/w/{code}")
    await expect(phone.page.locator(".lead-graph")).to_be_visible()
    return phone


async def share(phone: Guest, devtools: CDPSession, slowness: int) -> float:
    """Return the share of the slow core that the main thread of the page takes."""
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    await phone.page.wait_for_timeout(1000 * WARM_UP_S)
    before = await spent_s(devtools, {"TaskDuration"})
    await phone.page.wait_for_timeout(1000 * MEASURED_S)
    return (await spent_s(devtools, {"TaskDuration"}) - before) / MEASURED_S


@asynccontextmanager
async def crowd(server: ServerProcess, code: str) -> AsyncIterator[None]:
    """Let a hundred spectators write and react."""
    people = await server.people(CROWD)
    clients = [await raw_client(server.port, f"/ws/rooms/{code}", each.token, lambda _: None) for each in people]
    for client in clients:
        client.send(encode(Hello(PROTOCOL, watch=True)))
    tasks = [asyncio.create_task(_excited(client, Random(number))) for number, client in enumerate(clients)]
    try:
        yield
    finally:
        for task, client in zip(tasks, clients, strict=True):
            task.cancel()
            client.transport.abort()


async def _excited(client: RawClient, random: Random) -> None:
    line_at = 0.0
    while True:
        await asyncio.sleep(REACTION_EVERY_S * random.uniform(0.5, 1.5))
        client.send(encode(React(random.choice(REACTIONS), random.randint(1, 20))))
        if monotonic() >= line_at:
            client.send(encode(Say(" ".join(random.choices(WORDS, k=random.randint(1, 4))))))
            line_at = monotonic() + LINE_EVERY_S * random.uniform(0.5, 1.5)


async def show(name: str, phone: Guest, devtools: CDPSession, slowness: int) -> None:
    of_core = await share(phone, devtools, slowness)
    print(
        f"the broadcast of a race of eight{name}, {slowness}x slower CPU: {of_core:.1%} of a core on the main"
        f" thread over {MEASURED_S} s (wanted: {WANTED_SHARE:.0%} at most)",
        flush=True,
    )


async def measure() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        with TemporaryDirectory(prefix="gaprace-bench-") as folder:
            async with ServerProcess(f"sqlite:///{folder}/race.db") as server:
                guests = Guests(browser, server.base)
                phone = await race_of_bots(guests)
                devtools = await metered(phone)
                for slowness in SLOWNESS:
                    await show("", phone, devtools, slowness)
                async with crowd(server, phone.page.url.rpartition("/")[2]):
                    await show(" among a hundred", phone, devtools, CROWD_SLOWNESS)
                    await phone.page.get_by_role("button", name="Audience").click()
                    await show(" among a hundred, whose chat is open", phone, devtools, CROWD_SLOWNESS)
                await guests.leave()
        await browser.close()


def run() -> None:
    asyncio.run(measure())
