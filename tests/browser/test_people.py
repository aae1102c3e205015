"""What people can do about each other: the menu behind a name, reports, blocks, and what the operators announce."""

from collections.abc import AsyncIterator

import httpx2
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.guest import DESKTOP, FACES, PHONE, TINY, Guest, Guests, by_address
from tests.browser.page_checks import is_accessible, looks_finished
from tests.processes import ServerProcess, http_client
from tests.web.harness import MODERATOR

ENDS = """(line) => {
  const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  while (text.nextNode() && !text.currentNode.data.includes("Ready?"));
  const start = text.currentNode.data.indexOf("Ready?");
  return [start, start + 5].map((at) => {
    const range = document.createRange();
    range.setStart(text.currentNode, at);
    range.setEnd(text.currentNode, at + 1);
    return range.getBoundingClientRect().left;
  });
}"""
"""Where the first and the last character of "Ready?" stand (px)."""


@pytest_asyncio.fixture(loop_scope="session")
async def moderator(server: ServerProcess) -> AsyncIterator[httpx2.AsyncClient]:
    headers = {"Authorization": f"Bearer {MODERATOR}"}
    async with http_client(server.base, headers=headers) as client:
        yield client


async def say(guest: Guest, text: str) -> None:
    await expect(guest.page.locator(".faces")).to_be_visible()
    opener = guest.page.locator(".chat-opener")
    if await opener.is_visible() and not await guest.page.get_by_role("dialog").count():
        await opener.click()
    await guest.page.get_by_label("Write a message").fill(text)
    await guest.press("Send")


async def test_a_line_of_the_chat_is_reported_and_its_writer_blocked_by_the_keyboard_alone(
    guests: Guests, moderator: httpx2.AsyncClient
) -> None:
    host, friend = await guests.in_one_room(DESKTOP, PHONE)
    name = await friend.name()
    await say(friend, "You fool")
    page = host.page
    line = page.locator(".chat li", has_text="You fool")
    await line.get_by_role("button", name=name).focus()
    await page.keyboard.press("Enter")
    menu = page.get_by_role("dialog")
    await expect(menu.get_by_role("heading", name=name)).to_be_visible()
    await expect(menu.get_by_role("link", name="Profile")).to_be_visible()
    await looks_finished(host)
    await is_accessible(host)
    await menu.get_by_role("button", name="Report").press("Enter")
    await expect(menu.locator("blockquote")).to_have_text("You fool")
    await menu.get_by_role("button", name="Send report").press("Enter")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    reports = (await moderator.get("/api/v1/admin/reports")).json()["reports"]
    assert [each["seen"] for each in reports if each["name"] == name and each["line"] == "You fool"] == [True]
    await line.get_by_role("button", name=name).press("Enter")
    await menu.get_by_role("button", name="Block").press("Enter")
    await expect(line).to_have_count(0)
    await expect(friend.page.get_by_role("heading", name="You were removed")).to_be_visible()
    await expect(page.locator(FACES)).to_have_count(1)


async def test_a_line_in_another_direction_keeps_its_own(guests: Guests) -> None:
    host, guest = await guests.one(PHONE), await guests.one(PHONE, language="he-IL")
    await host.create_room()
    await host.is_joined_by(guest)
    await say(host, "Ready?")
    await guest.page.locator(".chat-opener").click()
    line = guest.page.locator(".chat li").last
    await expect(line).to_contain_text("Ready?")
    first, last = await line.evaluate(ENDS)
    assert first < last, "the question mark stands behind the question"


async def test_names_that_read_alike_have_tags_in_the_lobby_and_the_chat(guests: Guests) -> None:
    host, friend = await guests.in_one_room(DESKTOP, TINY)
    for guest, name in ((host, "Anna Lee"), (friend, "Аnna Iee")):
        await guest.is_called(name)
    for guest in (host, friend):
        for name in ("Anna Lee #", "Аnna Iee #"):
            await expect(guest.page.locator(FACES, has_text=name)).to_have_count(1)
    await say(friend, "Hello")  # under the new name, which the room knows by now
    for guest in (host, friend):
        await expect(guest.page.locator(".chat li", has_text="Аnna Iee #")).to_have_count(1)
    await looks_finished(friend)


async def test_an_announcement_is_a_line_in_a_running_race_until_it_is_closed(
    guests: Guests, moderator: httpx2.AsyncClient
) -> None:
    guest = await guests.one(TINY)
    await guest.plays("Addiction")
    body = {"action": "announce", "text": "Tea at ten.", "reason": "For the test.", "hours": 1}
    made = (await moderator.post("/api/v1/admin/decisions", json=body)).json()
    try:
        line = guest.page.locator("#notice", has_text="Tea at ten.")
        await expect(line).to_be_visible()
        await looks_finished(guest)
        await guest.move_a_card()
        await line.get_by_role("button", name="Close").click()
        await expect(line).to_have_count(0)
        await guest.page.reload()
        await guest.begun()
        await guest.settled()
        await expect(line).to_have_count(0)
    finally:
        lift = {"action": "lift", "decision": made["id"], "reason": "Over."}
        await moderator.post("/api/v1/admin/decisions", json=lift)


async def test_whose_account_is_deleted_elsewhere_leaves_the_room_and_comes_back_as_nobody_else(guests: Guests) -> None:
    host, friend = await guests.in_one_room(DESKTOP, PHONE)
    authorization = {"Authorization": f"Bearer {await friend.token()}"}
    me = f"{by_address(friend.base)}/api/v1/me"
    answer = await friend.context.request.delete(me, headers=authorization, data={"name": await friend.name()})
    assert answer.ok
    await expect(friend.page).to_have_url(f"{friend.base}/")
    await expect(host.page.locator(FACES)).to_have_count(1)
