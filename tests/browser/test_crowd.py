"""A room of two thousand on the screen: nobody is lost in it, and the page holds no more than can be seen."""

import re

import pytest
from playwright.async_api import Locator, expect

from gaprace.wire import Browse, Look
from tests.browser.crowd_scene import CrowdScene
from tests.browser.guest import DESKTOP, EASY_WIN, PHONE, Guests, until
from tests.browser.page_checks import failing_once, is_well

pytestmark = pytest.mark.asyncio(loop_scope="session")
MAX_ROWS = 40
"""List items of a long list in the page, however long it is."""


async def number_in(element: Locator) -> int:
    """Return the number that an element shows, such as 1,999."""
    return int((await element.inner_text()).replace(",", ""))


async def test_the_lobby_counts_everybody_and_finds_each_by_name(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.create_room()
    scene = CrowdScene(racing=False, hosts=True)
    await scene.open(guest)
    rows = guest.page.locator(".long-rows > li")
    await expect(guest.page.locator("main")).to_contain_text("2,000 players · 1,600 ready · 1,000 online")
    await expect(rows.first).to_contain_text("Your Name")
    assert await rows.count() < MAX_ROWS
    await guest.page.locator(".long-list").evaluate("(list) => { list.scrollTop = 48 * 1500; }")
    await expect(rows.filter(has_text="Bo 1506")).to_be_visible()
    assert await rows.count() < MAX_ROWS
    assert Browse(offset=1500) in scene.commands
    await guest.page.get_by_role("searchbox").fill("RAVEN 1998")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("Silver Raven 1998")
    await guest.press("Manage: Silver Raven 1998")
    await expect(guest.page.get_by_role("dialog").get_by_role("button", name="Remove as co-host")).to_be_visible()
    await guest.page.keyboard.press("Escape")
    await guest.page.get_by_role("searchbox").fill("nobody at all")
    await expect(guest.page.get_by_text("No player has this name.")).to_be_visible()
    await is_well(guest)


async def test_a_player_sees_the_own_place_among_all_the_leaders_and_the_neighbours(guests: Guests) -> None:
    guest = await guests.one(DESKTOP)
    await guest.create_room()
    scene = CrowdScene()
    await scene.open(guest)
    await guest.begun()
    await guest.move(EASY_WIN[0])
    await guest.settled()
    scene.tick()
    place, lanes = guest.page.locator(".own-place"), guest.page.locator(".lane")
    await expect(place).to_contain_text("of 1,999")
    await expect(place).to_contain_text(re.compile(r"1,\d{3}(st|nd|rd|th)"))
    await expect(lanes).to_have_count(10)
    await expect(lanes.nth(0).locator(".rank")).to_have_text("1")
    await expect(guest.page.locator(".lane.apart")).to_have_count(1)
    before = await number_in(guest.page.locator(".lane.me .rank"))
    for move in EASY_WIN[1:3]:
        await guest.move(move)
    await guest.settled()
    scene.tick()
    await expect(guest.page.locator(".lane.me .rank")).not_to_have_text(f"{before:,}")
    assert await number_in(guest.page.locator(".lane.me .rank")) < before
    await expect(place).to_contain_text("leads by")
    await is_well(guest)


async def test_a_spectator_sees_the_boards_that_are_on_the_screen_and_finds_any_other(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    scene = CrowdScene(watches=True)
    await scene.open(watcher, "/w/ROOM")
    await expect(watcher.page.locator(".ranks li")).to_have_count(20)
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    assert all(len(each.games) < 20 for each in scene.commands if isinstance(each, Look))
    scene.bustle()
    await watcher.page.get_by_role("searchbox").fill("raven 1918")
    await watcher.press("Watch Silver Raven 1918")
    await expect(watcher.page.locator(".plate")).to_contain_text("Silver Raven 1918")
    number = next(i for i, seat in enumerate(scene.seats) if seat.name == "Silver Raven 1918")
    await expect(watcher.page.locator(".plate .count")).to_contain_text(f"{scene.locked(number)}/24")
    scene.play(number)
    await expect(watcher.page.locator(".plate .count")).to_contain_text(f"{scene.locked(number)}/24")
    await is_well(watcher)


async def test_tv_sees_all_boards_that_are_on_its_screen(guests: Guests) -> None:
    watcher = await guests.one((1920, 1080))
    page = watcher.page
    await page.route("**/tv?seen=*", lambda route: route.fulfill(json={"live": "ROOM", "past": None}))
    scene = CrowdScene(watches=True)
    await scene.open(watcher, "/tv")
    await expect(page.locator(".tile").nth(4)).to_be_visible()

    async def unseen() -> int:
        looks = [each.games for each in scene.commands if isinstance(each, Look)]
        return await page.locator(".tile").count() + 1 - (len(looks[-1]) if looks else 0)

    assert await until(unseen, lambda count: count <= 0) <= 0, "the large board, and the small ones"


async def test_a_field_to_find_players_that_was_lost_with_the_network_comes_later(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    tries = await failing_once(watcher, "/crowd/finder.js")
    scene = CrowdScene(watches=True)
    await scene.open(watcher, "/w/ROOM")
    await expect(watcher.page.locator(".ranks li")).to_have_count(20)
    field = watcher.page.get_by_role("searchbox")

    async def comes() -> bool:
        scene.bustle(1)
        return await field.is_visible()

    assert await until(comes, bool)
    assert next(tries) > 1


async def test_the_result_has_the_own_row_above_all_others_which_come_in_pages(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.create_room()
    scene = CrowdScene()
    await scene.open(guest)
    await guest.begun()
    await guest.move(EASY_WIN[0], tap=True)
    await guest.settled()
    scene.end()
    rows = guest.page.locator(".long-list li")
    await expect(guest.page.locator(".long-own")).to_contain_text("Your Name")
    await expect(rows.first.locator(".rank")).to_have_text("1")
    await guest.page.locator(".long-list").evaluate("(list) => { list.scrollTop = 48 * 1200; }")
    await expect(rows.filter(has=guest.page.get_by_text("1,201", exact=True))).to_be_visible()
    assert await rows.count() < MAX_ROWS
    await guest.page.get_by_role("searchbox").fill("raven 1998")
    await expect(rows).to_have_count(1)
    await expect(guest.page.locator(".headline")).to_contain_text("of 1,999")
    await is_well(guest)
