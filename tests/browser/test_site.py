"""The owner's page: by the printed link, the owner names the site, closes it, backs it up and starts it again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.browser.guest import PHONE, TINY, visiting
from tests.browser.page_checks import is_accessible, looks_finished
from tests.processes import ServerProcess

OWNER = "owner:0123456789abcdef"


@pytest_asyncio.fixture(loop_scope="session")
async def own(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    settings = {"GAPRACE_ADMIN_TOKENS": OWNER, "GAPRACE_CONTACT": "me@example.org", "GAPRACE_SOLVERS": "0"}
    async with ServerProcess(f"sqlite:///{tmp_path}/club.db", settings=settings) as server:
        yield server


async def test_the_owner_sets_a_site_up_in_the_browser_alone(browser: Browser, own: ServerProcess) -> None:
    async with visiting(browser, own.base) as guests:
        guest = await guests.one(PHONE)
        page = guest.page
        await guest.open(f"/admin#{OWNER}")
        await expect(page.get_by_role("heading", name="Your site")).to_be_visible()
        assert "#" not in page.url
        await expect(page.get_by_label("Contact for security problems")).to_be_disabled()
        await is_accessible(guest)

        await page.get_by_label("Name of the site").fill("The Club")
        await save(guest.page, "Name and texts")
        await page.get_by_label("Open to").select_option(label="those with the link")
        await save(guest.page, "Who may come in")
        await expect(page.get_by_role("button", name="Share the link")).to_be_visible()
        stranger = await guests.one(newcomer=True)
        await stranger.open("/")
        await expect(stranger.page.get_by_role("heading", name="The Club")).to_be_visible()
        await expect(stranger.page.get_by_label("Invitation code")).to_be_visible()

        await guest.press("Back up now")
        await expect(page.get_by_text("gaprace-20")).to_be_visible()
        await page.get_by_label("Open rooms at most").fill("50")
        await save(guest.page, "Notifications, limits, backups")
        again = page.get_by_role("button", name="Start again now")
        await again.click()
        await expect(again).to_have_count(0)
        await expect(page.get_by_label("Open rooms at most")).to_have_value("50")
        await page.reload()
        await expect(page.get_by_label("Name of the site")).to_have_value("The Club")


async def test_no_long_word_pushes_a_field_out_of_the_page(browser: Browser, own: ServerProcess) -> None:
    async with visiting(browser, own.base) as guests:
        guest = await guests.one(TINY, language="de-DE")
        await guest.open(f"/admin#{OWNER}")
        await expect(guest.page.get_by_role("heading", name="Deine Seite")).to_be_visible()
        await looks_finished(guest)


async def save(page: Page, panel: str) -> None:
    """Press the button of a panel."""
    await page.locator(".panel", has=page.get_by_role("heading", name=panel)).get_by_role("button", name="Save").click()
    await expect(page.locator("#toast")).to_have_text("Done.")
