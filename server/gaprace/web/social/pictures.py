"""Pictures of boards, for the previews that other sites show of a link: 1200 x 630 pixels, as PNG.

They look like the game: its colours, cards and suits are those of `client/ui/base.css` and `client/index.html`. Pure:
the same preview gives the same bytes.
"""

from functools import cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from gaprace.rules.board import ROWS, Board, Slot
from gaprace.rules.cards import GAP, Card, rank_of, suit_of
from gaprace.web.social.lettering import Style, drawable, fitted, letter, width_of
from gaprace.web.social.previews import NOBODY, SITE, Preview
from gaprace.web.social.suits import SQUARE, SUIT_SHAPES

WIDTH, HEIGHT = 1200, 630
MEDIA_TYPE = "image/png"

PAGE, INK, SOFT = "#f3f1ec", "#16202a", "#4d5a66"
FELT, FELT_GLOW, SLOT, SLOT_LINE = "#0e3b3c", "#175355", "#0a2c2d", "#3f7273"
CARD, CARD_LINE, LOCK, LOCK_LINE = "#fffdf8", "#b9b3a6", "#effaef", "#2e8b57"
MAIN, ACCENT = "#0e5a52", "#ffc233"
SUIT_COLOURS = ("#127d78", "#1a2f9e", "#e3001b", "#15181c")
"""Clubs, diamonds, hearts, spades."""

_FINE = 2
"""How many times larger everything is drawn, to be made smaller with soft edges."""
_BAND = 158
"""Pixels of the band above the felt."""
_MARGIN = 40
_GAP = 4
_CARD_SHAPE = 1.28
_RADIUS = 9
_STRIPE = 7
_TITLE_SIZES, _LINE_SIZES = (56, 50, 44, 38), (30, 27, 24)
_COLOURS = 255
"""Of the finished picture, which makes it a third as large."""

RANK_TEXTS = {rank: str(rank) for rank in range(2, 11)} | {11: "J", 12: "Q", 13: "K"}
"""As on the faces of the cards."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the finished picture."""


def picture(preview: Preview) -> bytes:
    """Draw a preview as PNG."""
    image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), PAGE)
    image.paste(_felt(), (0, _BAND * _FINE))
    _draw_words(ImageDraw.Draw(image), preview)
    _lay_cards(image, preview)
    small = image.reduce(_FINE).quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = BytesIO()
    small.save(out, "PNG")
    return out.getvalue()


# Words


def _draw_words(draw: ImageDraw.ImageDraw, preview: Preview) -> None:
    title, size = _fitted_title(preview, _draw_brand(draw) - 2 * _MARGIN)
    letter(draw, _fine(_MARGIN, 76), title, Style(size * _FINE, INK, weight=_FINE))
    line, size = fitted(drawable(preview.line), WIDTH - 2 * _MARGIN, _LINE_SIZES)
    letter(draw, _fine(_MARGIN, 128), line, Style(size * _FINE, SOFT))


def _fitted_title(preview: Preview, width: int) -> tuple[str, int]:
    """Return the title and its size. If it is too long, the name is cut short, not what is said."""
    who = preview.who and (drawable(preview.who) or NOBODY)
    says = drawable(preview.says)
    if who:
        who, _ = fitted(who, width - width_of(f" {says}", _TITLE_SIZES[-1]), _TITLE_SIZES[-1:])
    return fitted(f"{who} {says}".strip(), width, _TITLE_SIZES)


def _draw_brand(draw: ImageDraw.ImageDraw) -> int:
    """Draw the logo and the name of the site at the right; give where they begin."""
    left = WIDTH - _MARGIN - width_of(SITE, 30) - 2
    letter(draw, _fine(left, 66), SITE, Style(30 * _FINE, INK, weight=1))
    left -= 54
    draw.rounded_rectangle(_fine_box((left, 34, left + 42, 76)), 9 * _FINE, FELT)
    for x in (6, 27):
        draw.rounded_rectangle(_fine_box((left + x, 45, left + x + 8, 66)), 2 * _FINE, CARD)
    gap = _fine_box((left + 17, 45, left + 24, 66))
    draw.rounded_rectangle(gap, 2 * _FINE, outline=ACCENT, width=2 * _FINE)
    return left


# The felt and what lies on it


class _Layout(NamedTuple):
    """Where cards lie: the corner of the first, and the size of all, in pixels of the finished picture."""

    left: int
    top: int
    width: int
    height: int
    columns: int

    def corner(self, slot: Slot) -> tuple[int, int]:
        row, column = divmod(slot, self.columns)
        return self.left + column * (self.width + _GAP), self.top + row * (self.height + _GAP)


