"""The pictures of link previews: 1200 x 630 pixels, as PNG.

They look like the game: the suits are read from the client's page, the colours are those of its style sheet (a test
compares them). The same preview gives the same bytes on every machine.
"""

from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw
from svg.path import NonLinear, parse_path

from gaprace.rules.board import GAP, ROWS, Board, Card, Slot, rank_of, suit_of
from gaprace.web.social.previews import ANONYMOUS, HEIGHT, WIDTH, Lane, Preview
from gaprace.web.social.text import Style, draw_text, drawable, fit, width_of

PAGE, INK, SOFT = "#f3f1ec", "#16202a", "#4d5a66"
FELT, FELT_GLOW, SLOT, SLOT_LINE = "#0e3b3c", "#175355", "#0a2c2d", "#3f7273"
CARD, CARD_LINE = "#fffdf8", "#b9b3a6"
MAIN, ACCENT = "#0e5a52", "#ffc233"
SUIT_COLOURS = ("#006a60", "#3014a0", "#be0010", "#0b0d10")
"""Clubs, diamonds, hearts, spades."""
RIBBONS = ("#e8f0ea", "#ece8f0", "#f9e6e3", "#e9e7e3")
"""Locked cards of these suits: 9 % of their colour on a card."""

_SCALE = 2
"""Everything is drawn this many times larger and then reduced, which smooths the edges."""
_HEADER_HEIGHT = 158
_MARGIN = 40
_GAP = 4
_CARD_RATIO = 1.28
_RADIUS = 9
_MAX_ROUNDNESS = 0.14
"""The radius of the corners of a small card, in widths of the card."""
_STRIPE = 7
_TITLE_SIZES, _LINE_SIZES, _SITE_SIZE = (56, 50, 44, 38, 32), (30, 27, 24), 30
_MAX_SITE_WIDTH = 320
_BOLD, _SEMIBOLD = 700, 600
_COLOURS = 255
"""Colours of the finished picture; with fewer than all of them, the file is a third as large."""
_CURVE_STEPS = 12
_LANE_MARGIN = 20
_LANE_SIZES = (34, 30, 26, 22)
_MIN_LANES = 4
"""Fewer lanes stand as far apart as these."""

