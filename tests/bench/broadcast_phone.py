"""What the broadcast of a race of eight costs the phone of a spectator."""

import asyncio
from tempfile import TemporaryDirectory

from playwright.async_api import CDPSession, async_playwright, expect

from tests.bench.client import metered, spent_s
from tests.browser.chromium import FLAGS, find
from tests.browser.guest import PHONE, Guest, Guests
from tests.processes import ServerProcess

RIVALS = 7
SLOWNESS = (1, 4, 6)
"""How many times slower than this machine the phone is."""
WARM_UP_S, MEASURED_S = 6, 30
WANTED_SHARE = 0.15


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
    phone = await guests.one(PHONE)
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


async def measure() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        with TemporaryDirectory(prefix="gaprace-bench-") as folder:
            async with ServerProcess(f"sqlite:///{folder}/race.db") as server:
                guests = Guests(browser, server.base)
                phone = await race_of_bots(guests)
                devtools = await metered(phone)
                for slowness in SLOWNESS:
                    of_core = await share(phone, devtools, slowness)
                    print(
                        f"the broadcast of a race of eight, {slowness}x slower CPU: {of_core:.1%} of a core on the main"
                        f" thread over {MEASURED_S} s (wanted: {WANTED_SHARE:.0%} at most)",
                        flush=True,
                    )
                await guests.leave()
        await browser.close()


def run() -> None:
    asyncio.run(measure())
