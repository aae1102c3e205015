import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.errors import Refusal
from gaprace.play.people.names import DEFAULT_NAMES, MAX_NAME_LENGTH, default_name, read_name, typed_code
from tests.refusals import refused


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann \n", "Ann"),
        ("Ann   of  Arc", "Ann of Arc"),
        ("Ann\u00a0of\u3000Arc", "Ann of Arc"),
        ("A\u030a", "Å"),
        ("ﬁne", "fine"),
        ("Ａｎｎ", "Ann"),
        (f"  {'x' * 24}  ", "x" * 24),
        ("\U0001fae8", "\U0001fae8"),  # an emoji of Unicode 15, which Python 3.11 does not know
        ("\U0001fbfe", "\U0001fbfe"),  # assigned to nothing so far
        ("\U00031350", "\U00031350"),  # a letter of Unicode 15
        ("\u845b\U000e0100", "\u845b\U000e0100"),  # a variant of a letter
        *(
            (same, same)
            for same in ("Ann", "Å", "李小龍", "สมชาย", "🦊", "❤️", "x" * 24, "A", "7", "?", "$", "<b>&amp;")
        ),
    ],
)
def test_a_name_is_put_in_its_plain_form(text: str, name: str) -> None:
    assert read_name(text) == name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "0 characters"),
        (" \t\n ", "0 characters"),
        ("x" * 25, "25 characters"),
        ("\ufdfa" * 2, "characters"),  # 18 characters each, once normalised
        *((f"A{chr(hidden)}B", f"U+{hidden:04X}") for hidden in (0x0, 0x9, 0xA, 0x7F, 0x85, 0x61C, 0x2028, 0x2029)),
        *((f"A{chr(hidden)}B", f"U+{hidden:04X}") for hidden in (0x200B, 0x200D, 0x202E, 0x2066, 0xFEFF, 0xD800)),
        *((f"A{chr(private)}B", f"U+{private:04X}") for private in (0xE000, 0xE0041)),
        ("A\uffffB", "never shown, U+FFFF"),
        *((f"A{unused}B", "never shown") for unused in "\ufdd0\U0003fffe\u2065\U000e01f0\ufffc"),
        ("\u0301A", "begins with a mark"),
        ("\u20e3A", "begins with a mark"),
        ("\u3164", "visible character"),
        ("\u2800\u2800", "visible character"),
        ("\u0301\u0302", "begins with a mark"),
        ("A" + "\u0335" * 5, "invisible marks, or more than 4 on one letter"),
        ("A\u17b4B", "invisible marks"),
        ("A\u034fB", "invisible marks"),
        ("deleted player", "deleted"),
        (" Deleted  PLAYER ", "deleted"),
        ("dеleted player", "deleted"),
        ("de1eted p1ayer", "deleted"),
    ],
)
def test_what_hides_or_disturbs_is_no_name(text: str, says: str) -> None:
    with refused("bad_name", repr(text), says):
        read_name(text)


def test_a_long_text_is_quoted_in_part() -> None:
    with refused("bad_name", f"{'x' * 58!r} is not"):
        read_name("x" * 58)
    with refused("bad_name", f"'{'x' * 59}... (61 characters) is not"):
        read_name("x" * 61)
    with refused("bad_name", f"'{'x' * 59}... (59 characters) is not"):
        read_name("x" * 59)


@given(st.text(max_size=40))
def test_a_good_name_stays_as_it_is(text: str) -> None:
    try:
        name = read_name(text)
    except Refusal:
        return
    assert read_name(name) == name
    assert 1 <= len(name) <= MAX_NAME_LENGTH
    assert name == " ".join(name.split())
    assert not {unicodedata.category(each) for each in name} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def test_every_made_up_name_is_a_name_of_its_own() -> None:
    names = [default_name(number) for number in range(DEFAULT_NAMES)]
    assert [read_name(name) for name in names] == names
    assert len(set(names)) == DEFAULT_NAMES > 2_000


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("abcd-efgh", "ABCDEFGH"),
        (" o1il ", "0111"),
        ("AB CD\n", "ABCD"),
        ("ABU", "ABU"),
        ("ＡＢ\u30001２", "AB12"),
        ("AB\u2013CD\u200b", "ABCD"),
        ("AB\u0131", "AB\u0131"),
        ("ü-o", "ü-o"),
        ("", ""),
    ],
)
def test_a_typed_code_is_read_as_it_was_meant(typed: str, code: str) -> None:
    assert typed_code(typed) == code
