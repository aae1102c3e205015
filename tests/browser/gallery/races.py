"""A race from the lobby to its record, for players and spectators."""

import re
from io import BytesIO

from PIL import Image
from playwright.async_api import expect

from gaprace.rules.variants import VARIANTS
from gaprace.solver.certificate import certify
from gaprace.solver.tables import evaluation_for
from gaprace.wire import Audience, Said
from tests.browser.gallery.pictures import Gallery
from tests.browser.guest import DESKTOP, EASY_DEAL, EASY_WIN, FACES, PHONE, TINY, Guest, Guests
from tests.browser.scenes import RaceScene, WatchScene
from tests.browser.test_race_page import answers, race_of, show_race, show_series
from tests.positions import KNOWN_DEAL


async def race(gallery: Gallery, guests: Guests) -> None:
    host, ana, bo, watcher = [await guests.one(size) for size in (DESKTOP, PHONE, PHONE, PHONE)]
    await meeting(gallery, host, ana, bo, watcher)
    await racing(gallery, host, ana, bo, watcher)
    await ending(gallery, host, ana, bo, watcher)


async def meeting(gallery: Gallery, host: Guest, ana: Guest, bo: Guest, watcher: Guest) -> None:
    code = await host.create_room("mini", EASY_DEAL)
    await expect(host.page.locator(".warm-up .slot").first).to_be_attached()
    await gallery.take("lobby-alone", host, full=True)
    for guest, name in ((ana, "Ana"), (bo, "Bartholomew the Unready")):
        await guest.open(f"/r/{code}")
        await guest.is_called(name)
    await ana.press("I'm ready")
    await ana.press("Chat")
    await ana.page.get_by_role("textbox", name="Write a message").fill("Anyone for a quick one?")
    await ana.press("Send")
    await ana.page.keyboard.press("Escape")
    await expect(host.page.locator("#toast.on")).to_have_count(0)
    await gallery.everywhere("lobby", host, host.page.locator(".warm-up .slot").first.wait_for)
    await gallery.everywhere("lobby-guest", bo, bo.page.locator(".warm-up .slot").first.wait_for)
    await watcher.open(f"/w/{code}")
    await expect(watcher.page.locator("h1")).to_be_visible()
    await expect(watcher.page.get_by_role("heading", name="Players")).to_be_visible()
    await gallery.everywhere("wall-waiting", watcher, watcher.page.locator(".waiting").wait_for)


async def racing(gallery: Gallery, host: Guest, ana: Guest, bo: Guest, watcher: Guest) -> None:
    await host.press("Start now")
    await host.page.wait_for_selector(".countdown")
    await host.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    await host.page.screenshot(path=gallery.folder / "countdown-desktop.png")
    await ana.page.screenshot(path=gallery.folder / "countdown-phone.png")
    for guest in (host, ana, bo):
        await guest.begun()
    await bo.first_move()
    await ana.goes_on(EASY_WIN[:9])
    await host.goes_on(EASY_WIN[:14])
    await gallery.everywhere("race", ana, ana.begun, full=False)
    await gallery.take("race-host", host)
    await ana.page.set_viewport_size({"width": TINY[0], "height": TINY[1]})
    await ana.page.screenshot(path=gallery.folder / "race-tiny.png")
    await ana.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await gallery.opened("race-chat", ana, "Chat")
    await gallery.everywhere("wall", watcher, watcher.page.get_by_role("log").filter(has_text=":").wait_for)
    await watcher.page.locator(".ranks button").last.click()
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    await gallery.take("wall-large", watcher, full=True)


