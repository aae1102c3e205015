"""Adding a device by the code that another one shows."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.guest import PHONE, Guest, Guests

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def offered(guest: Guest) -> tuple[str, str]:
    """Ask for a code; return the link and the code."""
    await guest.opens_account()
    await guest.press("Add a device")
    dialog = guest.page.get_by_role("dialog")
    await expect(dialog.get_by_role("img", name="QR code").locator("svg path").first).to_be_visible()
    link = await dialog.get_by_label("Link for your other device").input_value()
    code = await dialog.get_by_label("Code for your other device").inner_text()
    return link, code


async def test_a_link_adds_a_device_once_and_the_first_one_tells(guests: Guests) -> None:
    here, there, late = await guests.one(), await guests.one(PHONE), await guests.one()
    await here.open("/p/me")
    name = await here.name()
    link, code = await offered(here)
    assert link.endswith(f"/device#{code}")
    await there.open(link.removeprefix(here.base))
    await there.press("Sign in")
    await expect(there.page.locator("#toast")).to_contain_text(f"You are now {name}")
    await there.open("/p/me")
    assert await there.name() == name
    dialog = here.page.get_by_role("dialog")
    await expect(dialog).to_contain_text(re.compile("is now signed in as you"))
    await late.open(link.removeprefix(here.base))
    await late.press("Sign in")
    await expect(late.page.locator("#toast")).to_contain_text("This code doesn't work")
    await dialog.get_by_role("button", name="Sign out").click()
    await expect(dialog).to_have_count(0)


async def test_a_code_is_typed_in_the_settings(guests: Guests) -> None:
    here, there = await guests.one(), await guests.one()
    await here.open("/p/me")
    name = await here.name()
    _, code = await offered(here)
    await there.open("/")
    await there.press("Settings")
    await there.page.get_by_text("Move to another device").click()
    await there.page.get_by_label("Code from your other device").fill(code.lower())
    await there.press("Sign in")
    await expect(there.page.locator("#toast")).to_contain_text(f"You are now {name}")
