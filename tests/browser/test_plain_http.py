"""On a plain-http address of the living room, where browsers withhold crypto, the clipboard and installing."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.guest import PHONE, Guests, visiting
from tests.processes import ServerProcess


@pytest_asyncio.fixture(loop_scope="session")
async def neighbours(browser: Browser, server: ServerProcess) -> AsyncIterator[Guests]:
    """As `guests`, by a name that browsers don't trust as they do trust localhost."""
    async with visiting(browser, f"http://living-room.test:{server.port}") as guests:
        yield guests


async def test_all_works_where_the_browser_withholds_half_of_it(neighbours: Guests) -> None:
    host, friend = await neighbours.one(), await neighbours.one(PHONE)
    await host.create_room()
    assert await host.page.evaluate("[isSecureContext, typeof crypto.subtle, typeof navigator.clipboard]") == [
        False,
        "undefined",
        "undefined",
    ]
    code_picture = host.page.get_by_role("img", name="QR code")
    await expect(code_picture).to_be_visible()
    await code_picture.evaluate("(picture) => picture.decode()")
    await host.press("Share")
    link = f"http://living-room.test:{host.page.url.split(':')[2]}"
    await expect(host.page.get_by_role("dialog").get_by_role("textbox")).to_have_value(re.compile(re.escape(link)))
    await host.page.keyboard.press("Escape")
    await host.is_joined_by(friend)
    await host.starts_with(friend)
    await host.first_move()
    await friend.first_move(tap=True)
    await asyncio.gather(host.give_up(), friend.give_up())
    await host.sees_all_numbers()
    await host.page.locator("td a").first.click()
    await host.page.wait_for_selector("[type=range]")
    await host.page.get_by_role("link", name="Verify this game").click()
    await expect(host.page.get_by_role("heading", name="✓ Verified")).to_be_visible()
