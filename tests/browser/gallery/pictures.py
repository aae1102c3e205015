"""What hangs in the gallery: one picture a screen, size and colours, and sheets of them."""

from pathlib import Path
from typing import Literal, TypedDict

from PIL import Image

from tests.browser.guest import PHONE, Guest


class Colours(TypedDict):
    color_scheme: Literal["light", "dark"]
    forced_colors: Literal["active", "none"]


SIZES = ((320, 640), (390, 844), (740, 360), (768, 1024), (1024, 768), (1440, 900), (1920, 1080))
COLOURS: dict[str, Colours] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
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

    async def in_german(self, name: str, guest: Guest) -> None:
        """Take a page that can be loaded again in German, too."""
        await guest.page.evaluate("localStorage.setItem('gaprace.prefs', JSON.stringify({ language: 'de' }))")
        await guest.page.reload()
        await guest.page.wait_for_load_state("networkidle")
        await self.take(f"de-{name}", guest, full=True)
        await guest.page.evaluate("localStorage.removeItem('gaprace.prefs')")
        await guest.page.reload()
        await guest.page.wait_for_load_state("networkidle")

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
