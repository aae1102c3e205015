"""The codes of errors are the interface of programs: each has one meaning."""

from typing import get_args

from gaprace.errors import RULES_ERROR_CODES, RoomErrorCode


def test_no_code_of_the_rules_means_something_else_in_a_room() -> None:
    assert set(RULES_ERROR_CODES).isdisjoint(get_args(RoomErrorCode))


def test_no_code_is_declared_twice() -> None:
    for codes in (RULES_ERROR_CODES, get_args(RoomErrorCode)):
        assert len(codes) == len(set(codes))
