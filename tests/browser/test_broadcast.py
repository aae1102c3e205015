"""A race as a spectator sees it: the broadcast, on every screen."""

import pytest
from playwright.async_api import expect

from tests.browser.guest import DESKTOP, EASY_WIN, Guests
from tests.browser.page_checks import is_well, resize
from tests.browser.watch_scene import WatchScene

pytestmark = pytest.mark.asyncio(loop_scope="session")
WALL = (3840, 2160)
BELOW = "() => document.querySelector('.broadcast').getBoundingClientRect().bottom - innerHeight"
"""How much of the broadcast is below the screen (px)."""


async def test_the_leader_is_large_and_what_happens_is_said_until_somebody_wins(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    scene = WatchScene(3, delay_s=20)
    scene.play(0, 9)
    scene.play(1, 3)
    await scene.open(watcher)
    page = watcher.page
    await expect(page.locator("#hud .delay")).to_have_text("20 s delay")
    await expect(page.locator(".plate h2")).to_have_text("Gentle Curlew")
    await expect(page.get_by_role("log")).to_contain_text("So far: Gentle Curlew has led since")
    scene.play(1, 12)
    await expect(page.get_by_role("log")).to_contain_text("Comeback! Theo was 6 cards behind and leads")
    await expect(page.locator(".plate h2")).to_have_text("Theo")
    await page.keyboard.press("2")
    await expect(page.locator(".plate h2")).to_have_text("Gentle Curlew")
    await page.keyboard.press("Escape")
    scene.play(1, len(EASY_WIN) - 15)
    await expect(page.locator(".moment.won")).to_contain_text("wins in 0:20")
    await expect(page.locator(".plate h2")).to_have_text("Theo")
    await expect(page.get_by_role("log")).to_contain_text("Theo wins in 0:20")


async def test_thirty_games_fit_on_every_screen(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    scene = WatchScene(30)
    for player in range(30):
        scene.play(player, player % 12)
    await scene.open(watcher)
    await expect(watcher.page.locator(".ranks li")).to_have_count(30)
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    await is_well(watcher)
    for size in (DESKTOP, WALL):
        await resize(watcher, *size)
        await expect(watcher.page.locator(".tiles canvas").first).to_be_visible()
        assert await watcher.page.evaluate(BELOW) <= 0
