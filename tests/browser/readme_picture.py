"""The picture of a race in the README: `python -m tests.browser.readme_picture FILE`."""

import asyncio
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import expect

from gaprace.rules.variants import variant_named
from gaprace.solver.certificate import certify
from gaprace.solver.tables import evaluation_for
from tests.browser.guest import DESKTOP, Guest, Guests, browsing
from tests.processes import ServerProcess

VARIANT, DEAL = "addiction", "0123456789"
MOVES = 30
RIVALS = ("Strong", "Skilled", "Master")
COLOURS = 128
NOTHING = "moves: 0,"
PATIENCE_MS = 60_000
"""How long a rival may take until its first card is in place."""


async def race(host: Guest) -> bytes:
    """Play a while against bots; return the screen as PNG."""
    await host.create_room(VARIANT, DEAL)
    for rival in RIVALS:
        await host.press("Add a bot")
        await host.press(rival)
    await host.press("Start now")
    await host.begun()
    variant = variant_named(VARIANT)
    line = certify(DEAL, variant, evaluation_for(variant.columns)).line
    for move in line[:MOVES]:
        await host.move(move)
    for lane in await host.page.locator(".lane:not(.me)").all():
        await expect(lane).not_to_contain_text(NOTHING, timeout=PATIENCE_MS)
    return await host.page.screenshot()


async def take(file: Path) -> None:
    async with browsing() as browser:
        with TemporaryDirectory() as folder:
            async with ServerProcess(f"sqlite:///{folder}/race.db") as server:
                guests = Guests(browser, server.base)
                picture = await race(await guests.one(DESKTOP))
                await guests.leave()
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(file, optimize=True)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1])))
