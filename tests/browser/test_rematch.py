"""The next race of a room takes everyone along, whatever of the last one they look at."""

import re

from playwright.async_api import expect

from tests.browser.guest import DESKTOP, PHONE, Guest, Guests
from tests.positions import KNOWN_DEAL


async def raced(guests: Guests) -> tuple[Guest, Guest]:
    """A host and a friend who see the result of their race."""
    host, friend = await guests.in_one_room(DESKTOP, PHONE, deal=KNOWN_DEAL)
    await friend.press("I'm ready")
    await host.starts_with(friend)
    for guest in (host, friend):
        await guest.first_move()
        await guest.give_up()
    for guest in (host, friend):
        await expect(guest.page.locator(".headline")).to_be_visible()
    return host, friend


async def name_of(guest: Guest) -> str:
    return await guest.page.locator(".podium .me + b").inner_text()


async def test_a_rematch_is_an_offer_until_a_second_person_accepts_and_fetches_who_looks_at_a_replay(
    guests: Guests,
) -> None:
    host, friend = await raced(guests)
    room, names = friend.page.url, [await name_of(guest) for guest in (host, friend)]
    await friend.press("Rematch")
    await expect(friend.page.get_by_text(f"Waiting for {names[0]}", exact=True)).to_be_visible()
    await expect(host.page.get_by_text(f"Rematch offered by {names[1]}", exact=True)).to_be_visible()
    await friend.sees_all_numbers()
    await friend.page.locator("td a[href^='/g/']").first.click()
    await expect(friend.page.get_by_role("slider")).to_be_visible()
    await expect(host.page.locator(".people li")).to_have_count(2)
    await host.press("Rematch")
    await friend.begun()
    assert friend.page.url == room
    await expect(host.page.locator(".lanes > li")).to_have_count(2)
    for guest in (host, friend):
        await guest.give_up()
    await friend.press("Rematch")
    await host.page.close()
    await expect(friend.page.get_by_text(f"Waiting for {names[0]} (Offline)", exact=True)).to_be_visible()


async def test_from_what_a_result_leads_to_one_tap_leads_back_to_it(guests: Guests) -> None:
    host, friend = await raced(guests)
    page = friend.page
    way_back = page.get_by_role("link", name="To the room")
    await friend.sees_all_numbers()
    await page.get_by_role("link", name="The whole race").click()
    await expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    await page.locator("td a[href^='/g/']").first.click()
    await expect(page.get_by_role("slider")).to_be_visible()
    await way_back.click()
    await expect(page.locator(".headline")).to_have_text(re.compile("of 2$"))
    await expect(way_back).to_have_count(0)
    # Elsewhere one has left: nobody is fetched from there.
    await page.get_by_role("navigation", name="Pages").get_by_role("link", name="Today").click()
    await expect(page.get_by_role("button", name="Practice game")).to_be_visible()
    await host.press("Start alone")
    await host.begun()
    await expect(page.get_by_role("button", name="Practice game")).to_be_visible()
    # A race of others is nothing to rejoin; the own one is.
    await page.reload()
    await expect(page.locator(".resume")).to_have_text(re.compile("^Back to the room with"))
    await host.open("/")
    await expect(host.page.locator(".resume")).to_have_text(re.compile("^Rejoin the race"))