async def ending(gallery: Gallery, host: Guest, ana: Guest, bo: Guest, watcher: Guest) -> None:
    await host.win(made=14)
    await host.page.wait_for_timeout(300)
    await host.page.screenshot(path=gallery.folder / "won-moment.png")
    await expect(host.page.locator(".broadcast")).to_be_visible()
    await gallery.take("wall-after", host, full=True)
    await ana.win(tap=True, made=9)
    await bo.give_up()
    for guest in (host, ana, bo, watcher):
        await expect(guest.page.locator("table tbody tr")).to_have_count(3)
    await gallery.everywhere("result", ana)
    await gallery.take("result-host", host, full=True)
    await gallery.take("wall-result", watcher, full=True)
    await ana.sees_all_numbers()
    await gallery.take("result-more", ana, full=True)
    await ana.page.get_by_role("link", name="The whole race").click()
    await ana.page.locator("td a[href^='/p/']").first.click()
    await ana.page.wait_for_url("**/p/*")
    await ana.page.wait_for_load_state("networkidle")
    await gallery.everywhere("profile", ana)
    await ana.page.go_back()
    await ana.page.go_back()
    await ana.sees_all_numbers()
    await ana.page.locator("td a[href^='/g/']").first.click()
    await ana.page.wait_for_selector("[type=range]")
    await ana.page.locator("[type=range]").focus()
    for _ in range(8):
        await ana.page.keyboard.press("ArrowRight")
    await gallery.everywhere("replay", ana, full=False)
    await ana.press("About this game")
    await gallery.take("replay-about", ana)
    await ana.page.get_by_role("dialog").get_by_role("link", name="Verify").click()
    await expect(ana.page.get_by_role("heading", name="✓ Verified")).to_be_visible()
    await gallery.take("proved", ana, full=True)


async def open_boards(gallery: Gallery, guests: Guests) -> None:
    host, ana, bo = [await guests.one(size) for size in (DESKTOP, PHONE, PHONE)]
    code = await host.post("rooms", {"variant": {"name": "mini"}, "code": EASY_DEAL, "boards_open": True})
    for guest in (host, ana, bo):
        await guest.open(f"/r/{code}")
    await expect(host.page.locator(FACES)).to_have_count(3)
    await host.starts_with(ana, bo)
    await ana.goes_on(EASY_WIN[:9])
    await host.goes_on(EASY_WIN[:14])
    await expect(ana.page.locator(".rival-boards canvas")).to_have_count(3)
    await gallery.everywhere("open-boards", ana, ana.begun, full=False)