RANK_TEXTS = {rank: str(rank) for rank in range(2, 11)} | {11: "J", 12: "Q", 13: "K"}

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the finished picture."""


def draw_picture(preview: Preview, client: Path, site_name: str = "Gaprace") -> bytes:
    """Return the picture of a preview as PNG. `client` is the folder of the browser client."""
    image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), PAGE)
    image.paste(_felt(), (0, _HEADER_HEIGHT * _SCALE))
    _draw_header(ImageDraw.Draw(image), preview, site_name)
    if preview.lanes:
        _draw_lanes(ImageDraw.Draw(image), preview.lanes)
    else:
        _draw_board(image, preview, _suits_of(client / "index.html"))
    reduced = image.reduce(_SCALE).quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    png = BytesIO()
    reduced.save(png, "PNG")
    return png.getvalue()


# The header


def _draw_header(draw: ImageDraw.ImageDraw, preview: Preview, site_name: str) -> None:
    title, size = _fitted_title(preview, _draw_logo(draw, site_name) - 2 * _MARGIN)
    draw_text(draw, _scaled(_MARGIN, 76), title, Style(size * _SCALE, INK, _SEMIBOLD))
    line, size = fit(drawable(preview.line), WIDTH - 2 * _MARGIN, _LINE_SIZES)
    draw_text(draw, _scaled(_MARGIN, 128), line, Style(size * _SCALE, SOFT))


def _fitted_title(preview: Preview, width: int) -> tuple[str, int]:
    """Return the title and its size. If it is too long, the name is cut short rather than the statement."""
    name, statement = drawable(preview.name), drawable(preview.statement)
    if preview.name:
        name = name or ANONYMOUS
        smallest = _TITLE_SIZES[-1]
        name, _ = fit(name, width - width_of(f" {statement}", smallest, _SEMIBOLD), (smallest,), _SEMIBOLD)
    return fit(f"{name} {statement}".strip(), width, _TITLE_SIZES, _SEMIBOLD)


def _draw_logo(draw: ImageDraw.ImageDraw, site_name: str) -> int:
    """Draw the logo and the name of the site at the right. Return their left edge in pixels."""
    name, size = fit(drawable(site_name), _MAX_SITE_WIDTH, (_SITE_SIZE,), _SEMIBOLD)
    left = WIDTH - _MARGIN - width_of(name, size, _SEMIBOLD)
    draw_text(draw, _scaled(left, 66), name, Style(size * _SCALE, INK, _SEMIBOLD))
    left -= 54
    draw.rounded_rectangle(_scaled_box((left, 34, left + 42, 76)), 9 * _SCALE, FELT)
    for x in (6, 27):
        draw.rounded_rectangle(_scaled_box((left + x, 45, left + x + 8, 66)), 2 * _SCALE, CARD)
    gap = _scaled_box((left + 17, 45, left + 24, 66))
    draw.rounded_rectangle(gap, 2 * _SCALE, outline=ACCENT, width=2 * _SCALE)
    return left


# The lanes of a race


def _draw_lanes(draw: ImageDraw.ImageDraw, lanes: tuple[Lane, ...]) -> None:
    """Draw a bar for each player: its length is the share of the cards in place."""
    draw.rectangle(_scaled_box((0, _HEADER_HEIGHT, WIDTH, HEIGHT)), FELT)
    pitch = (HEIGHT - _HEADER_HEIGHT - 2 * _LANE_MARGIN) // max(len(lanes), _MIN_LANES)
    for number, lane in enumerate(lanes):
        top = _HEADER_HEIGHT + _LANE_MARGIN + number * pitch
        colour = ACCENT if number == 0 and lane.result else CARD
        name, size = fit(drawable(lane.name), WIDTH // 2, _LANE_SIZES, _SEMIBOLD)
        draw_text(draw, _scaled(_MARGIN, top + 34), name, Style(size * _SCALE, colour, _SEMIBOLD))
        left = WIDTH - _MARGIN - width_of(lane.result, _LANE_SIZES[0], _BOLD)
        draw_text(draw, _scaled(left, top + 34), lane.result, Style(_LANE_SIZES[0] * _SCALE, colour, _BOLD))
        bar = (_MARGIN, top + 46, WIDTH - _MARGIN, top + 58)
        draw.rounded_rectangle(_scaled_box(bar), 6 * _SCALE, SLOT)
        if lane.share > 0:
            end = _MARGIN + max(12, (WIDTH - 2 * _MARGIN) * lane.share)
            draw.rounded_rectangle(_scaled_box((_MARGIN, top + 46, end, top + 58)), 6 * _SCALE, colour)


# The board


class _Layout(NamedTuple):
    """The corner of the first card and the size of all, in pixels of the finished picture."""

    left: int
    top: int
    width: int
    height: int
    columns: int

    def corner(self, slot: Slot) -> tuple[int, int]:
        row, column = divmod(slot, self.columns)
        return self.left + column * (self.width + _GAP), self.top + row * (self.height + _GAP)


def _layout(columns: int) -> _Layout:
    available = HEIGHT - _HEADER_HEIGHT
    height = (available - 2 * 12) // ROWS - _GAP
    width = min((WIDTH - 2 * 22) // columns - _GAP, round(height / _CARD_RATIO * 1.1))
    left = (WIDTH - columns * (width + _GAP) + _GAP) // 2
    top = _HEADER_HEIGHT + (available - ROWS * (height + _GAP) + _GAP) // 2
    return _Layout(left, top, width, height, columns)


@cache
def _felt() -> Image.Image:
    size = (WIDTH * _SCALE, (HEIGHT - _HEADER_HEIGHT) * _SCALE)
    glow = Image.radial_gradient("L").resize((size[0], size[1] * 2)).crop((0, size[1] // 2, size[0], size[1] * 3 // 2))
    return Image.composite(Image.new("RGB", size, FELT), Image.new("RGB", size, FELT_GLOW), glow)


def _draw_board(image: Image.Image, preview: Preview, suits: "Suits") -> None:
    layout, board = _layout(preview.columns), preview.board
    draw = ImageDraw.Draw(image)
    for slot in range(ROWS * preview.columns):
        left, top = layout.corner(slot)
        box = (left, top, left + layout.width, top + layout.height)
        if board is None:
            image.paste(_card_back(layout.width, layout.height), _scaled(left, top))
        elif board.cells[slot] == GAP:
            draw.rounded_rectangle(_scaled_box(box), _RADIUS * _SCALE, SLOT, SLOT_LINE, _SCALE)
        else:
            _draw_card(draw, box, board.cells[slot], suits, is_locked=_is_locked(board, slot))


def _is_locked(board: Board, slot: Slot) -> bool:
    row, column = divmod(slot, board.columns)
    return column < board.locked_in_row(row)


def _draw_card(draw: ImageDraw.ImageDraw, box: Box, card: Card, suits: "Suits", *, is_locked: bool) -> None:
    """Draw a card into a picture that is `_SCALE` times as large as the finished one."""
    left, top, right, bottom = box
    radius = min(_RADIUS, (right - left) * _MAX_ROUNDNESS) * _SCALE
    centre, suit, rank = (left + right) / 2, suit_of(card), RANK_TEXTS[rank_of(card)]
    if is_locked:
        draw.rectangle(_scaled_box((left, top, right + _GAP, bottom)), SUIT_COLOURS[suit])
        draw.rectangle(_scaled_box((left, top, right + _GAP, bottom - 4)), RIBBONS[suit])
    else:
        draw.rounded_rectangle(_scaled_box(box), radius, CARD, CARD_LINE, _SCALE)
    size = round(min((right - left) * 0.62, (bottom - top) * 0.46))
    start = _scaled(centre - width_of(rank, size, _BOLD) / 2, top + size * 0.9)
    draw_text(draw, start, rank, Style(size * _SCALE, SUIT_COLOURS[suit], _BOLD))
    suit_size = size * 0.84
    corner = (centre - suit_size / 2, top + size * 1.6 - suit_size / 2)
    outline = [_scaled(corner[0] + x * suit_size, corner[1] + y * suit_size) for x, y in suits[suit]]
    draw.polygon(outline, SUIT_COLOURS[suit])


@cache
def _card_back(width: int, height: int) -> Image.Image:
    """Return slanted stripes in a light frame, with the colour of the felt at the round corners."""
    image = Image.new("RGB", _scaled(width + 1, height + 1), FELT_GLOW)
    draw = ImageDraw.Draw(image)
    stripes, mask = Image.new("RGB", image.size, MAIN), Image.new("L", image.size, 0)
    lines = ImageDraw.Draw(stripes)
    for x in range(-height, width, 2 * _STRIPE):
        lines.line([*_scaled(x, height), *_scaled(x + height, 0)], FELT, width=round(_STRIPE * _SCALE * 0.7))
    draw.rounded_rectangle(_scaled_box((0, 0, width, height)), _RADIUS * _SCALE, CARD)
    inside = _scaled_box((4, 4, width - 4, height - 4))
    ImageDraw.Draw(mask).rounded_rectangle(inside, (_RADIUS - 3) * _SCALE, "white")
    image.paste(stripes, mask=mask)
    return image


def _scaled(x: float, y: float) -> tuple[int, int]:
    """Return where a point of the finished picture is in the large one."""
    return round(x * _SCALE), round(y * _SCALE)


def _scaled_box(box: Box) -> tuple[tuple[int, int], tuple[int, int]]:
    return _scaled(box[0], box[1]), _scaled(box[2], box[3])


# The suits

Suits = tuple[tuple[Point, ...], ...]
"""The outlines of clubs, diamonds, hearts and spades as polygons in a square from (0, 0) to (1, 1)."""


class _SymbolReader(HTMLParser):
    """Reads the first path and the size of each `<symbol>` of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.symbols: dict[str, tuple[str, float]] = {}
        self._id, self._size = "", 0.0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "symbol":
            self._id, self._size = values["id"], float(values["viewbox"].split()[-1])
        elif tag == "path":
            self.symbols.setdefault(self._id, (values["d"], self._size))


@cache
def _suits_of(page: Path) -> Suits:
    """Return the suits as the client's page draws them."""
    symbols = _SymbolReader(page.read_text(encoding="utf-8")).symbols
    return tuple(_outline(*symbols[f"suit-{suit}"]) for suit in range(len(SUIT_COLOURS)))


def _outline(path: str, size: float) -> tuple[Point, ...]:
    """Return a closed SVG path as a polygon; curves become short lines."""
    points = []
    for segment in parse_path(path):
        steps = _CURVE_STEPS if isinstance(segment, NonLinear) else 1
        points += [segment.point(step / steps) / size for step in range(1, steps + 1)]
    return tuple((point.real, point.imag) for point in points)
