"""A replay as one comes to it: by a result, by a link to a moment, with motion or without."""

import pytest
from playwright.async_api import expect

from tests.browser.guest import PHONE, Guest, Guests

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def played(guest: Guest) -> None:
    """Play a move alone, and give up."""
    await guest.plays("Mini")
    await guest.first_move(tap=True)
    await guest.give_up()


async def test_a_replay_plays_by_itself_to_its_end_from_a_result_and_stands_at_the_moment_of_a_link(
    guests: Guests,
) -> None:
    guest = await guests.one(PHONE, moving=True)
    await played(guest)
    await guest.page.get_by_role("link", name="Replay of").first.click()
    position = guest.page.get_by_role("slider", name="Position in the game")
    end = await position.get_attribute("max")
    await expect(position).to_have_value(end or "")
    await expect(guest.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await guest.press("Play", exact=True)  # from the start again
    await guest.press("Pause")
    await expect(guest.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await guest.open(f"{guest.page.url.removeprefix(guest.base)}?at=1")
    await expect(position).to_have_value("1")
    await expect(guest.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await expect(guest.page.get_by_role("button", name="Pause")).to_have_count(0)


async def test_without_motion_a_replay_waits_for_a_tap(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await played(guest)
    await guest.page.get_by_role("link", name="Replay of").first.click()
    await expect(guest.page.get_by_role("slider")).to_have_value("0")
    await expect(guest.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