async def series(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(DESKTOP)
    await show_series(guest)
    await gallery.everywhere("series", guest)


async def race_bar(gallery: Gallery, guests: Guests) -> None:
    for players in (2, 8, 50):
        guest = await guests.one(DESKTOP)
        await guest.create_room()
        scene = RaceScene(players)
        await scene.open(guest)
        for rival in range(1, players):
            if rival % 7 != 6:  # who has not moved yet
                locked, ms = rival * 5 % 23, 37_000 * rival % 300_000
                scene.progress(rival, locked, ms, moves=3 * rival, shuffles=rival % 4, ended=rival % 9 == 5)
        if players > 2:
            scene.progress(2, 48, 151_000, moves=90)
        await guest.first_move()
        await expect(guest.page.locator(".ordinal")).to_be_visible()
        await gallery.take(f"race-bar-{players}", guest)
        await guest.page.set_viewport_size({"width": 2560, "height": 1440})
        await guest.page.screenshot(path=gallery.folder / f"race-bar-{players}-2560x1440.png")

        async def again(guest: Guest = guest) -> None:
            await guest.begun()
            await guest.move_a_card()
            await expect(guest.page.locator(".ordinal")).to_be_visible()

        await gallery.in_languages(f"race-bar-{players}", guest, again, full=False)


async def watching(gallery: Gallery, guests: Guests) -> None:
    """A broadcast with an audience, and the overlays of streams."""
    for path, name in (("/w/ROOM", "audience"), ("/overlay/ROOM?parts=standings,clock,board,ticker", "overlay")):
        watcher = await guests.one(DESKTOP)
        scene = WatchScene(8, delay_s=20)
        for player in range(8):
            scene.play(player, player * 5 % 13)
        await scene.open(watcher, path)
        await expect(watcher.page.locator(".ranks li")).to_have_count(8)
        await expect(watcher.page.get_by_role("log")).to_contain_text("So far")
        lines = ["go Theo", "What a start!", "The left column of Ana's board is nearly complete already, look at that"]
        said = [Said(f"{i:016x}", f"Mia {i}", 1000 + i, text, audience=True) for i, text in enumerate(lines)]
        scene.send(Audience(said))
        await gallery.everywhere(name, watcher, watcher.page.get_by_role("log").filter(has_text=":").wait_for)
        if name == "audience":
            await watcher.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            await watcher.page.keyboard.press("Escape")
            await watcher.page.get_by_role("button", name="Audience", exact=True).click()
            await gallery.take("audience-open", watcher)
            scene.play(7, len(EASY_WIN) - 9)
            await expect(watcher.page.get_by_role("log")).to_contain_text("wins in")
            scene.end()
            await gallery.take("audience-won", watcher, full=True)


async def television(gallery: Gallery, guests: Guests) -> None:
    """A broadcast without anybody who chooses, and what a caster has."""
    watcher = await guests.one(DESKTOP)
    page = watcher.page
    await gallery.visit("tv-nothing", watcher, "/tv")

    async def complete() -> None:
        await expect(page.get_by_role("log")).not_to_be_empty()

    await answers(watcher, "races/fifty", race_of(4))
    await page.route("**/api/v1/tv*", lambda route: route.fulfill(json={"live": None, "past": "fifty"}))
    await watcher.open("/tv")
    await complete()
    await gallery.take("tv-past", watcher, full=True)
    await page.unroute("**/api/v1/tv*")
    await page.route("**/api/v1/tv*", lambda route: route.fulfill(json={"live": "ROOM", "past": None}))
    await page.route("**/r/ROOM/qr.svg", lambda route: route.continue_(url=f"{watcher.base}/tv/qr.svg"))
    scene = WatchScene(3)
    scene.play(1, 9)
    scene.play(0, 4)
    await scene.open(watcher, "/tv")
    await expect(page.locator(".plate h2")).to_have_text("Theo")
    await complete()
    await gallery.everywhere("tv", watcher, complete)
    await page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    await scene.open(watcher)
    await expect(page.locator(".plate h2")).to_have_text("Theo")
    await expect(page.get_by_role("toolbar", name="Caster's tools")).to_be_visible()
    await page.keyboard.press("c")
    await expect(page.locator(".compare .board")).to_have_count(2)
    await gallery.take("caster", watcher, full=True)
    await page.keyboard.press("Escape")
    await page.keyboard.press("r")
    await expect(page.get_by_role("group", name="Back in time")).to_be_visible()
    await gallery.take("caster-past", watcher, full=True)


async def clip(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await show_race(guest, 3)
    page = guest.page

    async def again() -> None:
        await page.locator("button[aria-haspopup=dialog]:visible").last.click()
        await expect(page.get_by_role("dialog")).to_be_visible()

    await again()
    await gallery.everywhere("clip", guest, again, full=False)


RIVALS, COLOURS = ("Strong", "Skilled", "Master"), 128


async def readme(gallery: Gallery, guests: Guests) -> None:
    """The picture in the README, `race.png`: a race against bots, each with a card in place."""
    host = await guests.one(DESKTOP)
    await host.create_room("addiction", KNOWN_DEAL)
    for rival in RIVALS:
        await host.press("Add a bot")
        await host.press(rival)
    await host.starts_with()
    variant = VARIANTS["addiction"]
    for move in certify(KNOWN_DEAL, variant, evaluation_for(variant.columns)).line[:30]:
        await host.move(move)
    for lane in await host.page.locator(".lane:not(.me)").all():
        await expect(lane).to_contain_text(re.compile("[1-9] in place"), timeout=60_000)
    picture = Image.open(BytesIO(await host.page.screenshot()))
    picture.convert("RGB").quantize(COLOURS).save(gallery.folder / "race.png", optimize=True)
