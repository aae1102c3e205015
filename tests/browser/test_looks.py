"""Every page in every look: the short form of `make gallery ARGS="... --axe"`, which examines all screens."""

import pytest
from playwright.async_api import expect

from tests.browser.gallery.pictures import LIGHT, LOOKS
from tests.browser.guest import PHONE, Guests
from tests.browser.page_checks import is_accessible, looks_finished

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGES = (
    "/",
    "/race",
    "/how",
    "/verify",
    "/daily",
    "/boards",
    "/p/me",
    "/group",
    "/puzzles",
    "/arena/new",
    "/tv",
    "/practice?v=mini",
)


@pytest.mark.parametrize("path", PAGES)
async def test_a_page_is_accessible_in_every_look_and_from_right_to_left(guests: Guests, path: str) -> None:
    guest, hebrew = await guests.one(PHONE), await guests.one(PHONE, language="he-IL")
    for each in (guest, hebrew):
        await each.open(path)
        await expect(each.page.locator("h1")).to_be_attached()
        await each.page.wait_for_load_state("networkidle")
    for media in LOOKS.values():
        if media is not LIGHT:
            await guest.page.emulate_media(**media)
            await is_accessible(guest)
    await is_accessible(hebrew)
    await looks_finished(hebrew)
