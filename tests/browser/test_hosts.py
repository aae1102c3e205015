"""A host who does not play, and a co-host, in the lobby and at the result."""

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guests
from tests.positions import KNOWN_DEAL

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_host_watches_the_race_of_the_others_and_starts_the_next_one(guests: Guests) -> None:
    host, player = await guests.one(), await guests.one()
    code = await host.create_room(deal=KNOWN_DEAL)
    await host.opens_the_menu()
    await host.press("Host without playing")
    await expect(host.page.get_by_role("button", name="Take a seat")).to_be_visible()
    await host.page.keyboard.press("Escape")
    await expect(host.page.get_by_text("Not playing", exact=True).first).to_be_visible()
    await expect(host.page.get_by_role("button", name="I'm ready")).to_have_count(0)
    await player.open(f"/r/{code}")
    await host.opens_the_menu()
    await host.press("Make co-host")
    await host.page.keyboard.press("Escape")
    await expect(player.page.get_by_text("Co-host")).to_be_visible()
    await player.press("Start alone")
    await player.begun()
    await expect(host.page.locator(".broadcast-page .board").first).to_be_visible()
    await player.give_up()
    await host.press("Start now")
    await player.begun()
