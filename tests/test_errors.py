"""The codes of errors are the interface of programs: each has one meaning."""

from typing import get_args
from urllib.error import URLError

import pytest
from websockets.exceptions import ConnectionClosedError

from gaprace.errors import RULES_ERROR_CODES, RoomErrorCode, reason_of


def test_no_code_of_the_rules_means_something_else_in_a_room() -> None:
    assert set(RULES_ERROR_CODES).isdisjoint(get_args(RoomErrorCode))


def test_no_code_is_declared_twice() -> None:
    for codes in (RULES_ERROR_CODES, get_args(RoomErrorCode)):
        assert len(codes) == len(set(codes))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (FileNotFoundError(2, "No such file or directory", "/x"), "No such file or directory"),
        (URLError(ConnectionRefusedError(111, "Connection refused")), "Connection refused"),
        (URLError("unknown url type"), "<urlopen error unknown url type>"),
        (FileNotFoundError("it is not installed"), "it is not installed"),
        (ValueError("a mistake"), "a mistake"),
        (ConnectionClosedError(None, None), "no close frame received or sent"),
    ],
)
def test_a_reason_has_no_number_and_does_not_repeat_the_file(error: Exception, reason: str) -> None:
    assert reason_of(error) == reason
