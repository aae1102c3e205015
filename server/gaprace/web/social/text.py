"""Texts in pictures, in Noto Sans and the fonts that stand in for its missing characters.

Names are written in all scripts. A character is drawn in the first font that has it; a character without a font is
drawn as an empty box, so that a name never disappears. Chinese, Japanese and Korean need the extra `cjk`, which is 20
MB.

Characters are placed one after another, from left to right, without shaping: Pillow's other layout engine depends on
libraries of the machine, and pictures should be the same everywhere. So scripts with joined letters or from right to
left (Arabic, Hebrew ...) have no font here, and are drawn as boxes, too.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont
from PIL.ImageDraw import ImageDraw


class Style(NamedTuple):
    """How a text is drawn."""

    size: int
    """The size in pixels."""
    colour: str
    """The colour, as Pillow takes it: `#16202a`."""
    weight: int = 400
    """The weight, as in CSS: 400 is regular, 700 bold."""


_FONT_FILES = (
    ("manimgx_fonts", "NotoSans[wght].ttf"),  # Latin, Greek, Cyrillic
    ("manimgx_fonts", "NotoSansArmenian[wght].ttf"),
    ("manimgx_fonts", "NotoSansGeorgian[wght].ttf"),
    ("manimgx_fonts", "NotoSansEthiopic[wght].ttf"),
    ("manimgx_fonts", "NotoSansThai[wght].ttf"),
    ("manimgx_fonts", "NotoSansLao[wght].ttf"),
    ("manimgx_fonts", "NotoSansSymbols[wght].ttf"),
    ("manimgx_fonts", "NotoEmoji[wght].ttf"),
    ("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc"),
)
"""Package and file, in the order in which they are tried."""
_NO_CHARACTER = "\uffff"
"""A code point that no font has, so that it is drawn as the font's box for missing characters."""
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""Unicode categories of characters without a glyph of their own: controls, joiners, surrogates ..."""
_VARIATION_SELECTORS = {chr(code) for code in range(0xFE00, 0xFE10)}
ELLIPSIS = "\u2026"


def fonts() -> tuple[Path, ...]:
    """Return the font files that are installed, in the order in which they are tried."""
    found = ((_folder(package), name) for package, name in _FONT_FILES)
    return tuple(folder / name for folder, name in found if folder)


def drawable(text: str) -> str:
    """Return a text without what cannot be drawn at all: controls, joiners, marks that no font has, needless spaces."""
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(character for character in composed if _is_visible(character)).strip()


def width_of(text: str, size: int, weight: int = 400) -> int:
    """Return the width of a text in pixels."""
    return round(sum(_font(file, size, weight).getlength(run) for file, run in _runs(text)))


def fit(text: str, width: int, sizes: tuple[int, ...], weight: int = 400) -> tuple[str, int]:
    """Return a text and the first of `sizes` (from large to small) at which it fits `width`, cut short if need be."""
    size = next((size for size in sizes if width_of(text, size, weight) <= width), sizes[-1])
    if width_of(text, size, weight) > width:
        while text and width_of(text + ELLIPSIS, size, weight) > width:
            text = text[:-1]
        text = text.rstrip() + ELLIPSIS
    return text, size


def draw_text(draw: ImageDraw, start: tuple[float, float], text: str, style: Style) -> None:
    """Draw a text; `start` is the left end of its baseline."""
    x, y = start
    for file, run in _runs(text):
        font = _font(file, style.size, style.weight)
        draw.text((x, y), run, style.colour, font, anchor="ls")
        x += font.getlength(run)


def _runs(text: str) -> Iterator[tuple[Path, str]]:
    """Split a text into parts of one font each."""
    for file, characters in groupby(text, _font_file_of):
        yield file, "".join(characters)


@lru_cache(maxsize=4096)
def _font_file_of(character: str) -> Path:
    """Return the first font that has a character; without one, the first of all, which draws a box."""
    return next((file for file in fonts() if _has(file, character)), fonts()[0])


def _has(file: Path, character: str) -> bool:
    """Whether a font has a character: otherwise it draws the same as for `_NO_CHARACTER`."""
    font = _font(file, 20, 400)
    return bytes(font.getmask(character)) != bytes(font.getmask(_NO_CHARACTER))


def _is_visible(character: str) -> bool:
    category = unicodedata.category(character)
    if category in _INVISIBLE or character in _VARIATION_SELECTORS:
        return False
    return not category.startswith("M") or any(_has(file, character) for file in fonts())


@cache
def _folder(package: str) -> Path | None:
    spec = find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


@lru_cache(maxsize=64)
def _font(file: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font
