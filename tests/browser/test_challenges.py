"""Challenges, as friends meet them: by a link, on a phone."""

import re

from playwright.async_api import expect

from tests.browser.guest import EASY_DEAL, PHONE, TINY, Guest, Guests
from tests.browser.page_checks import is_well, looks_finished


async def play_easy_deal(guest: Guest) -> None:
    """Play one move of a deal alone, and give up."""
    await guest.open(f"/d/{EASY_DEAL}?v=mini")
    await guest.press("Play", exact=False)
    await guest.begun()
    await guest.first_move()
    await guest.settled()
    await guest.give_up()


async def test_a_newcomer_follows_a_challenge_and_plays_with_one_tap(guests: Guests) -> None:
    ann, bob = await guests.one(), await guests.one(PHONE, newcomer=True)
    await play_easy_deal(ann)
    await ann.page.get_by_role("link", name="Challenge a friend").click()
    await looks_finished(ann)
    await ann.press("Create challenge")
    await expect(ann.page.get_by_role("heading", name="Your challenge")).to_be_visible()
    await bob.open(await ann.copies_link("Share the link"))
    await expect(bob.page.get_by_role("heading", name="challenges you")).to_be_visible()
    await expect(bob.page.locator("#nav [aria-current]")).to_have_text("Race")
    await expect(bob.page.locator(".to-beat")).to_contain_text(re.compile(r"\d+ cards? in place"))
    await is_well(bob, (TINY, PHONE))
    await bob.press("Play", exact=True)
    await bob.begun()
    await bob.move_a_card()
    await bob.settled()
    await bob.page.keyboard.press("Escape")
    await bob.give_up()
    await bob.page.get_by_role("link", name="To the challenge").click()
    await expect(bob.page.locator("tr.me")).to_contain_text("(you)")
    await expect(bob.page.locator("tbody tr")).to_have_count(2)
    await looks_finished(bob)
    await bob.page.get_by_role("link", name="Watch all games together").click()
    await expect(bob.page.get_by_role("link", name="Challenge")).to_be_visible()
