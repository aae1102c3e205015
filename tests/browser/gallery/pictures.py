"""What hangs in the gallery: one picture a screen, size and look, and sheets of them."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from PIL import Image
from playwright.async_api import expect

from tests.browser.guest import DESKTOP, PHONE, Guest
from tests.browser.page_checks import LIGHT, LOOKS, violations

Size = tuple[int, int]

LANGUAGES = ("de", "pl", "he")
SIZES: tuple[Size, ...] = ((320, 640), (390, 844), (740, 360), (768, 1024), (1024, 768), (1440, 900), (1920, 1080))
SOME_SIZES: tuple[Size, ...] = ((320, 640), (390, 844), (740, 360), (768, 1024), (1440, 900))
"""Where high contrast, German and Polish are looked at: the narrowest, a phone both ways, a tablet, and a desktop."""
EVERYWHERE = ("light", "dark", "he")
SHEET_HEIGHT, GAP = 640, 8
OWNER = "owner:0123456789abcdef"
SPEAK = """(language) => {
  localStorage.setItem('gaprace.prefs', JSON.stringify({ language }));
  document.cookie = `gaprace-language=${language}; path=/; max-age=${language ? 9999 : 0}`;
}"""


class Gallery:
    """Takes pictures, and looks at what it takes with axe if that is wanted."""

    def __init__(
        self, folder: Path, looks: Sequence[str] = (), sizes: Sequence[Size] = (), *, axe: bool = False
    ) -> None:
        """Take the looks (`LOOKS` and `LANGUAGES`) and the sizes; without any, all."""
        self.folder = folder
        self.looks, self.sizes, self.axe = looks or (*LOOKS, *LANGUAGES), sizes or SIZES, axe
        self.faults: list[str] = []
        """What axe found, with the screen and the look; and the rooms that did not come to their end."""

    async def take(self, name: str, guest: Guest, *, full: bool = False) -> None:
        """Take a screen as it is now; `full`: all of a page that scrolls."""
        for look, media in LOOKS.items():
            if look in self.looks:
                await guest.page.emulate_media(**media)
                await self._take(name, guest, look, full=full)
        await guest.page.emulate_media(**LIGHT)
        print(name, flush=True)

    async def everywhere(
        self, name: str, guest: Guest, again: Callable[[], Awaitable[object]] | None = None, *, full: bool = True
    ) -> None:
        """Take a screen as it is now, and in the other languages."""
        await self.take(name, guest, full=full)
        await self.in_languages(name, guest, again, full=full)

    async def visit(self, name: str, guest: Guest, path: str, *, everywhere: bool = False) -> None:
        """Take a page by its address."""
        await guest.open(path)
        await guest.page.wait_for_load_state("networkidle")
        await (self.everywhere if everywhere else self.take)(name, guest, full=True)

    async def opened(self, name: str, guest: Guest, button: str) -> None:
        """Take what a button opens above a page, and close it."""
        await guest.press(button)
        await expect(guest.page.get_by_role("dialog")).to_be_visible()
        await self.take(name, guest)
        await guest.page.keyboard.press("Escape")

    async def in_languages(
        self, name: str, guest: Guest, again: Callable[[], Awaitable[object]] | None = None, *, full: bool = True
    ) -> None:
        """Take a screen in the other languages; `again` opens what a reload closes, whatever the language is."""
        for language in (each for each in LANGUAGES if each in self.looks):
            await self._speak(guest, language, again)
            await self._take(name, guest, language, full=full)
        await self._speak(guest, "", again)

    async def _speak(self, guest: Guest, language: str, again: Callable[[], Awaitable[object]] | None) -> None:
        await guest.page.evaluate(SPEAK, language)
        await guest.page.reload()
        await guest.page.wait_for_load_state("networkidle")
        if again:
            await again()

    async def _take(self, name: str, guest: Guest, look: str, *, full: bool) -> None:
        sizes = [size for size in self.sizes if look in EVERYWHERE or size in SOME_SIZES] or self.sizes
        for width, height in sizes:
            await guest.page.set_viewport_size({"width": width, "height": height})
            await guest.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 120)))")
            await guest.page.screenshot(path=self._file(name, (width, height), look), full_page=full)
        if self.axe:
            await self._examine(name, guest, look)
        self._hang(name, look, sizes)
        await guest.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    async def _examine(self, name: str, guest: Guest, look: str) -> None:
        for width, height in (PHONE, DESKTOP):
            await guest.page.set_viewport_size({"width": width, "height": height})
            for each in await violations(guest):
                self.blame(f"{name}, {look}, {width} px: {each}")

    def blame(self, fault: str) -> None:
        """Print what is wrong as soon as it is seen, and remember it."""
        print(fault, flush=True)
        self.faults.append(fault)

    def _file(self, name: str, size: Size, look: str) -> Path:
        return self.folder / f"{name}-{size[0]}x{size[1]}-{look}.png"

    def _hang(self, name: str, look: str, sizes: Sequence[Size]) -> None:
        """Make a sheet: what is narrow in one row, what is wide in another."""
        rows = [[size for size in sizes if size[0] < 1000], [size for size in sizes if size[0] >= 1000]]
        pictures = [[Image.open(self._file(name, size, look)) for size in row] for row in rows if row]
        for picture in (picture for row in pictures for picture in row):
            picture.thumbnail((2000, SHEET_HEIGHT))
        width = max(sum(picture.width + GAP for picture in row) for row in pictures)
        sheet = Image.new("RGB", (width, len(pictures) * (SHEET_HEIGHT + GAP)), "magenta")
        for y, row in enumerate(pictures):
            x = 0
            for picture in row:
                sheet.paste(picture, (x, y * (SHEET_HEIGHT + GAP)))
                x += picture.width + GAP
        sheet.save(self.folder / f"_{name}-{look}.png")
