"""Texts in pictures: what can be drawn of any name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from gaprace.web.social.lettering import Style, drawable, fitted, letter, width_of


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Quiet Fox", "Quiet Fox"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Stra\u00dfe \u00d8rsted \u0141\u00f3d\u017a", "Strasse Orsted Lo\u0301dz\u0301"),
        ("Ann \U0001f469\u200d\U0001f469", "Ann"),
        ("\u738b\u5c0f\u660e", ""),
        ("\u0639\u0627\u0626\u0634\u0629 A", "A"),
        ("Z" + "\u0308\u0301\u0302\u0303" * 5, "Z\u0308\u0301"),
        ("\u0308 a", "a"),
        ("  a \u00a0\t b ", "a b"),
        ("", ""),
    ],
)
def test_what_the_font_has_is_drawn_and_the_rest_left_out(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@given(st.text(max_size=40))
def test_any_text_can_be_drawn(text: str) -> None:
    image = Image.new("RGB", (1200, 100))
    letter(ImageDraw.Draw(image), (0, 60), drawable(text), Style(40, "#fff"))
    assert bool(drawable(text)) == (image.getbbox() is not None)


def test_an_accent_stands_above_its_letter_or_below_it() -> None:
    tops, bottoms = [], []
    for text in ("o", "\u00f6", "\u00f4", "\u1ecd"):
        image = Image.new("L", (100, 100))
        letter(ImageDraw.Draw(image), (20, 60), drawable(text), Style(40, "white"))
        _, top, _, bottom = image.getbbox() or (0, 0, 0, 0)
        tops.append(top)
        bottoms.append(bottom)
    assert tops[0] == tops[3] > max(tops[1:3])
    assert bottoms[0] == bottoms[1] < bottoms[3]


@given(st.text(st.characters(codec="latin-1"), max_size=60).map(drawable), st.integers(100, 900))
def test_a_text_is_made_to_fit(text: str, width: int) -> None:
    shown, size = fitted(text, width, (50, 40, 30))
    assert width_of(shown, size) <= width
    assert shown == text or (size == 30 and shown.endswith("..."))
