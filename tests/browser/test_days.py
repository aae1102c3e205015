"""Days in a row: the first screen tells the streak, what is to do today, and how friends did."""

import re
from pathlib import Path

from playwright.async_api import Browser, expect

from tests.browser.gallery.days import NO_SEARCH, ZONES, walk
from tests.browser.guest import Guest
from tests.built import BundledServer

FAR_APART = (ZONES[0], ZONES[-1])
"""`python -m tests.browser.gallery.days` takes pictures of the same in all zones."""
MISSED = 3
"""Before this time that they come, friends have missed a day."""
ALIKE = (1, 2)
"""These days look like the first one and like that after the missed one."""


def days(count: int) -> str:
    return "1 day in a row" if count == 1 else f"{count} days in a row"


async def first_screen(guest: Guest, nth: int, number: int, has_played: bool) -> None:
    page = guest.page
    streak = nth + has_played
    if streak:
        await expect(page.get_by_text(days(streak), exact=True)).to_be_in_viewport()
    else:
        await expect(page.get_by_text("in a row")).to_have_count(0)
    await expect(page.get_by_text("A saved day kept your streak.")).to_have_count(int(nth == MISSED))
    await expect(page.get_by_text("1 saved day")).to_have_count(int(streak > 0 and nth < MISSED))
    await expect(page.get_by_role("button", name="Start: Mini")).to_have_count(int(not has_played))
    if not has_played:
        await expect(page.get_by_role("button", name="Start: Mini")).to_be_in_viewport(ratio=1)
    if nth == 0:
        return
    tiles = page.locator(".friend-tiles li")
    if not has_played:
        await expect(tiles.first).to_be_in_viewport(ratio=0.1)
    others_who_played = ["has played" if not has_played else "in place"] * number
    texts = others_who_played + ["not yet"] * (len(FAR_APART) - 1 - number)
    await expect(tiles.locator("small")).to_contain_text(texts)
    if has_played and number:
        place = re.compile(f"^Rank [1-4] of {number + 1} among friends$")
        await expect(page.get_by_text(place)).to_be_in_viewport()


async def test_friends_far_apart_see_their_days_and_each_other_and_a_missed_day_is_forgiven(
    browser: Browser, bundles: Path, sqlite_url: str
) -> None:
    async with BundledServer(bundles, sqlite_url, NO_SEARCH) as server:
        await walk(browser, sqlite_url, server, FAR_APART, first_screen, ALIKE)
