"""The pictures of link previews: they look like the game, and any name can be drawn."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gaprace.rules.board import Board
from gaprace.web.social import pictures
from gaprace.web.social.pictures import draw_picture
from gaprace.web.social.previews import HEIGHT, WIDTH, Lane, Preview
from tests.positions import board_with_runs, won_board
from tests.web.harness import CLIENT

BOARD = board_with_runs(Random(3), 13)
Rgb = tuple[int, int, int]


def picture(preview: Preview) -> bytes:
    return draw_picture(preview, CLIENT)


def drawn(preview: Preview) -> Image.Image:
    return Image.open(BytesIO(picture(preview))).convert("RGB")


def colours(image: Image.Image, box: tuple[int, int, int, int]) -> dict[Rgb, int]:
    """How many pixels there are of each colour."""
    counted: Sequence[tuple[int, Rgb]] = image.crop(box).getcolors(WIDTH * HEIGHT)  # type: ignore[assignment]
    return {colour: count for count, colour in counted}


def near(image: Image.Image, box: tuple[int, int, int, int], colour: str) -> int:
    """How many pixels are close to a colour: pictures have 255 colours."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return sum(
        count for (r, g, b), count in colours(image, box).items() if abs(r - red) + abs(g - green) + abs(b - blue) < 40
    )


FELT = (0, 160, WIDTH, HEIGHT)
TITLE = (0, 0, 900, 90)


@pytest.mark.parametrize("board", [BOARD, won_board(13), won_board(7), None])
def test_a_picture_has_the_size_that_sites_ask_for_and_less_than_80_kb(board: Board | None) -> None:
    data = picture(Preview("won in 4:32", name="Ann", board=board, columns=board.columns if board else 13))
    image = Image.open(BytesIO(data))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(data) < 80_000


def test_the_picture_of_a_race_has_a_bar_as_long_as_the_share_of_the_cards() -> None:
    lanes = (Lane("1. Ann", "3:20", 1), Lane("2. Bob", "24/48", 0.5), Lane("3. Cho", "0/48", 0))
    image = drawn(Preview("won the race in 3:20", name="Ann", lanes=lanes))

    def longest(colour: str) -> int:
        return max(near(image, (0, top, WIDTH, top + 1), colour) for top in range(178, HEIGHT, 2))

    assert longest(pictures.ACCENT) == pytest.approx(1120, abs=6)
    assert longest(pictures.CARD) == pytest.approx(560, abs=6)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_the_lanes_of_a_race_fill_the_picture_and_long_names_are_cut(count: int) -> None:
    lanes = tuple(Lane(f"{number}. {'W' * 64}", "1:02:03", 0.9) for number in range(count))
    image = drawn(Preview("won the race", name="W", lanes=lanes))
    assert image.size == (WIDTH, HEIGHT)
    assert near(image, (0, HEIGHT - 10, WIDTH, HEIGHT), pictures.CARD) == 0


def test_suits_locked_cards_and_gaps_have_their_colours() -> None:
    won, mixed = drawn(Preview("x", board=won_board(13))), drawn(Preview("x", board=BOARD))
    for colour in pictures.SUIT_COLOURS:
        assert near(won, FELT, colour) > 5_000
    assert all(near(won, FELT, each) > 25_000 for each in pictures.RIBBONS)
    last_column = (1087, 170, 1170, 615)
    assert not any(near(won, last_column, each) for each in pictures.RIBBONS)
    assert near(won, last_column, pictures.SLOT) > 20_000
    assert near(mixed, FELT, pictures.CARD) > 50_000


def test_a_sealed_board_shows_nothing_but_the_backs_of_cards() -> None:
    sealed = drawn(Preview("x"))
    assert near(sealed, FELT, pictures.SUIT_COLOURS[2]) == 0
    assert near(sealed, FELT, pictures.MAIN) > 20_000
    cards = [sealed.crop((30 + 88 * n, 172, 30 + 88 * n + 84, 280)).tobytes() for n in range(13)]
    assert len(set(cards)) == 1


def test_the_suits_are_those_of_the_clients_page(tmp_path: Path) -> None:
    page = (CLIENT / "index.html").read_text()
    (tmp_path / "index.html").write_text(page.replace('d="M16 0 28 16 16 32 4 16z"', 'd="M15 15h2v2h-2z"'))
    preview = Preview("x", board=won_board(13))
    usual, changed = (
        Image.open(BytesIO(draw_picture(preview, folder))).convert("RGB") for folder in (CLIENT, tmp_path)
    )
    diamonds = pictures.SUIT_COLOURS[1]
    assert near(changed, FELT, diamonds) < near(usual, FELT, diamonds) * 0.8
    for suit in (0, 2, 3):
        colour = pictures.SUIT_COLOURS[suit]
        assert near(changed, FELT, colour) == pytest.approx(near(usual, FELT, colour), rel=0.02)


def test_the_colours_are_those_of_the_game() -> None:
    style = (CLIENT / "ui" / "base.css").read_text()
    for suit, colour in enumerate(pictures.SUIT_COLOURS):
        assert f"--suit-{suit}: {colour};" in style, colour
    for colour in [pictures.FELT, pictures.FELT_GLOW, pictures.SLOT, pictures.SLOT_LINE]:
        assert f"light-dark({colour}," in style, colour
    for colour in [pictures.PAGE, pictures.INK, pictures.SOFT, pictures.CARD, pictures.MAIN]:
        assert f"light-dark({colour}," in style, colour


@pytest.mark.parametrize(
    "name",
    [
        "\u738b\u5c0f\u660e",
        "\u0639\u0627\u0626\u0634\u0629",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3f4\u200d\u2620\ufe0f",
        "W" * 24,
        "Z" + "\u0308" * 23,
        "<script>alert(1)</script>",
        "",
    ],
)
def test_a_long_name_leaves_room_for_the_statement_and_the_logo(name: str) -> None:
    with_name = drawn(Preview("won in 4:32", name=name))
    assert near(with_name, TITLE, pictures.INK) > 1_500
    assert with_name.crop((956, 0, 986, 100)).getcolors() == [(30 * 100, with_name.getpixel((0, 0)))]


@settings(max_examples=20)
@given(st.text(max_size=24), st.text(max_size=200), st.text(max_size=200))
def test_any_texts_can_be_drawn(name: str, statement: str, line: str) -> None:
    assert drawn(Preview(statement, line, name)).size == (WIDTH, HEIGHT)
