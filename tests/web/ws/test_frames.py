import pytest
from websockets.frames import Frame, Opcode

from gaprace.web.ws.protocol import FrameCache, text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_what_the_library_would_make(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_the_frame_of_one_message_is_made_once() -> None:
    cache, message = FrameCache(), b"a message for everyone"
    assert cache.frame_of(message) is cache.frame_of(message)
    assert cache.frame_of(b"another one") == text_frame(b"another one")
    assert cache.frame_of(message) == text_frame(message)
