"""What one player sees: pages, games alone, dailies, the first minutes."""

from playwright.async_api import expect

from tests.browser.gallery.pictures import Gallery
from tests.browser.guest import DESKTOP, FACES, PHONE, Guests
from tests.browser.test_daily import play_ranked


async def pages(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(PHONE)
    page = guest.page
    await gallery.visit("home", guest, "/", everywhere=True)
    await gallery.visit("meet", guest, "/race", everywhere=True)
    for name in ("how", "verify", "boards", "commitments", "device"):
        await gallery.visit(name, guest, f"/{name}", everywhere=True)
    await gallery.visit("no-room", guest, "/r/NOSUCH00")
    await guest.open("/")

    async def settings() -> None:
        await page.locator(".tools + button").click()
        await expect(page.get_by_role("dialog")).to_be_visible()

    await settings()
    await gallery.take("settings", guest)
    for summary in await page.get_by_role("dialog").locator("summary").all():
        await summary.click()
    await gallery.take("settings-open", guest)
    await gallery.in_languages("settings", guest, settings, full=False)


async def finding(gallery: Gallery, guests: Guests) -> None:
    """A race with whoever is there: the wait, and a race with bots."""
    guest = await guests.one(PHONE)
    await guest.open("/race")
    await guest.press("Race now")
    await expect(guest.page.locator(".finding h2")).to_be_visible()
    await guest.page.screenshot(path=gallery.folder / "finding-phone.png")
    await guest.begun()
    await guest.first_move(tap=True)
    await gallery.everywhere("quick-race", guest, guest.begun, full=False)
    await guest.give_up()
    await expect(guest.page.locator("table, .overlay .message").first).to_be_visible()
    await gallery.take("quick-race-ended", guest, full=True)


async def solo(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(PHONE)
    page = guest.page
    await guest.plays("Addiction")
    await guest.first_move()
    await gallery.everywhere("solo", guest, guest.begun, full=False)
    await guest.press("Hint")
    await expect(page.locator(".card.hint")).to_have_count(1)
    await gallery.take("solo-hint", guest)
    twos = [i for i, label in enumerate(await guest.labels()) if label.startswith("2 of") and "can move" in label]
    if twos:
        await guest.click_slot(twos[0])
    await gallery.take("solo-select", guest)
    await page.keyboard.press("Escape")
    await gallery.opened("solo-shuffle", guest, "Shuffle")
    await gallery.opened("solo-more", guest, "More")
    await guest.open("/")
    await expect(page.get_by_role("link", name="Continue")).to_be_visible()
    await gallery.take("home-continue", guest, full=True)
    await page.get_by_role("link", name="Continue").click()
    await guest.begun()
    await guest.give_up()
    await expect(page.locator(".headline")).to_be_visible()
    await expect(page.locator(".coach-line")).not_to_be_empty()
    await expect(page.get_by_text("Looking for the move")).to_have_count(0)
    await gallery.everywhere("solo-result", guest)


async def daily(gallery: Gallery, guests: Guests) -> None:
    first, guest = await guests.one(DESKTOP), await guests.one(PHONE)
    await gallery.visit("daily", guest, "/daily")
    await play_ranked(first)
    await play_ranked(guest)
    await expect(guest.page.get_by_text("Play again").or_(guest.page.get_by_text("Practise")).first).to_be_visible()
    await gallery.everywhere("daily-result", guest)
    for name, path in (("daily-played", "/daily"), ("daily-past", "/daily/2000-02-29"), ("me", "/p/me")):
        await gallery.visit(name, guest, path, everywhere=True)
    for summary in await guest.page.locator("summary").all():
        await summary.click()
    await gallery.take("me-open", guest, full=True)
    for kind in ("daily", "duplicate", "streak", "rating"):
        await gallery.visit(f"boards-{kind}", guest, f"/boards/{kind}/any/mini")  # no such period: the current one
    await gallery.in_languages("boards-rating", guest)
    await guest.open("/")
    await expect(guest.page.locator(".today li").first).to_be_visible()
    await gallery.everywhere("home-regular", guest)
    await guest.open("/boards/daily/any/mini")
    await guest.press("Race your own ghost")
    await guest.begun()
    await expect(guest.page.locator(".lane:not(.me)")).to_contain_text("Ghost of")
    await gallery.take("ghost", guest)
    await guest.first_move(tap=True)
    await guest.give_up()
    await expect(guest.page.get_by_text("Nobody won.")).to_be_visible()
    await gallery.take("ghost-result", guest, full=True)
    await gallery.visit("deal", guest, "/d/0123456789?v=mini", everywhere=True)


async def learning(gallery: Gallery, guests: Guests) -> None:
    host, guest = await guests.one(), await guests.one(PHONE, newcomer=True)
    german = await guests.one(PHONE, newcomer=True, language="de-DE")
    code = await host.create_room()
    for friend, name in ((guest, "en"), (german, "de")):
        await friend.open("/")
        await friend.page.locator(".rare button").click()
        await expect(friend.page.get_by_role("dialog")).to_be_visible()
        await gallery.take(f"rules-{name}", friend)
        await friend.open("/practice")  # before the invitation, whose board to warm up on gives the same tips
        for n in range(3):
            await expect(friend.page.locator(".coach")).to_be_visible()
            await gallery.take(f"tip-{n}-{name}", friend)
            await friend.page.locator(".coach .btn").last.click()
        await friend.open(f"/r/{code}")
        await expect(friend.page.locator(FACES).first).to_be_visible()
        await expect(friend.page.locator(".warm-up .slot").first).to_be_attached()
        await gallery.take(f"invited-{name}", friend, full=True)
