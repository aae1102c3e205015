"""Without a network: practice, the rules and the verifier work; nothing of a person is kept."""

import re

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.guest import DESKTOP, PHONE, Guest, Guests, until
from tests.browser.page_checks import is_well

IS_READY = """async () => (await navigator.serviceWorker.ready).active.state"""
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
CACHES = "() => caches.keys()"


@pytest_asyncio.fixture(loop_scope="session", params=["bundles", "modules"])
async def any_guests(request: pytest.FixtureRequest, guests: Guests, source_guests: Guests) -> Guests:
    """A wheel works without a network, and so does a source tree."""
    return guests if request.param == "bundles" else source_guests


async def ready(guests: Guests, **more: object) -> Guest:
    """Return a guest whose browser has kept what works without a network, and has none now."""
    guest = await guests.one(keeps=True, **more)  # type: ignore[arg-type]
    await guest.open("/")
    assert await until(lambda: guest.page.evaluate(IS_READY), lambda state: state == "activated") == "activated"
    await guest.context.set_offline(True)
    return guest


async def test_practice_can_be_played_without_a_network_and_goes_on_after_a_reload(any_guests: Guests) -> None:
    guest = await ready(any_guests)
    await guest.open("/practice?v=mini")
    await expect(guest.page.get_by_role("heading", name="Practice: Mini")).to_be_attached()
    await guest.first_move()
    board = await guest.board()
    await is_well(guest, (DESKTOP, PHONE))
    await guest.page.reload()
    await expect(guest.page.locator(".stage .slot")).to_have_count(28)
    await guest.shows(board.cells)
    await guest.press("Undo")
    assert await until(guest.board, lambda now: now.cells != board.cells) != board
    await guest.press("More")
    await guest.page.get_by_role("dialog").get_by_role("button", name="New deal").click()
    await guest.page.get_by_role("dialog").get_by_role("button", name="New deal").click()
    await guest.shows_another(board.cells)
    await guest.page.keyboard.press("?")
    await expect(guest.page.get_by_role("dialog").get_by_role("heading", name="How to play")).to_be_visible()


async def test_without_a_network_pages_that_need_no_server_open_and_the_first_one_leads_to_practice(
    guests: Guests,
) -> None:
    guest = await ready(guests, size=PHONE)
    await expect(guest.page.get_by_role("alert")).to_contain_text("You are offline.")
    await expect(guest.page.locator(".btn.main:visible")).to_have_count(1)
    for path, heading in (("/how", "How to play"), ("/verify", "Verify a game"), ("/d/0123456789", "Deal")):
        await guest.open(path)
        await expect(guest.page.get_by_role("heading", name=heading).first).to_be_visible()
    await guest.open("/")
    await expect(guest.page.get_by_text("Today's daily can't be loaded right now.")).to_be_visible()
    await expect(guest.page.locator(".btn.main:visible")).to_have_text(["Practice game"])
    await guest.press("Practice game")
    await expect(guest.page.get_by_role("heading", name="Practice: Mini")).to_be_attached()
    await guest.first_move()


async def test_other_pages_lead_to_practice_and_back(guests: Guests) -> None:
    guest = await ready(guests, language="de-DE")
    await guest.open("/daily")
    await expect(guest.page.get_by_text("Du bist offline.").first).to_be_visible()
    await expect(guest.page.locator(".stage .slot")).to_have_count(52)
    await guest.context.set_offline(False)
    await guest.page.get_by_role("link", name="Die Seite noch einmal versuchen").click()
    await guest.page.wait_for_url("**/daily")


async def test_nothing_but_files_and_the_page_of_practice_is_kept(guests: Guests) -> None:
    guest = await ready(guests)
    await guest.context.set_offline(False)
    for path in ("/p/me", "/daily", "/group"):
        await guest.open(path)
        await guest.rests()
    kept = await guest.page.evaluate(KEPT)
    assert "/practice" in kept
    assert len(kept) > 20
    assert [path for path in kept if not re.match(r"/client/@[0-9a-f]{12}/|/practice$", path)] == []
    assert len({path.split("/")[2] for path in kept if path.startswith("/client/")}) == 1
    assert len(await guest.page.evaluate(CACHES)) == 1
