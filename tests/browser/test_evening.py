"""An evening of three: a host, a friend by the link on a phone, and a spectator. No race waits for who is gone."""

import re
from time import monotonic

import pytest
from playwright.async_api import expect

from tests.browser.guest import EASY_DEAL, FACES, PHONE, Guest, Guests

pytestmark = pytest.mark.asyncio(loop_scope="session")

SOON_MS = 4_000
"""Two seconds, and as long again for a busy machine."""
AWAY_S, LAP_S, NEXT_RACE_S = 10, 10, 10


async def three(guests: Guests) -> tuple[Guest, Guest, Guest]:
    """The three, in a race that has just begun."""
    host, friend, spectator = await guests.one(), await guests.one(PHONE), await guests.one()
    settings = {"variant": {"name": "mini"}, "code": EASY_DEAL, "away_s": AWAY_S, "lap_s": LAP_S}
    answer = await host.context.request.post(f"{host.base}/api/v1/rooms", data=settings)
    code = (await answer.json())["code"]
    await host.open(f"/r/{code}")
    await friend.open(f"/r/{code}")
    await spectator.open(f"/w/{code}")
    await expect(host.page.locator(FACES)).to_have_count(2)
    await host.press("Start now")
    for guest in (host, friend):
        await guest.begun()
        await expect(guest.page.locator("#live")).to_have_text("The race starts!")
    await friend.first_move()
    await expect(spectator.page.locator(".ranks li")).to_have_count(2)
    return host, friend, spectator


async def test_who_closes_the_tab_is_away_on_every_screen_soon_and_out_after_the_set_time(guests: Guests) -> None:
    host, friend, spectator = await three(guests)
    await friend.page.close()
    for guest, row in ((host, ".lane.out .more"), (spectator, ".rank-row.out .more")):
        await expect(guest.page.locator(row)).to_have_text(re.compile(r"out in 0:\d\d"), timeout=SOON_MS)
    await host.give_up()
    for guest in (host, spectator):
        await expect(guest.page.locator(".headline")).to_be_visible(timeout=AWAY_S * 1_000 + 2 * SOON_MS)


async def test_who_has_won_reads_how_long_it_takes_and_the_next_race_begins_soon_after_it(guests: Guests) -> None:
    host, friend, spectator = await three(guests)
    await host.win()
    still_on = host.page.locator(".still-on")
    await expect(still_on).to_contain_text(re.compile(r"Over in 0:\d\d"))
    await still_on.get_by_role("button", name="Rematch").click()
    await expect(spectator.page.locator(".tag.delay")).to_have_text("Live")
    await expect(friend.page.locator(".headline")).to_be_visible(timeout=LAP_S * 1_000 + 2 * SOON_MS)
    await expect(friend.page.locator("#live")).to_contain_text("Rematch offered by")
    await friend.press("Rematch")
    offered_at = monotonic()
    for guest in (host, friend):
        await guest.begun()
    assert monotonic() - offered_at < NEXT_RACE_S
