"""The pages in the languages that need more than English: longer words, more plural forms, from right to left."""

import pytest
from playwright.async_api import expect

from tests.browser.guest import DESKTOP, LYING, PHONE, TINY, Guests
from tests.browser.page_checks import PATHS, is_complete, looks_finished, resize

pytestmark = pytest.mark.asyncio(loop_scope="session")

OTHER_SIZES = (DESKTOP, LYING, TINY)
SIDES = """(slots) => [slots[0], slots[1]].map((slot) => slot.getBoundingClientRect().left)"""


@pytest.mark.parametrize(
    ("language", "direction", "sizes"), [("de", "ltr", ()), ("pl", "ltr", OTHER_SIZES), ("he", "rtl", OTHER_SIZES)]
)
async def test_every_page_looks_finished_in_every_language(
    guests: Guests, language: str, direction: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    guest = await guests.one(PHONE, language=language)
    for path in PATHS:
        await guest.open(path)
        await is_complete(guest)
        await expect(guest.page.locator("html")).to_have_attribute("lang", language)
        await expect(guest.page.locator("html")).to_have_attribute("dir", direction)
        for size in sizes:
            await resize(guest, *size)
            await looks_finished(guest)


async def test_a_board_has_its_left_end_on_the_left_in_hebrew(guests: Guests) -> None:
    guest = await guests.one(language="he")
    await guest.plays("Addiction")
    first, second = await guest.page.locator(".stage .slot").evaluate_all(SIDES)
    assert first < second
    menu = await guest.page.locator("#top .brand").bounding_box()
    assert menu["x"] > DESKTOP[0] / 2
