"""Refusals: every error that Gaprace raises on purpose has a stable code, and a sentence for a person."""

import re
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager

import pytest

from gaprace.errors import GapraceError
from gaprace.rules.variants import VARIANTS

_SENTENCE = re.compile(rf"""(?=.*[a-z])(["'A-Z0-9]|{"|".join(VARIANTS)}).* .*[^.]\.""")


def is_sentence(text: str) -> bool:
    """Whether a text begins with a capital letter, a number or a value, ends with a stop, and is one line."""
    return bool(_SENTENCE.fullmatch(text)) and text.isprintable()


async def code_of(refused: Awaitable[object]) -> str:
    """The code of the error that an operation is refused with, whose message is a sentence."""
    with pytest.raises(GapraceError) as caught:
        await refused
    assert is_sentence(caught.value.message)
    return caught.value.code


@contextmanager
def refused(code: str, *named: object) -> Iterator[None]:
    """Expect an error with this code, whose sentence names these values."""
    with pytest.raises(GapraceError) as caught:
        yield
    assert caught.value.code == code
    assert is_sentence(caught.value.message)
    for each in named:
        assert str(each) in caught.value.message
