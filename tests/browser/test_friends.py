"""Friends: two who have met find each other again with few taps and no typing."""

import re
from datetime import UTC, datetime

from playwright.async_api import Locator, expect

from tests.browser.guest import PHONE, Guest, Guests
from tests.browser.page_checks import is_accessible, looks_finished
from tests.browser.test_daily import play_ranked


class Taps:
    """Taps, and how many there were."""

    def __init__(self) -> None:
        self.count = 0

    async def tap(self, target: Locator) -> None:
        self.count += 1
        await target.click()


async def meet(guests: Guests) -> tuple[Guest, Guest, list[str]]:
    """Two strangers meet in a room and follow each other by their names there."""
    ann, bob = await guests.one(PHONE), await guests.one(PHONE)
    await bob.open(f"/r/{await ann.create_room()}")
    names = [await ann.name(), await bob.name()]
    for guest, other in ((ann, names[1]), (bob, names[0])):
        await guest.opens_the_menu()
        await guest.page.get_by_role("button", name=other, exact=True).first.click()
        await guest.page.get_by_role("dialog").get_by_role("button", name="Follow", exact=True).click()
    await expect(bob.page.get_by_text(f"You and {names[0]} are friends")).to_be_visible()
    return ann, bob, names


async def test_a_friend_is_invited_into_the_room_where_one_is(guests: Guests) -> None:
    ann, bob, names = await meet(guests)
    await bob.open("/p/me")
    await ann.create_room()
    await ann.page.get_by_role("button", name=f"Invite: {names[1]}").click()
    await expect(ann.page.get_by_text("Invited", exact=True)).to_be_visible()
    await looks_finished(ann)
    mine = bob.page.locator("section.panel", has=bob.page.get_by_role("heading", name="Friends", exact=True))
    await expect(mine.get_by_role("link", name=names[0], exact=True)).to_be_visible()
    await mine.get_by_label("Show friends when I'm here").check()
    await looks_finished(bob)
    await is_accessible(bob)
    await mine.get_by_role("button", name="Unfollow").click()
    await expect(mine.get_by_role("link", name=names[0], exact=True)).to_have_count(0)


async def test_whoever_scans_a_code_follows_with_one_tap(guests: Guests) -> None:
    ann, bob = await guests.one(PHONE), await guests.one(PHONE)
    await ann.create_room()
    name = await ann.name()
    await ann.open("/p/me")
    await ann.press("My code")
    await looks_finished(ann)
    link = await ann.page.get_by_role("textbox", name="My code").input_value()
    await bob.open(link.removeprefix(bob.base))
    await bob.page.get_by_role("button", name=f"Follow {name}").click()
    await expect(bob.page.get_by_text(f"You follow {name}.")).to_be_visible()


async def from_today(ann: Guest, friend: str, taps: Taps) -> None:
    await ann.open("/")
    await taps.tap(ann.page.locator(".friend-tiles").get_by_role("link", name=friend))
    await taps.tap(ann.page.get_by_role("button", name="Invite to a race"))


async def from_where_people_race(ann: Guest, friend: str, taps: Taps) -> None:
    await ann.open("/race")
    friends = ann.page.get_by_role("listitem").filter(has=ann.page.get_by_role("link", name=friend))
    await expect(friends.get_by_role("button", name="Invite")).to_be_visible()
    await looks_finished(ann)
    await is_accessible(ann)
    await taps.tap(friends.get_by_role("button", name="Invite"))


async def starts(ann: Guest, bob: Guest, name: str, taps: Taps) -> None:
    """Bob comes to the room to which Ann has invited him, and both race."""
    await bob.open("/")
    await taps.tap(bob.page.get_by_role("link", name=f"Join: {name}"))
    await taps.tap(ann.page.get_by_role("button", name="Start now"))
    for guest in (ann, bob):
        await guest.begun()
        await guest.give_up()
    assert taps.count <= 4


async def test_two_friends_race_with_four_taps_and_no_typing(guests: Guests) -> None:
    ann, bob, names = await meet(guests)
    for invite in (from_today, from_where_people_race):
        taps = Taps()
        await invite(ann, names[1], taps)
        await ann.page.wait_for_url("**/r/*")
        await starts(ann, bob, names[0], taps)


async def test_the_place_among_friends_is_on_the_last_page_of_a_daily_and_on_today(guests: Guests) -> None:
    ann, bob, names = await meet(guests)
    await bob.has_played_the_daily(datetime.now(UTC).date().isoformat())
    await play_ranked(ann)
    friends = ann.page.locator("tbody", has_text="You and friends")
    for name in names:
        await expect(friends.get_by_role("row", name=name)).to_be_visible()
    await looks_finished(ann)
    await ann.open("/")
    await expect(ann.page.get_by_text(re.compile("^Rank [12] of 2 among friends$"))).to_be_visible()
