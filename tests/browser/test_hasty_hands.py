"""Taps that come twice, a page that is opened twice, and ways back that are taken at the wrong moment."""

import json
import re

from playwright.async_api import expect

from tests.browser.guest import BOARD, PHONE, Guest, Guests, until


async def entries(guest: Guest) -> int:
    """How many pages one can go back, the one that is shown included."""
    count: int = await guest.page.evaluate("history.length")
    return count


async def test_a_card_that_was_dealt_flies_without_the_main_thread(guests: Guests) -> None:
    """An animation that is over, but not gone, would make the browser draw the next ones frame by frame, as scripts."""
    guest = await guests.one(PHONE, moving=True)
    await guest.open("/")
    await guest.press("Practice game")
    await guest.begun()
    await guest.page.wait_for_function("() => !document.getAnimations().length")
    browser = guest.context.browser
    await browser.start_tracing(page=guest.page, categories=["blink.animations", "devtools.timeline"])
    await guest.first_move(tap=True)
    await guest.page.wait_for_function("() => !document.getAnimations().length")
    trace = json.loads(await browser.stop_tracing())["traceEvents"]
    facts = [each["args"].get("data", {}) for each in trace if each["name"] == "Animation"]
    assert "transform" in [each.get("displayName") for each in facts]
    assert [each["compositeFailed"] for each in facts if each.get("compositeFailed")] == []


async def test_a_double_tap_opens_one_room_and_starts_one_game(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    page = guest.page
    await guest.open("/")
    before = await entries(guest)
    await page.get_by_role("button", name="Practice game").dblclick()
    await guest.begun()
    assert await entries(guest) == before + 1
    await guest.give_up()
    await page.get_by_role("button", name="New deal", exact=True).dblclick()
    await guest.begun()
    await guest.settled()
    await expect(page.locator("#toast")).not_to_contain_text("race")


async def test_a_game_in_two_tabs_is_one_game(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.open("/")
    await guest.press("Practice game")
    await guest.begun()
    other = await guest.context.new_page()
    await other.goto(guest.page.url)

    async def seen() -> list[str]:
        labels: list[str] = await other.locator(".stage .slot").evaluate_all(BOARD)
        return [label.partition(",")[0] for label in labels]

    await guest.first_move(tap=True)
    await guest.settled()
    mine = [label.partition(",")[0] for label in await guest.labels()]
    assert await until(seen, lambda labels: labels == mine) == mine
    await guest.give_up()
    await other.get_by_role("button", name="New deal", exact=True).click()
    await guest.begun()


async def test_the_way_back_out_of_a_game_keeps_it_and_the_way_forward_goes_on(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    page = guest.page
    await guest.open("/")
    await guest.press("Practice game")
    await guest.begun()
    await guest.first_move(tap=True)
    await guest.press("More")
    await page.go_back()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.get_by_role("link", name="Continue your game: Mini")).to_be_visible()
    await page.go_forward()
    await guest.begun()
    await guest.shows_moves(1)
    await guest.give_up()
    await expect(page.locator(".headline")).to_be_visible()
    current = page.get_by_role("navigation", name="Pages").locator("[aria-current]")
    await expect(current).to_have_text("Today")


async def test_where_nothing_can_be_stored_one_plays_on(guests: Guests) -> None:
    denied = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });"
    guest = await guests.one(PHONE, newcomer=True, init=denied)
    await guest.open("/")
    await guest.press("Practice game")
    await guest.begun()
    await guest.first_move(tap=True)
    await guest.give_up()
    await guest.press("New deal")
    await guest.begun()
    await guest.page.reload()
    await guest.begun()


async def test_a_reload_amid_the_countdown_or_a_shuffle_or_at_the_end_loses_nothing(source_guests: Guests) -> None:
    host, friend = await source_guests.one(), await source_guests.one(PHONE, moving=True)
    code = await host.create_room("addiction")
    await friend.open(f"/r/{code}")
    await friend.press("I'm ready")
    await host.press("Start now")
    await expect(friend.page.locator(".countdown")).to_be_visible()
    await friend.page.reload()
    await friend.begun()
    before = (await friend.board()).cells
    await friend.page.keyboard.press("s")
    await friend.page.get_by_role("dialog").get_by_role("button", name="Shuffle").click()
    await expect(friend.page.get_by_role("button", name="Shuffle, 2 left")).to_be_attached()
    await friend.settled()
    await friend.page.reload()
    await friend.shows_another(before)
    await expect(friend.page.get_by_role("button", name="Shuffle, 2 left")).to_be_attached()
    await friend.give_up()
    await host.give_up()
    await expect(friend.page.locator(".headline")).to_be_visible()
    await friend.page.reload()
    await expect(friend.page.locator(".headline")).to_have_text(re.compile("of 2$"))
