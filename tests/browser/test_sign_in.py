"""Sign-in by OpenID Connect in a real browser, at the size of a phone, with a provider and a private server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.guest import PHONE, Guest, Guests, visiting
from tests.openid_provider import CLIENT_ID, CLIENT_SECRET, Provider, providing
from tests.processes import ServerProcess


@pytest_asyncio.fixture(loop_scope="session")
async def provider() -> AsyncIterator[Provider]:
    async with providing() as provider:
        yield provider


@asynccontextmanager
async def site(
    browser: Browser, url: str, provider: Provider, **more: str
) -> AsyncIterator[tuple[ServerProcess, Guests]]:
    """A server with sign-in by a provider, and its visitors."""
    settings = {
        "GAPRACE_OIDC_ISSUER": provider.issuer,
        "GAPRACE_OIDC_CLIENT_ID": CLIENT_ID,
        "GAPRACE_OIDC_CLIENT_SECRET": CLIENT_SECRET,
        "GAPRACE_OIDC_LABEL": "Club",
        **more,
    }
    async with ServerProcess(url, settings=settings) as server, visiting(browser, server.base) as guests:
        yield server, guests


async def prove(guest: Guest, provider: Provider) -> None:
    """Sign in on the page of the provider, and come back."""
    await guest.page.get_by_role("link", name="I am").click()
    await guest.page.wait_for_url(f"{guest.base}/**")
    assert all(provider.at in url for url in guest.foreign)
    guest.foreign.clear()


async def test_a_private_server_lets_in_who_signs_in_and_nobody_after_signing_out(
    browser: Browser, provider: Provider, sqlite_url: str
) -> None:
    async with site(browser, sqlite_url, provider, GAPRACE_PRIVATE="on") as (server, guests):
        phone = await guests.one(PHONE)
        await phone.open("/daily")
        await phone.page.get_by_role("link", name="Sign in with Club").click()
        await expect(phone.page.get_by_role("heading", name="Club")).to_be_visible()
        await server.kill()  # a sign-in outlives the server that began it
        await server.start()
        await prove(phone, provider)
        await expect(phone.page).to_have_url(f"{server.base}/daily")
        await phone.open("/p/me")
        name = await phone.name()
        await phone.opens_account()
        await phone.press("Club", exact=True)
        await expect(phone.page.get_by_text("You sign in with Club.")).to_be_visible()
        await phone.press("Sign out here")
        await expect(phone.page.get_by_text("This site is private. Sign in to enter.")).to_be_visible()
        await phone.page.get_by_role("link", name="Sign in with Club").click()
        await prove(phone, provider)
        await phone.open("/p/me")
        assert await phone.name() == name


async def test_a_guest_with_games_is_asked_and_is_the_same_player_on_another_device(
    browser: Browser, provider: Provider, sqlite_url: str
) -> None:
    async with site(browser, sqlite_url, provider) as (_, guests):
        phone, laptop = await guests.one(PHONE), await guests.one()
        await phone.open("/d/0123456789?v=mini")
        await phone.press("Play solo")
        await phone.begun()
        await phone.first_move(tap=True)
        await phone.settled()
        await phone.open("/p/me")
        name = await phone.name()
        await phone.opens_account()
        await phone.press("Club", exact=True)
        await phone.page.get_by_role("link", name="Connect with Club").click()
        await prove(phone, provider)
        await expect(phone.page.get_by_role("heading", name=f"Keep playing as {name}?")).to_be_visible()
        await phone.press("Yes, connect")
        await phone.page.wait_for_url("**/p/*")
        assert await phone.name() == name
        await phone.opens_account()
        await phone.press("Club", exact=True)
        await expect(phone.page.get_by_text("You sign in with Club.")).to_be_visible()

        await laptop.open("/")
        await laptop.press("Settings")
        await laptop.page.get_by_role("link", name="Sign in with Club").click()
        await prove(laptop, provider)
        await laptop.page.wait_for_function("() => location.hash === ''")
        await expect(laptop.page.locator("#notice")).to_have_count(0)
        await laptop.open("/p/me")
        assert await laptop.name() == name
