"""What depends on the device: games and pages without a network, notifications, and adding another device."""

from functools import partial

from playwright.async_api import expect

from tests.browser.gallery.pictures import Gallery
from tests.browser.guest import PHONE, Guests, until
from tests.browser.test_offline import IS_READY


async def offline(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(PHONE, keeps=True)
    page = guest.page

    async def dealt() -> None:
        await expect(page.locator(".stage .slot.playable").first).to_be_attached()

    await guest.open("/practice?v=mini")
    await dealt()
    await gallery.everywhere("practice", guest, dealt, full=False)
    await gallery.opened("practice-more", guest, "More")
    await until(lambda: page.evaluate(IS_READY), lambda state: state == "activated")
    await guest.open("/")
    await expect(page.locator("link[href*='notice.css']")).to_be_attached()  # it watches the network now
    await guest.context.set_offline(True)
    await expect(page.get_by_text("You are offline.").first).to_be_visible()
    await gallery.take("offline-home", guest)
    await guest.open("/daily")
    await dealt()
    await gallery.take("offline", guest)


async def dialogs(gallery: Gallery, guests: Guests) -> None:
    """Adding a device and notifications, on the own page."""
    guest = await guests.one(PHONE)
    entries = guest.page.locator(".menu button")
    account = guest.page.locator("details.panel").last.locator("summary").first

    async def chosen(entry: int) -> None:
        if not await entries.first.is_visible():
            await account.click()
        await entries.nth(entry).click()
        await expect(guest.page.get_by_role("dialog")).to_be_visible()

    await guest.open("/p/me")
    for name, entry in (("add-device", 1), ("push", 2)):
        again = partial(chosen, entry)
        await again()
        await gallery.everywhere(name, guest, again, full=False)
        await guest.page.keyboard.press("Escape")
