"""The lines of a chat: what is removed from them, and when one is refused."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.live.chat import INTERVAL_MS, MAX_LINES, checked_line
from gaprace.wire import Member, Say
from tests.refusals import refused

ANN = Member("ann", "Ann")


@given(st.text(max_size=60))
def test_a_line_has_no_control_characters_and_is_stable(text: str) -> None:
    line = checked_line(ANN, Say(text, "wow"), [], 0)
    assert line == line.strip()
    assert "  " not in line
    assert not any(unicodedata.category(char) in {"Cc", "Cs", "Co", "Zl", "Zp"} for char in line)
    assert checked_line(ANN, Say(line, "wow"), [], 0) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  well\n played\t! ", "well played !"),
        ("\u202ebackwards\u202c", "backwards"),
        ("\u4f60\u597d", "\u4f60\u597d"),
        ("x" + "\u0335" * 200 + "y", "x" + "\u0335" * 4 + "y"),
        ("\u05d1\u05bc\u05b0\u0591", "\u05d1\u05bc\u05b0\u0591"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\U0001fae8", "\U0001fae8"),  # an emoji of Unicode 15, which Python 3.11 does not know
        ("a\uffff\U000e01f0\ufffcb", "ab"),
    ],
)
def test_a_line_keeps_every_script_and_joined_emoji_but_nothing_invisible(text: str, line: str) -> None:
    assert checked_line(ANN, Say(text), [], 0) == line


@pytest.mark.parametrize("text", ["", "   ", "\u202e\n", "\u200d", "\u3164 \u2800", "\u034f", "\ufdd0"])
def test_an_empty_line_is_refused_unless_it_has_an_emote(text: str) -> None:
    with refused("bad_text"):
        checked_line(ANN, Say(text), [], 0)
    assert checked_line(ANN, Say(text, "thanks"), [], 0) == ""


def test_a_muted_member_is_refused() -> None:
    with refused("muted"):
        checked_line(Member("ann", "Ann", muted=True), Say("hello"), [], 0)


def test_after_five_lines_in_ten_seconds_the_next_is_refused_until_the_first_is_ten_seconds_old() -> None:
    earlier = [1000 * number for number in range(MAX_LINES)]
    with refused("chat_too_fast", "5 messages in 10 seconds"):
        checked_line(ANN, Say("hello"), earlier, INTERVAL_MS - 1)
    assert checked_line(ANN, Say("hello"), earlier, INTERVAL_MS) == "hello"
    assert checked_line(ANN, Say("hello"), earlier[1:], INTERVAL_MS - 1) == "hello"
