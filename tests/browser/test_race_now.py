"""Race now: one tap, an honest wait, and a race."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.guest import PHONE, Guests

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_who_race_now_meet_and_bots_take_the_other_seats(guests: Guests) -> None:
    ann, bob = await guests.one(PHONE), await guests.one()
    for guest in (ann, bob):
        await guest.open("/race")
        await expect(guest.page.get_by_role("button", name="Race now")).to_be_visible()
    for guest in (ann, bob):
        await guest.press("Race now")
    for guest in (ann, bob):
        await expect(guest.page.locator(".finding h2")).to_have_text("Finding players: 2/4")
        await expect(guest.page.locator(".finding .seconds")).to_have_text(re.compile("^[0-9]$"))
    for guest in (ann, bob):
        await guest.begun()
        await expect(guest.page.get_by_text("(bot)").first).to_be_attached()
