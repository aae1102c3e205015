"""Messages to very many recipients, a slice at a time."""

from collections.abc import Callable, Sequence

import pytest

from gaprace.rooms.broadcast import Slices
from gaprace.rooms.connection import Encoded


def test_one_slice_that_fails_costs_the_others_nothing() -> None:
    written, waiting = list[str](), list[Callable[[], None]]()

    def write(receivers: Sequence[str], _: Encoded) -> None:
        if receivers == ["bad"]:
            raise ValueError("broken")
        written.extend(receivers)

    slices = Slices(write, waiting.append, max_slice=1)
    with pytest.raises(ValueError, match="broken"):
        slices.send(["bad", "ann", "bob"], "{}")
    while waiting:
        waiting.pop()()
    assert written == ["ann", "bob"]
    slices.send(["cho"], "{}")
    assert written == ["ann", "bob", "cho"]
