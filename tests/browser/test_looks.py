"""Every page in dark and with more contrast: the short form of `make gallery ARGS="... --axe"` of all screens.

Where colours are forced, axe finds no more than otherwise; `test_languages.py` looks at pages from right to left.
"""

import pytest
from playwright.async_api import expect

from tests.browser.gallery.pictures import LOOKS
from tests.browser.guest import PHONE, Guests
from tests.browser.page_checks import is_accessible

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
async def test_a_page_is_accessible_in_dark_and_with_more_contrast(guests: Guests, path: str) -> None:
    guest = await guests.one(PHONE)
    await guest.open(path)
    await expect(guest.page.locator("h1")).to_be_attached()
    await guest.page.wait_for_load_state("networkidle")
    for look in ("dark", "contrast"):
        await guest.page.emulate_media(**LOOKS[look])
        await is_accessible(guest)
