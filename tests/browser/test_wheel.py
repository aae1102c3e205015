"""The bundles of a wheel: every screen opens, with all its texts, and the first load of a page is small."""

import re

import pytest
from playwright.async_api import Route, expect

from tests.browser.guest import EASY_DEAL, PHONE, Guest, Guests
from tests.browser.page_checks import failing_once, is_light, looks_finished
from tests.positions import KNOWN_DEAL

pytestmark = pytest.mark.asyncio(loop_scope="session")

LANGUAGES = ("en-US", "de-DE", "pl", "he")
LIGHT_PAGES = ("/", "/race", "/how", "/verify", "/practice", "/daily", "/boards", "/p/me", f"/d/{KNOWN_DEAL}")
"""Those on which people come in, perhaps by a slow network."""
OTHER_PAGES = (
    "/commitments",
    "/puzzles",
    "/device",
    "/group",
    "/challenge/new",
    "/arena/new",
    f"/d/{KNOWN_DEAL}?line=2D@7",
    "/r/NOSUCH00",
    "/g/none",
    "/nowhere",
    "/tv",
    "/overlay/NOSUCH00",
    "/embed/race/none",
)
GAPS_IN_TEXTS = "() => document.body.innerText.match(/undefined|NaN|[{}]/g)"
MAIN = "#main"


async def is_complete(guest: Guest) -> None:
    """Nothing is missing of the page and its texts."""
    await expect(guest.page.locator(MAIN)).not_to_be_empty()
    await guest.page.wait_for_load_state("networkidle")
    await looks_finished(guest)
    assert await guest.page.evaluate(GAPS_IN_TEXTS) is None, guest.page.url


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_opens_and_loads_little_first(wheel_guests: Guests, language: str) -> None:
    guest = await wheel_guests.one(PHONE, language=language)
    for path in (*LIGHT_PAGES, *OTHER_PAGES):
        await guest.open(path)
        await is_complete(guest)
        await expect(guest.page.locator("html")).to_have_attribute("lang", language[:2])
        if path in LIGHT_PAGES:
            await is_light(guest, MAIN)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_race_is_complete_from_its_invitation_to_its_replay(wheel_guests: Guests, language: str) -> None:
    host, friend = await wheel_guests.one(), await wheel_guests.one(PHONE, language=language)
    watcher = await wheel_guests.one(language=language)
    code = await host.create_room(deal=EASY_DEAL)
    await friend.open(f"/r/{code}")
    await is_complete(friend)
    await is_light(friend, ".list li")
    await host.press("Start now")
    for guest in (host, friend):
        await guest.begun()
        await guest.move_a_card()
        await guest.settled()
    await is_light(friend, ".lane.me")
    await watcher.open(f"/w/{code}")
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    await is_complete(watcher)
    await friend.page.locator(".controls button").last.click()
    await friend.page.locator("dialog .stack button").first.click()
    await friend.page.locator("dialog[open] .main").click()
    await expect(friend.page.locator(".broadcast")).to_be_visible()
    await host.give_up()
    await expect(friend.page.locator("tbody tr")).to_have_count(2)
    await is_complete(friend)
    for link in ("td a[href^='/g/']", "a[href^='/race/']"):
        await friend.open(f"/r/{code}")
        await friend.page.locator(link).first.click()
        await expect(friend.page.locator("[type=range]").first).to_be_visible()
        await is_complete(friend)


async def test_a_language_can_be_chosen_and_lasts(wheel_guests: Guests) -> None:
    guest = await wheel_guests.one(language="pl")
    await guest.open("/")
    await guest.page.locator("#top button").last.click()
    await guest.page.get_by_role("dialog").locator("select").first.select_option("de")
    for _ in range(2):
        await expect(guest.page.get_by_role("heading", name="Allein spielen")).to_be_visible()
        await guest.page.reload()


async def test_what_could_not_be_fetched_is_fetched_when_it_is_asked_for_again(wheel_guests: Guests) -> None:
    guest = await wheel_guests.one()
    await guest.open("/")
    await guest.page.wait_for_load_state("networkidle")
    tries = await failing_once(guest, "/home/")
    await guest.press("Settings")
    await expect(guest.page.locator("#toast")).to_have_text("Can't reach the server.")
    guest.errors.clear()
    await guest.press("Settings")
    await expect(guest.page.get_by_role("dialog")).to_be_visible()
    assert next(tries) > 1


async def test_a_page_loads_again_when_the_server_has_another_version(wheel_guests: Guests) -> None:
    guest = await wheel_guests.one()
    await guest.open("/")
    await guest.page.wait_for_load_state("networkidle")

    async def is_gone(route: Route) -> None:
        await route.fulfill(status=404)

    await guest.page.route(re.compile("/home/"), is_gone, times=1)
    async with guest.page.expect_navigation():
        await guest.press("Settings")
    await guest.press("Settings")
    await expect(guest.page.get_by_role("dialog")).to_be_visible()


async def test_files_are_kept_for_ever_and_come_compressed_from_the_build(wheel_guests: Guests) -> None:
    guest = await wheel_guests.one()
    async with guest.page.expect_response(re.compile(r"/client/@[0-9a-f]{12}/\d+\.css")) as found:
        await guest.open("/")
    headers = (await found.value).headers
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-encoding"] == "br"
