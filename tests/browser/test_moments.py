"""What a player sees and hears at the moments of a game: hints, shuffles, wins, starts; and how sharp it is."""

import pytest
from playwright.async_api import expect

from tests.browser.guest import DESKTOP, PHONE, Guest, Guests
from tests.browser.page_checks import SIZES, resize

pytestmark = pytest.mark.asyncio(loop_scope="session")

COVERED = """() => {
  const { top, bottom, left, right } = document.getElementById("toast").getBoundingClientRect();
  return [...document.querySelectorAll(".stage .slot")].filter((slot) => {
    const box = slot.getBoundingClientRect();
    return box.top < bottom - 1 && box.bottom > top + 1 && box.left < right && box.right > left;
  }).length;
}"""
"""How many slots lie under the toast."""
CANVAS = """(canvas) => {
  const { width, height } = canvas.getBoundingClientRect();
  return { pixels: canvas.width / width / devicePixelRatio, isTall: height > width };
}"""


async def alone(guests: Guests, variant: str = "Addiction", size: tuple[int, int] = PHONE) -> Guest:
    guest = await guests.one(size)
    await guest.open("/")
    await guest.press(variant)
    await guest.begun()
    return guest


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
async def test_a_toast_hides_no_card(guests: Guests, language: str) -> None:
    guest = await guests.one(PHONE, language=language)
    await guest.open("/")
    await guest.page.locator(".variants button").first.click()
    await guest.begun()
    sentences = "(n) => { document.getElementById('toast').textContent = 'This keeps 4 gaps playable. '.repeat(n); }"
    await guest.page.evaluate("() => document.getElementById('toast').classList.add('on')")
    await guest.page.evaluate(sentences, 3)
    for width, height in SIZES:
        await resize(guest, width, height)
        assert await guest.page.evaluate(COVERED) == 0, (width, height)


async def test_small_boards_have_every_pixel_of_the_screen_and_lie_as_the_own_board_does(guests: Guests) -> None:
    guest = await alone(guests)
    await guest.give_up()
    canvas = guest.page.locator(".race-grid canvas")
    await expect(canvas).to_be_visible()
    for size, is_tall in ((PHONE, True), (DESKTOP, False)):
        await resize(guest, *size)
        shape = await canvas.evaluate(CANVAS)
        assert abs(shape["pixels"] - 1) < 0.01
        assert shape["isTall"] == is_tall
