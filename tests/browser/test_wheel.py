"""The bundles of a wheel: every screen opens, with all its texts, and the first load of a page is small."""

import re

from playwright.async_api import Route, expect

from tests.browser.guest import EASY_DEAL, FACES, NOTHING_LATER, PHONE, Guest, Guests
from tests.browser.page_checks import LANGUAGES, LIGHT_PATHS, failing_once, is_complete, is_light


async def test_the_pages_on_which_people_come_in_open_and_load_little_first(wheel_guests: Guests) -> None:
    guest = await wheel_guests.one(PHONE)
    for path in LIGHT_PATHS:
        await guest.open(path)
        await is_complete(guest)
        await is_light(guest, "#main")


async def test_who_has_been_here_begins_with_the_files_of_today(wheel_guests: Guests) -> None:
    guest = await wheel_guests.one(PHONE)
    begins = guest.page.locator("html")
    await guest.open("/")
    await expect(begins).to_have_attribute("data-texts", "home")
    await guest.page.wait_for_function("() => document.cookie.includes('gaprace-today')")
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    await guest.open("/")
    await expect(begins).to_have_attribute("data-texts", "daily")
    await is_light(guest, ".deal .btn:not([disabled])")
    assert len([url for url in asked if "/dailies?" in url]) == 1, "asked for early, and not again"


async def is_complete_in_two_languages(guest: Guest) -> None:
    """The server makes the page in the language that a cookie names, of the same texts in each."""
    for language in LANGUAGES[-2:]:
        await guest.context.add_cookies([{"name": "gaprace-language", "value": language, "url": guest.base}])
        await guest.page.reload()
        await is_complete(guest)
        await expect(guest.page.locator("html")).to_have_attribute("lang", language)


async def test_a_race_is_complete_from_its_invitation_to_its_replay(wheel_guests: Guests) -> None:
    host, friend, watcher = await wheel_guests.one(), await wheel_guests.one(PHONE), await wheel_guests.one()
    code = await host.create_room(deal=EASY_DEAL)
    sockets: list[str] = []
    friend.page.on("websocket", lambda socket: sockets.append(socket.url))
    await friend.open(f"/r/{code}")
    scripts = [path for path in await is_light(friend, FACES) if path.endswith(".js") and "/i18n/" not in path]
    assert len(scripts) == 2, "what connects, and the bundle: no file that only passes on what another one has"
    assert len(sockets) == 1, "opened before the scripts were there, and taken over by them"
    await is_complete_in_two_languages(friend)
    await host.starts_with(friend)
    for guest in (host, friend):
        await guest.move_a_card()
        await guest.settled()
    await is_light(friend, ".lane.me")
    await watcher.open(f"/w/{code}")
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    await is_complete_in_two_languages(watcher)
    await friend.page.locator(".controls button").last.click()
    await friend.page.locator("dialog .stack button").first.click()
    await friend.page.locator("dialog[open] .main").click()
    await expect(friend.page.locator(".broadcast")).to_be_visible()
    await host.give_up()
    await expect(friend.page.locator("tbody tr")).to_have_count(2)
    await is_complete_in_two_languages(friend)
    for link in ("td a[href^='/g/']", "a[href^='/race/']"):
        await friend.open(f"/r/{code}")
        await friend.sees_all_numbers()
        await friend.page.locator(link).first.click()
        await expect(friend.page.locator("[type=range]").first).to_be_visible()
        await is_complete_in_two_languages(friend)


async def test_what_could_not_be_fetched_is_fetched_when_it_is_asked_for_again(wheel_guests: Guests) -> None:
    guest = await wheel_guests.one(init=NOTHING_LATER)
    await guest.open("/")
    await guest.rests()
    tries = await failing_once(guest, "/home/")
    await guest.press("Settings")
    await expect(guest.page.locator("#toast")).to_have_text("Can't reach the server.")
    guest.errors.clear()
    await guest.press("Settings")
    await expect(guest.page.get_by_role("dialog")).to_be_visible()
    assert next(tries) > 1


async def test_a_page_loads_again_when_the_server_has_another_version(wheel_guests: Guests) -> None:
    guest = await wheel_guests.one(init=NOTHING_LATER)
    await guest.open("/")
    await guest.rests()

    async def is_gone(route: Route) -> None:
        await route.fulfill(status=404)

    await guest.page.route(re.compile("/home/"), is_gone, times=1)
    async with guest.page.expect_navigation():
        await guest.press("Settings")
    await guest.press("Settings")
    await expect(guest.page.get_by_role("dialog")).to_be_visible()
