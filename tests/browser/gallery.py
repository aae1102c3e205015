"""Pictures of every screen at every size, light and dark: `python -m tests.browser.gallery FOLDER [ROOM ...]`.

One picture a screen, size and colours (light, dark, forced), and one sheet a screen and colours with all sizes. The
rooms are those of `ROOMS`; without any, all. Nothing passes or fails: look at them.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypedDict

from PIL import Image
from playwright.async_api import async_playwright, expect

from tests.browser.chromium import FLAGS, find
from tests.browser.guest import DESKTOP, EASY_DEAL, EASY_WIN, PHONE, TINY, Guest, Guests
from tests.browser.race_scene import RaceScene
from tests.browser.test_daily import play_ranked
from tests.processes import ServerProcess

LIKES_ADDICTION = "localStorage.setItem('gaprace.variant', '\"addiction\"');"


class Colours(TypedDict):
    color_scheme: Literal["light", "dark"]
    forced_colors: Literal["active", "none"]


SIZES = ((320, 640), (390, 844), (740, 360), (768, 1024), (1024, 768), (1440, 900), (1920, 1080))
COLOURS: dict[str, Colours] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
expect.set_options(timeout=20_000)
SHEET_ROWS, ROW_HEIGHT = (SIZES[:4], SIZES[4:]), 640


class Gallery:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def take(self, name: str, guest: Guest, *, full: bool = False) -> None:
        """Take a screen as it is now, at all sizes and in all colours; `full`: all of a page that scrolls."""
        for colours, media in COLOURS.items():
            await guest.page.emulate_media(**media)
            for width, height in SIZES:
                await guest.page.set_viewport_size({"width": width, "height": height})
                await guest.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 120)))")
                await guest.page.screenshot(path=self._file(name, (width, height), colours), full_page=full)
            self._hang(name, colours)
        await guest.page.emulate_media(**COLOURS["light"])
        await guest.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        print(name, flush=True)

    def _file(self, name: str, size: tuple[int, int], colours: str) -> Path:
        return self.folder / f"{name}-{size[0]}x{size[1]}-{colours}.png"

    def _hang(self, name: str, colours: str) -> None:
        """Make a sheet: what is narrow in one row, what is wide in another."""
        rows = [[Image.open(self._file(name, size, colours)) for size in sizes] for sizes in SHEET_ROWS]
        for picture in (picture for row in rows for picture in row):
            picture.thumbnail((2000, ROW_HEIGHT))
        width = max(sum(picture.width + 8 for picture in row) for row in rows)
        sheet = Image.new("RGB", (width, len(rows) * (ROW_HEIGHT + 8)), "magenta")
        for y, row in enumerate(rows):
            x = 0
            for picture in row:
                sheet.paste(picture, (x, y * (ROW_HEIGHT + 8)))
                x += picture.width + 8
        sheet.save(self.folder / f"_{name}-{colours}.png")


async def pages(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.open("/")
    await expect(guest.page.locator("h1")).to_be_visible()
    await gallery.take("home", guest, full=True)
    for name in ("race", "how", "verify", "boards", "commitments"):
        await guest.open(f"/{name}")
        await expect(guest.page.locator("h1")).to_be_visible()
        await gallery.take(name, guest, full=True)
    await guest.open("/r/NOSUCH00")
    await expect(guest.page.locator("h1")).to_be_visible()
    await gallery.take("no-room", guest)
    await guest.open("/")
    await guest.press("Settings")
    await expect(guest.page.get_by_role("dialog")).to_be_visible()
    await gallery.take("settings", guest)


async def solo(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(PHONE)
    page = guest.page
    await guest.open("/")
    await guest.press("Addiction")
    await guest.begun()
    await guest.first_move()
    await gallery.take("solo", guest)
    await guest.press("Hint")
    await expect(page.locator(".card.hint")).to_have_count(1)
    await gallery.take("solo-hint", guest)
    twos = [i for i, label in enumerate(await guest.labels()) if label.startswith("2 of") and "can move" in label]
    if twos:
        await guest.click_slot(twos[0])
    await gallery.take("solo-select", guest)
    await page.keyboard.press("Escape")
    await guest.press("Shuffle")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await gallery.take("solo-shuffle", guest)
    await page.keyboard.press("Escape")
    await guest.press("More")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await gallery.take("solo-more", guest)
    await page.keyboard.press("Escape")
    await guest.open("/")
    await expect(page.get_by_role("link", name="Continue")).to_be_visible()
    await gallery.take("home-continue", guest, full=True)
    await page.get_by_role("link", name="Continue").click()
    await guest.begun()
    await guest.give_up()
    await expect(page.locator(".headline")).to_be_visible()
    await gallery.take("solo-result", guest, full=True)


async def race(gallery: Gallery, guests: Guests) -> None:
    host, ana, bo, watcher = [await guests.one(size) for size in (DESKTOP, PHONE, PHONE, PHONE)]
    await meeting(gallery, host, ana, bo, watcher)
    await racing(gallery, host, ana, bo, watcher)
    await ending(gallery, host, ana, bo, watcher)


async def meeting(gallery: Gallery, host: Guest, ana: Guest, bo: Guest, watcher: Guest) -> None:
    code = await host.create_room("mini", EASY_DEAL)
    await gallery.take("lobby-alone", host, full=True)
    for guest, name in ((ana, "Ana"), (bo, "Bartholomew the Unready")):
        await guest.open(f"/r/{code}")
        await guest.page.get_by_role("textbox", name="Your name").fill(name)
        await guest.press("Rename")
        await expect(guest.page.locator("#toast")).to_contain_text(name)
    await ana.press("I'm ready")
    await ana.page.get_by_role("textbox", name="Write a message").fill("Anyone for a quick one?")
    await ana.press("Send")
    await expect(host.page.locator("#toast.on")).to_have_count(0)
    await gallery.take("lobby", host, full=True)
    await gallery.take("lobby-guest", bo, full=True)
    await watcher.open(f"/w/{code}")
    await expect(watcher.page.locator("h1")).to_be_visible()
    await gallery.take("wall-waiting", watcher)


async def racing(gallery: Gallery, host: Guest, ana: Guest, bo: Guest, watcher: Guest) -> None:
    await host.press("Start now")
    await host.page.wait_for_selector(".countdown")
    await host.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    await host.page.screenshot(path=gallery.folder / "countdown-desktop.png")
    await ana.page.screenshot(path=gallery.folder / "countdown-phone.png")
    for guest in (host, ana, bo):
        await guest.begun()
    await bo.first_move()
    for move in EASY_WIN[:9]:
        await ana.move(move, tap=True)
    for move in EASY_WIN[:14]:
        await host.move(move)
    await gallery.take("race", ana)
    await gallery.take("race-host", host)
    await ana.page.set_viewport_size({"width": TINY[0], "height": TINY[1]})
    await ana.page.screenshot(path=gallery.folder / "race-tiny.png")
    await ana.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await ana.press("Chat")
    await expect(ana.page.get_by_role("dialog")).to_be_visible()
    await gallery.take("race-chat", ana)
    await ana.page.keyboard.press("Escape")
    await gallery.take("wall", watcher, full=True)
    await watcher.page.locator(".ranks button").last.click()
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    await gallery.take("wall-large", watcher, full=True)


async def ending(gallery: Gallery, host: Guest, ana: Guest, bo: Guest, watcher: Guest) -> None:
    for move in EASY_WIN[14:]:
        await host.move(move)
    await host.page.wait_for_timeout(300)
    await host.page.screenshot(path=gallery.folder / "won-moment.png")
    await expect(host.page.locator(".broadcast")).to_be_visible()
    await gallery.take("wall-after", host, full=True)
    for move in EASY_WIN[9:]:
        await ana.move(move, tap=True)
    await bo.give_up()
    for guest in (host, ana, bo, watcher):
        await expect(guest.page.locator("table tbody tr")).to_have_count(3)
    await gallery.take("result", ana, full=True)
    await gallery.take("result-host", host, full=True)
    await gallery.take("wall-result", watcher, full=True)
    await ana.page.locator("td a[href^='/compare/']").first.click()
    await expect(ana.page.get_by_role("slider")).to_be_visible()
    await gallery.take("compare", ana)
    await ana.page.go_back()
    await ana.page.locator("td a[href^='/g/']").first.click()
    await ana.page.wait_for_selector("[type=range]")
    await ana.page.locator("[type=range]").focus()
    for _ in range(8):
        await ana.page.keyboard.press("ArrowRight")
    await gallery.take("replay", ana)
    await ana.press("About this game")
    await gallery.take("replay-about", ana)
    await ana.page.get_by_role("dialog").get_by_role("link", name="Verify").click()
    await expect(ana.page.get_by_role("heading", name="✓ Verified")).to_be_visible()
    await gallery.take("proved", ana, full=True)


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


async def daily(gallery: Gallery, guests: Guests) -> None:
    first, guest = await guests.one(DESKTOP), await guests.one(PHONE)
    await gallery_of_daily(gallery, guest)
    await play_ranked(first)
    await play_ranked(guest)
    await expect(guest.page.get_by_text("Play again").or_(guest.page.get_by_text("Practise")).first).to_be_visible()
    await gallery.take("daily-result", guest, full=True)
    for name, path in (("daily-played", "/daily"), ("daily-past", "/daily/2000-02-29"), ("me", "/p/me")):
        await guest.open(path)
        await guest.page.wait_for_load_state("networkidle")
        await gallery.take(name, guest, full=True)
    for summary in await guest.page.locator("summary").all():
        await summary.click()
    await gallery.take("me-open", guest, full=True)
    for kind in ("daily", "duplicate", "streak", "rating"):
        await guest.open(f"/boards/{kind}/{'all' if kind == 'rating' else ''}/mini".replace("//", "/"))
        await guest.page.wait_for_load_state("networkidle")
        await gallery.take(f"boards-{kind}", guest, full=True)
    await guest.open("/daily")
    await guest.press("Race")
    await guest.begun()
    await expect(guest.page.locator(".lane:not(.me)")).to_contain_text("Ghost of")
    await gallery.take("ghost", guest)
    await guest.first_move(tap=True)
    await guest.give_up()
    await expect(guest.page.get_by_role("rowheader").first).to_be_visible()
    await gallery.take("ghost-result", guest, full=True)
    await guest.open("/d/0123456789?v=mini")
    await expect(guest.page.locator(".slot").first).to_be_visible()
    await gallery.take("deal", guest, full=True)


async def gallery_of_daily(gallery: Gallery, guest: Guest) -> None:
    await guest.open("/daily")
    await guest.page.wait_for_load_state("networkidle")
    await gallery.take("daily", guest, full=True)


async def german(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(PHONE, language="de-DE", init=LIKES_ADDICTION)
    page = guest.page
    for name, path in (("home", "/"), ("how", "/how"), ("verify", "/verify"), ("daily", "/daily"), ("me", "/p/me")):
        await guest.open(path)
        await page.wait_for_load_state("networkidle")
        await gallery.take(f"de-{name}", guest, full=True)
    await guest.open("/")
    await page.locator(".tools + button").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await gallery.take("de-settings", guest)
    await page.keyboard.press("Escape")
    await guest.press("Gegen Freunde spielen")
    await expect(page.locator(".list li")).to_have_count(1)
    await page.locator("summary").last.click()
    await gallery.take("de-lobby", guest, full=True)
    await guest.press("Allein starten")
    await guest.begun()
    await gallery.take("de-race", guest)
    await guest.move_a_card()  # a game without a move has no replay
    for name, control in (("shuffle", -2), ("more", -1)):
        await page.locator(".controls button").nth(control).click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await gallery.take(f"de-{name}", guest)
        await page.keyboard.press("Escape")
    await page.locator(".controls button").last.click()
    await page.locator("dialog .stack button").first.click()
    await gallery.take("de-resign", guest)
    await page.locator("dialog[open] .main").click()
    await expect(page.locator("td a").or_(page.locator(".facts")).first).to_be_visible()
    await gallery.take("de-result", guest, full=True)
    await page.locator("a[href^='/g/']").first.click()
    await expect(page.get_by_role("slider")).to_be_visible()
    await gallery.take("de-replay", guest)


async def learning(gallery: Gallery, guests: Guests) -> None:
    host, guest = await guests.one(), await guests.one(PHONE, newcomer=True)
    german = await guests.one(PHONE, newcomer=True, language="de-DE")
    code = await host.create_room()
    for friend, name in ((guest, "en"), (german, "de")):
        await friend.open("/")
        await friend.page.locator(".ways .quiet").click()
        await expect(friend.page.get_by_role("dialog")).to_be_visible()
        await gallery.take(f"rules-{name}", friend)
        await friend.open(f"/r/{code}")
        await expect(friend.page.locator(".list li").first).to_be_visible()
        await gallery.take(f"invited-{name}", friend)
    await host.press("Start now")
    for friend, name in ((guest, "en"), (german, "de")):
        for n in range(3):
            await expect(friend.page.locator(".coach")).to_be_visible()
            await gallery.take(f"tip-{n}-{name}", friend)
            await friend.page.locator(".coach .main").click()


ROOMS: dict[str, Callable[[Gallery, Guests], Awaitable[None]]] = {
    "pages": pages,
    "solo": solo,
    "race": race,
    "race-bar": race_bar,
    "daily": daily,
    "german": german,
    "learning": learning,
}


async def hang(folder: Path, names: list[str]) -> None:
    gallery = Gallery(folder)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        with TemporaryDirectory() as place:
            async with ServerProcess(f"sqlite:///{place}/race.db") as server:
                for name in names or ROOMS:
                    guests = Guests(browser, server.base)
                    await ROOMS[name](gallery, guests)
                    await guests.leave()
        await browser.close()


def main() -> None:
    folder, *names = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    asyncio.run(hang(Path(folder), names))


if __name__ == "__main__":
    main()
