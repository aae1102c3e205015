"""Texts in pictures: names in every script, and what becomes of characters that no font has."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from gaprace.web.social import text as module
from gaprace.web.social.text import ELLIPSIS, Style, draw_text, drawable, fit, width_of

NAMES = ["Žofie", "Ålesund", "Дмитрий", "Ελένη", "名前", "😀", "Đặng Łódź", "Արմեն", "გიორგი", "김철수", "♥ ★ ☠"]
NAMES += ["አበበ", "กขค", "ກຂຄ"]
BOX = "\uffff"


@pytest.fixture
def without_cjk(monkeypatch: pytest.MonkeyPatch) -> None:
    """As installed without the extra `cjk`."""
    monkeypatch.setattr(module, "_FONT_FILES", module._FONT_FILES[:-1])
    module._font_file_of.cache_clear()
    yield
    module._font_file_of.cache_clear()


def ink(text: str) -> bytes:
    """The pixels of a text."""
    image = Image.new("L", (900, 100))
    draw_text(ImageDraw.Draw(image), (10, 70), text, Style(40, "white", 600))
    return image.tobytes()


def boxes(text: str) -> int:
    """How many characters of a text are drawn as the box for missing ones."""
    return sum(ink(character) == ink(BOX) for character in text if character != " ")


@pytest.mark.parametrize("name", NAMES)
def test_names_of_many_scripts_are_drawn_as_they_are(name: str) -> None:
    assert drawable(name) == name
    assert boxes(name) == 0
    assert len({ink(character) for character in name}) == len(set(name))


@pytest.mark.parametrize("name", ["عائشة", "שלום", "नमस", "名前"])
@pytest.mark.usefixtures("without_cjk")
def test_of_a_name_what_is_in_a_script_without_a_font_is_a_row_of_boxes(name: str) -> None:
    assert drawable(name) == name
    assert boxes(name) == boxes(f"Ann {name}") == len(name)
    assert drawable(f"Ann {name}") == f"Ann {name}"
    assert 0 < width_of(name[:2], 40) < width_of(name, 40) or len(name) == 2


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Z\u030cofie", "Žofie"),
        ("Ann \U0001f469\u200d\U0001f469", "Ann \U0001f469\U0001f469"),
        ("\u2764\ufe0f", "\u2764"),
        ("a\u0000b\u202ec\ud800d", "abcd"),
        ("  a \u00a0\t b ", "a b"),
        ("\u200b\u2060", ""),
        ("", ""),
    ],
)
def test_accents_are_composed_and_invisible_characters_left_out(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@given(st.text(max_size=40))
def test_any_text_can_be_drawn_and_only_a_blank_one_leaves_no_ink(text: str) -> None:
    shown = drawable(text)
    has_ink = any(unicodedata.category(character) not in {"Zs", "Lo", "So", "Lm", "Mn", "Mc"} for character in shown)
    if has_ink:
        assert any(ink(shown))


@given(st.text(st.characters(codec="latin-1"), max_size=60).map(drawable), st.integers(100, 900))
def test_a_text_is_made_to_fit(text: str, width: int) -> None:
    shown, size = fit(text, width, (50, 40, 30))
    assert width_of(shown, size) <= width
    assert shown == text or (size == 30 and shown.endswith(ELLIPSIS))


def test_a_bold_text_is_wider() -> None:
    assert width_of("Ann", 40, 700) > width_of("Ann", 40, 400)
