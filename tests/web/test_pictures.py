"""The pictures of links: they look like the game, and survive any name."""

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
from gaprace.web.social.pictures import HEIGHT, WIDTH, picture
from gaprace.web.social.previews import Preview
from tests.positions import board_with_runs, won_board

CLIENT = Path(__file__).parents[2] / "client"
BOARD = board_with_runs(Random(3), 13)
Rgb = tuple[int, int, int]


def drawn(preview: Preview) -> Image.Image:
    return Image.open(BytesIO(picture(preview))).convert("RGB")


def colours(image: Image.Image, box: tuple[int, int, int, int]) -> dict[Rgb, int]:
    """How many pixels there are of each colour."""
    counted: Sequence[tuple[int, Rgb]] = image.crop(box).getcolors(WIDTH * HEIGHT)  # type: ignore[assignment]
    return {colour: count for count, colour in counted}


def near(image: Image.Image, box: tuple[int, int, int, int], colour: str) -> int:
    """How many pixels are about of a colour: pictures have 255 of them."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return sum(
        count for (r, g, b), count in colours(image, box).items() if abs(r - red) + abs(g - green) + abs(b - blue) < 40
    )


FELT = (0, 160, WIDTH, HEIGHT)
TITLE = (0, 0, 900, 90)


@pytest.mark.parametrize("board", [BOARD, won_board(13), won_board(7), None])
def test_a_picture_has_the_size_that_sites_ask_for_and_is_light(board: Board | None) -> None:
    data = picture(Preview("won in 4:32", who="Ann", board=board, columns=board.columns if board else 13))
    image = Image.open(BytesIO(data))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(data) < 80_000


def test_the_same_preview_gives_the_same_picture_and_another_board_another() -> None:
    assert picture(Preview("x", board=BOARD)) == picture(Preview("x", board=BOARD))
    assert picture(Preview("x", board=BOARD)) != picture(Preview("x", board=won_board(13)))


def test_suits_locked_cards_and_gaps_have_their_colours() -> None:
    won, mixed = drawn(Preview("x", board=won_board(13))), drawn(Preview("x", board=BOARD))
    for colour in pictures.SUIT_COLOURS:
        assert near(won, FELT, colour) > 5_000
    assert near(won, FELT, pictures.LOCK) > 100_000
    last_column = (1087, 170, 1170, 615)
    assert near(won, last_column, pictures.LOCK) == 0
    assert near(won, last_column, pictures.SLOT) > 20_000
    assert near(mixed, FELT, pictures.CARD) > 50_000


def test_a_sealed_board_shows_nothing_but_the_backs_of_cards() -> None:
    sealed = drawn(Preview("x"))
    assert near(sealed, FELT, "#e3001b") == 0
    assert near(sealed, FELT, pictures.MAIN) > 20_000
    cards = [sealed.crop((30 + 88 * n, 172, 30 + 88 * n + 84, 280)).tobytes() for n in range(13)]
    assert len(set(cards)) == 1


def test_the_colours_are_those_of_the_game() -> None:
    style = (CLIENT / "ui" / "base.css").read_text()
    for colour in [*pictures.SUIT_COLOURS, pictures.FELT, pictures.FELT_GLOW, pictures.SLOT, pictures.SLOT_LINE]:
        assert f"light-dark({colour}," in style, colour
    for colour in [pictures.PAGE, pictures.INK, pictures.SOFT, pictures.CARD, pictures.LOCK, pictures.MAIN]:
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
def test_the_name_has_its_place_and_what_is_said_stays(name: str) -> None:
    with_name = drawn(Preview("won in 4:32", who=name))
    assert near(with_name, TITLE, pictures.INK) > 1_500
    assert with_name.crop((956, 0, 986, 100)).getcolors() == [(30 * 100, with_name.getpixel((0, 0)))]


@settings(max_examples=20)
@given(st.text(max_size=24), st.text(max_size=200), st.text(max_size=200))
def test_any_words_can_be_drawn(who: str, says: str, line: str) -> None:
    assert drawn(Preview(says, line, who)).size == (WIDTH, HEIGHT)
