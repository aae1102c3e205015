"""Texts in pictures: in the one font that comes with Pillow, which has ASCII, and the accents made of what it has.

People's names come in all scripts. What can be drawn is drawn, what cannot is left out, and whoever asks is told, so
that something can stand in for a name of which nothing is left.
"""

import unicodedata
from functools import cache
from typing import NamedTuple

from PIL import ImageFont
from PIL.ImageDraw import ImageDraw


class Style(NamedTuple):
    """How a text is drawn."""

    size: int
    """In pixels."""
    colour: str
    """As Pillow takes it: `#16202a`."""
    weight: int = 0
    """By how many pixels it is thickened on every side: the font has one weight only."""


_MAX_MARKS = 2
"""How many accents a letter keeps."""
_ABOVE = {
    "\u0300": "`",
    "\u0301": "\u00b4",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "-",
    "\u0307": ".",
    "\u0308": "..",
    "\u030a": "\u00b0",
    "\u030b": "\u00b4\u00b4",
    "\u030c": "v",
}
"""Accents, each by the sign of the font that looks like it."""
_BELOW = {"\u0323": ".", "\u0326": ",", "\u0327": ",", "\u0328": ","}
_SMALLER = {"^": 0.6, "~": 0.6, "-": 0.7, "\u00b0": 0.6, "v": 0.5, ",": 0.7}
"""Signs that are larger than the accent, by how much."""
_DOTTED = "ij"
_PLAIN = str.maketrans(
    {
        "\u00c6": "AE",
        "\u00d0": "D",
        "\u00d8": "O",
        "\u00de": "Th",
        "\u00df": "ss",
        "\u00e6": "ae",
        "\u00f0": "d",
        "\u00f8": "o",
        "\u00fe": "th",
        "\u0110": "D",
        "\u0111": "d",
        "\u0131": "i",
        "\u0141": "L",
        "\u0142": "l",
        "\u0152": "OE",
        "\u0153": "oe",
        "\u1e9e": "SS",
        "\u2010": "-",
        "\u2013": "-",
        "\u2014": "-",
    }
)
_BEYOND_ASCII = "\u00a9\u00ab\u00b0\u00b1\u00b7\u00bb\u2018\u2019\u201c\u201d\u2026\u2122"
_SIGNS = frozenset(map(chr, range(0x20, 0x7F))) | frozenset(_BEYOND_ASCII)
"""What the font has."""


def drawable(text: str) -> str:
    """Return what can be drawn of a text: plain letters with their accents, single spaces; maybe nothing."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFD", text).translate(_PLAIN):
        if sign in _SIGNS or sign.isspace():
            kept.append(sign)
            marks = 0
        elif (sign in _ABOVE or sign in _BELOW) and kept and kept[-1] != " " and marks < _MAX_MARKS:
            kept.append(sign)
            marks += 1
    return " ".join("".join(kept).split())


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font in a size in pixels.

    Raises:
        RuntimeError: this Pillow was built without FreeType.

    """
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise RuntimeError("This Pillow was built without FreeType: no pictures with texts can be drawn.")  # noqa: TRY004
    return found


def width_of(text: str, size: int) -> int:
    """Return how many pixels wide a drawable text is."""
    return round(font(size).getlength(_without_marks(text)))


def fitted(text: str, width: int, sizes: tuple[int, ...]) -> tuple[str, int]:
    """Return a text and the first of `sizes` (large to small) at which it fits `width`, cut short if need be."""
    size = next((size for size in sizes if width_of(text, size) <= width), sizes[-1])
    if width_of(text, size) > width:
        while text and width_of(f"{text}...", size) > width:
            text = text[:-1]
        text = f"{text.rstrip()}..."
    return text, size


def letter(draw: ImageDraw, place: tuple[int, int], text: str, style: Style) -> None:
    """Draw a drawable text; `place` is the left end of its baseline."""
    plain = _without_marks(text)
    draw.text(place, plain, style.colour, font(style.size), anchor="ls", stroke_width=style.weight)
    at = -1
    for sign in text:
        if sign in _ABOVE or sign in _BELOW:
            left = place[0] + font(style.size).getlength(plain[:at])
            _accent(draw, (left, place[1]), (plain[at], sign), style)
        else:
            at += 1


def _without_marks(text: str) -> str:
    return "".join(sign for sign in text if sign not in _ABOVE and sign not in _BELOW)


def _accent(draw: ImageDraw, place: tuple[float, float], letter_and_mark: tuple[str, str], style: Style) -> None:
    """Put an accent in the middle above or below a letter that stands at `place`."""
    under, mark = letter_and_mark
    if under in _DOTTED and mark in _ABOVE:
        return  # its dot has to do
    sign = _ABOVE.get(mark) or _BELOW[mark]
    signs = font(round(style.size * _SMALLER.get(sign, 1)))
    left, top, right, bottom = _ink(font(style.size), under)
    sign_left, sign_top, sign_right, sign_bottom = _ink(signs, sign)
    gap = style.size * 0.09
    x = place[0] + (left + right - sign_left - sign_right) / 2
    y = place[1] + (top - gap - sign_bottom if mark in _ABOVE else bottom + gap - sign_top)
    draw.text((x, y), sign, style.colour, signs, anchor="ls", stroke_width=style.weight)


def _ink(letters: ImageFont.FreeTypeFont, text: str) -> tuple[int, int, int, int]:
    """Return the box of what is really drawn of a text, from the left end of its baseline."""
    mask, (x, y) = letters.getmask2(text, "L", anchor="ls")
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    return left + x, top + y, right + x, bottom + y
