"""The pictures of a clip: boards with their players' names, a clock, and the name of the site.

All pictures of a clip share one palette, and only what has changed is drawn anew, so that its files are small.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw

from gaprace.rules.board import ROWS, Board, Slot
from gaprace.rules.cards import GAP, Card
from gaprace.web.clips.timeline import Shown, Still
from gaprace.web.social import pictures
from gaprace.web.social.pictures import SCALE, draw_card, suits_of
from gaprace.web.social.previews import ANONYMOUS
from gaprace.web.social.text import Style, draw_text, drawable, fit, width_of

MAX_STACKED = 3
"""More boards than these stand in two columns."""
_MAX_PITCH, _STACKED_WIDTH, _PAIRED_WIDTH = 54, 640, 1000
_MARGIN, _LINE_HEIGHT, _GAP = 8, 34, 3
_CARD_RATIO = 1.28
_TEXT_SIZES, _TEXT_BASELINE, _BOLD, _SEMIBOLD = (22, 20, 18), 25, 700, 600
_MARK_WIDTH = 3
_SHADES = 6
"""Steps from one colour of the palette to another at smooth edges."""
_BLENDED = (
    *((pictures.CARD, suit) for suit in pictures.SUIT_COLOURS),
    *((pictures.LOCK, suit) for suit in pictures.SUIT_COLOURS),
    (pictures.FELT, pictures.CARD),
    (pictures.FELT, pictures.ACCENT),
    (pictures.FELT, pictures.CARD_LINE),
    (pictures.FELT, pictures.LOCK_LINE),
    (pictures.FELT, pictures.SLOT_LINE),
    (pictures.SLOT, pictures.SLOT_LINE),
    (pictures.CARD, pictures.CARD_LINE),
    (pictures.LOCK, pictures.LOCK_LINE),
    (pictures.CARD, pictures.ACCENT),
    (pictures.LOCK, pictures.ACCENT),
)
"""Colours that meet in the pictures."""


class Layout(NamedTuple):
    """The positions and sizes in a clip (pixels)."""

    boards: int
    columns: int
    """Of each board."""

    @property
    def abreast(self) -> int:
        """The number of boards side by side; the others are below."""
        return 1 if self.boards <= MAX_STACKED else 2

    @property
    def pitch(self) -> tuple[int, int]:
        """From one card to the next one, to the right and down."""
        width = _STACKED_WIDTH if self.abreast == 1 else _PAIRED_WIDTH
        across = min(_MAX_PITCH, (width // self.abreast - 2 * _MARGIN) // self.columns)
        return across, round((across - _GAP) * _CARD_RATIO) + _GAP

    @property
    def board_size(self) -> tuple[int, int]:
        """A board with its line above and its margins."""
        across, down = self.pitch
        return self.columns * across + 2 * _MARGIN, ROWS * down + _LINE_HEIGHT + _MARGIN

    @property
    def size(self) -> tuple[int, int]:
        """The whole picture; both numbers are even, as video codecs need it."""
        width, height = self.board_size
        rows = -(-self.boards // self.abreast)
        return _even(width * self.abreast), _even(height * rows + _LINE_HEIGHT)

    def corner(self, board: int) -> tuple[int, int]:
        """Return where a board begins with its line."""
        width, height = self.board_size
        row, column = divmod(board, self.abreast)
        return column * width, row * height

    def cell(self, board: int, slot: Slot) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of a slot."""
        (left, top), (across, down) = self.corner(board), self.pitch
        row, column = divmod(slot, self.columns)
        x, y = left + _MARGIN + column * across, top + _LINE_HEIGHT + row * down
        return x, y, x + across - _GAP, y + down - _GAP


def _even(length: int) -> int:
    return length + length % 2


class Line(NamedTuple):
    """The line below the boards, besides the clock."""

    site: str
    speed: float


def draw_stills(stills: Sequence[Still], names: Sequence[str], line: Line, client: Path) -> Iterator[Image.Image]:
    """Yield the picture of each still. It is the same image every time: copy it to keep it."""
    scene = Scene(Layout(len(names), stills[0].games[0].board.columns), names, line, client)
    for still in stills:
        scene.show(still)
        yield scene.image