def _layout(columns: int) -> _Layout:
    room = HEIGHT - _BAND
    height = (room - 2 * 12) // ROWS - _GAP
    width = min((WIDTH - 2 * 22) // columns - _GAP, round(height / _CARD_SHAPE * 1.1))
    left = (WIDTH - columns * (width + _GAP) + _GAP) // 2
    return _Layout(left, _BAND + (room - ROWS * (height + _GAP) + _GAP) // 2, width, height, columns)


@cache
def _felt() -> Image.Image:
    size = (WIDTH * _FINE, (HEIGHT - _BAND) * _FINE)
    glow = Image.radial_gradient("L").resize((size[0], size[1] * 2)).crop((0, size[1] // 2, size[0], size[1] * 3 // 2))
    return Image.composite(Image.new("RGB", size, FELT), Image.new("RGB", size, FELT_GLOW), glow)


def _lay_cards(image: Image.Image, preview: Preview) -> None:
    layout, board = _layout(preview.columns), preview.board
    draw = ImageDraw.Draw(image)
    for slot in range(ROWS * preview.columns):
        corner = layout.corner(slot)
        box = (*corner, corner[0] + layout.width, corner[1] + layout.height)
        if board is None:
            image.paste(_back(layout.width, layout.height), _fine(*corner))
        elif board.cells[slot] == GAP:
            draw.rounded_rectangle(_fine_box(box), _RADIUS * _FINE, SLOT, SLOT_LINE, _FINE)
        else:
            _draw_card(draw, box, board.cells[slot], is_locked=_is_locked(board, slot))


def _is_locked(board: Board, slot: Slot) -> bool:
    row, column = divmod(slot, board.columns)
    return column < board.locked_in_row(row)


def _draw_card(draw: ImageDraw.ImageDraw, box: Box, card: Card, *, is_locked: bool) -> None:
    left, top, right, bottom = box
    if is_locked:
        draw.rounded_rectangle(_fine_box(box), _RADIUS * _FINE, LOCK_LINE)
        draw.rounded_rectangle(_fine_box((left, top, right, bottom - 4)), _RADIUS * _FINE, LOCK)
    else:
        draw.rounded_rectangle(_fine_box(box), _RADIUS * _FINE, CARD, CARD_LINE, _FINE)
    middle, suit, rank = (left + right) / 2, suit_of(card), RANK_TEXTS[rank_of(card)]
    size = round(min((right - left) * 0.7, (bottom - top) * 0.48))
    place = _fine(middle - width_of(rank, size) / 2, top + size * 0.95)
    letter(draw, place, rank, Style(size * _FINE, SUIT_COLOURS[suit], weight=_FINE))
    _draw_suit(draw, suit, (middle, top + size * 1.5), size * 0.78)


def _draw_suit(draw: ImageDraw.ImageDraw, suit: int, middle: Point, size: float) -> None:
    scale = size / SQUARE
    for shape in SUIT_SHAPES[suit]:
        points = [_fine(middle[0] + (x - SQUARE / 2) * scale, middle[1] + (y - SQUARE / 2) * scale) for x, y in shape]
        draw.polygon(points, SUIT_COLOURS[suit])


@cache
def _back(width: int, height: int) -> Image.Image:
    """The back of a card: slanted stripes in a light frame. On the felt's colour, for its corners."""
    image = Image.new("RGB", _fine(width + 1, height + 1), FELT_GLOW)
    draw = ImageDraw.Draw(image)
    stripes, mask = Image.new("RGB", image.size, MAIN), Image.new("L", image.size, 0)
    lines = ImageDraw.Draw(stripes)
    for x in range(-height, width, 2 * _STRIPE):
        lines.line([*_fine(x, height), *_fine(x + height, 0)], FELT, width=round(_STRIPE * _FINE * 0.7))
    draw.rounded_rectangle(_fine_box((0, 0, width, height)), _RADIUS * _FINE, CARD)
    inside = _fine_box((4, 4, width - 4, height - 4))
    ImageDraw.Draw(mask).rounded_rectangle(inside, (_RADIUS - 3) * _FINE, "white")
    image.paste(stripes, mask=mask)
    return image


def _fine(x: float, y: float) -> tuple[int, int]:
    """Return where a pixel of the finished picture is in the large one."""
    return round(x * _FINE), round(y * _FINE)


def _fine_box(box: Box) -> tuple[tuple[int, int], tuple[int, int]]:
    return _fine(box[0], box[1]), _fine(box[2], box[3])
