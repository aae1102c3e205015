"""Passkeys in a real browser, with Chromium's own authenticator in software."""

from typing import Any

import pytest
from playwright.async_api import CDPSession, expect

from tests.browser.guest import Guest, Guests

pytestmark = pytest.mark.asyncio(loop_scope="session")
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


async def with_passkeys(guest: Guest) -> tuple[CDPSession, str]:
    """Let a guest come by the name of this machine, which has passkeys, with an authenticator; return that."""
    guest.base = guest.base.replace("127.0.0.1", "localhost")
    devtools = await guest.context.new_cdp_session(guest.page)
    await devtools.send("WebAuthn.enable")
    made = await devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return devtools, made["authenticatorId"]


async def passkeys_of(devtools: CDPSession, authenticator: str) -> list[dict[str, Any]]:
    found = await devtools.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})
    return list(found["credentials"])


async def sign_in(guest: Guest) -> None:
    await guest.open("/")
    await guest.press("Settings")
    await guest.page.get_by_text("Move to another device").click()
    await guest.press("Use a passkey")


async def test_a_passkey_brings_a_player_to_another_device(guests: Guests) -> None:
    here, there = await guests.one(), await guests.one()
    phone, authenticator = await with_passkeys(here)
    await here.open("/p/me")
    name = await here.name()
    await here.press("Passkeys")
    await here.press("Add a passkey")
    listed = here.page.get_by_role("dialog").get_by_role("listitem")
    await expect(listed).to_contain_text("added")
    await here.press("Add a passkey")
    await expect(here.page.locator("#toast")).to_contain_text("This device has a passkey for you already")

    laptop, other = await with_passkeys(there)
    (synced,) = await passkeys_of(phone, authenticator)
    await laptop.send("WebAuthn.addCredential", {"authenticatorId": other, "credential": synced})
    await sign_in(there)
    await expect(there.page.locator("#toast")).to_contain_text(f"You are now {name}")
    await there.open("/p/me")
    assert await there.name() == name

    await there.press("Passkeys")
    await there.press("Remove")
    await expect(there.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(0)
    await sign_in(there)
    await expect(there.page.locator("#toast")).to_contain_text("This passkey doesn't work any more")


async def test_an_address_without_passkeys_offers_none(guests: Guests) -> None:
    player = await guests.one()
    await player.open("/p/me")
    await player.press("Passkeys")
    await expect(player.page.get_by_text("Passkeys don't work in this browser at this address.")).to_be_visible()
    await player.open("/")
    await player.press("Settings")
    await player.page.get_by_text("Move to another device").click()
    await expect(player.page.get_by_role("button", name="Sign in")).to_be_visible()
    await expect(player.page.get_by_role("button", name="Use a passkey")).to_have_count(0)