class Scene:
    """The picture of a clip, updated from still to still."""

    def __init__(self, layout: Layout, names: Sequence[str], line: Line, client: Path) -> None:
        self._layout, self._names, self._line = layout, names, line
        self._suits = suits_of(client / "index.html")
        self._cell = lru_cache(None)(self._draw_cell)
        self._shown: dict[tuple[int, Slot], tuple[Card, bool, bool]] = {}
        self._texts: dict[tuple[int, int, int, int], tuple[str, str]] = {}
        self.image = Image.new("P", layout.size, 0)
        self.image.putpalette(_palette().getpalette() or [])

    def show(self, still: Still) -> None:
        """Draw what differs from the still before."""
        for number, (shown, name) in enumerate(zip(still.games, self._names, strict=True)):
            self._show_board(number, shown)
            left, top = self._layout.corner(number)
            count = f"{shown.board.locked}/{ROWS * (shown.board.columns - 1)}"
            self._show_line((left, top, left + self._layout.board_size[0], top + _LINE_HEIGHT), name, count)
        width, height = self._layout.size
        self._show_line(
            (0, height - _LINE_HEIGHT, width, height), self._line.site, clock_text(still.second, self._line.speed)
        )

    def _show_board(self, number: int, shown: Shown) -> None:
        board = shown.board
        locked = _locked_slots(board)
        for slot, card in enumerate(board.cells):
            look = (card, slot in locked, card != GAP and card == shown.moved)
            if self._shown.get((number, slot)) != look:
                self._shown[number, slot] = look
                left, top, *_ = self._layout.cell(number, slot)
                self.image.paste(self._cell(*look), (left, top))

    def _show_line(self, box: tuple[int, int, int, int], text: str, figures: str) -> None:
        """Draw a line of text: something at the left, and figures at the right."""
        if self._texts.get(box) == (text, figures):
            return
        self._texts[box] = text, figures
        left, top, right, bottom = box
        line = Image.new("RGB", (right - left, bottom - top), pictures.FELT)
        draw, size = ImageDraw.Draw(line), _TEXT_SIZES[0]
        end = line.width - _MARGIN - width_of(figures, size, _BOLD)
        draw_text(draw, (end, _TEXT_BASELINE), figures, Style(size, pictures.CARD, _BOLD))
        text, size = fit(drawable(text) or ANONYMOUS, end - 3 * _MARGIN, _TEXT_SIZES, _SEMIBOLD)
        draw_text(draw, (_MARGIN, _TEXT_BASELINE), text, Style(size, pictures.CARD, _SEMIBOLD))
        self.image.paste(_indexed(line), (left, top))

    def _draw_cell(self, card: Card, is_locked: bool, is_marked: bool) -> Image.Image:  # noqa: FBT001 (a key of the cache)
        across, down = self._layout.pitch
        width, height = across - _GAP, down - _GAP
        large = Image.new("RGB", (width * SCALE, height * SCALE), pictures.FELT)
        draw = ImageDraw.Draw(large)
        frame, radius = (0, 0, large.width - 1, large.height - 1), width * SCALE // 8
        if card == GAP:
            draw.rounded_rectangle(frame, radius, pictures.SLOT, pictures.SLOT_LINE, SCALE)
        else:
            box = (0, 0, width - 1 / SCALE, height - 1 / SCALE)
            draw_card(draw, box, card, self._suits, is_locked=is_locked)
        if is_marked:
            draw.rounded_rectangle(frame, radius, outline=pictures.ACCENT, width=_MARK_WIDTH * SCALE)
        return _indexed(large.reduce(SCALE))


def clock_text(second: int, speed: float) -> str:
    """Return the time of a game, with its speed: `3:20`, `3:20 x5`."""
    minutes, seconds = divmod(second, 60)
    return f"{minutes}:{seconds:02}" + (f" \u00d7{round(speed)}" if round(speed) > 1 else "")


def _locked_slots(board: Board) -> set[Slot]:
    runs = board.locked_runs()
    return {row * board.columns + column for row, length in enumerate(runs) for column in range(length)}


# The palette


@lru_cache(1)
def _palette() -> Image.Image:
    """Return an image with the palette of all clips; colour 0 is the felt."""
    colours = dict.fromkeys(chain([_rgb(pictures.FELT)], *(_shades(*map(_rgb, pair)) for pair in _BLENDED)))
    palette = Image.new("P", (1, 1))
    palette.putpalette(list(chain.from_iterable(colours)))
    return palette


def _rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)


def _shades(one: tuple[int, ...], other: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for step in range(_SHADES + 1):
        yield tuple(round(a + (b - a) * step / _SHADES) for a, b in zip(one, other, strict=True))


def _indexed(image: Image.Image) -> Image.Image:
    """Return an image in the colours of the palette that are nearest."""
    return image.quantize(palette=_palette(), dither=Image.Dither.NONE)
