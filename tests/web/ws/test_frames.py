import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from gaprace.web.ws import protocol
from gaprace.web.ws.protocol import ends_with_frame, short_text, text_frame

frames = st.builds(
    lambda opcode, payload, fin: Frame(opcode, payload, fin=fin).serialize(mask=True),
    st.sampled_from([Opcode.TEXT, Opcode.BINARY, Opcode.CONT]),
    st.binary(max_size=300),
    st.booleans(),
)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_what_the_library_would_make(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_the_frame_of_one_message_is_made_once() -> None:
    message = b"a message for everyone"
    assert protocol.frames(message) is protocol.frames(message)
    assert protocol.frames(b"another one") == text_frame(b"another one")
    assert protocol.frames(message) == text_frame(message)


@given(st.binary(max_size=125))
def test_a_short_text_is_read_as_the_library_would_read_it(payload: bytes) -> None:
    assert short_text(Frame(Opcode.TEXT, payload).serialize(mask=True)) == payload


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, b"x" * 126),
        Frame(Opcode.TEXT, b"x", fin=False),
        Frame(Opcode.BINARY, b"x"),
        Frame(Opcode.CONT, b"x"),
        Frame(Opcode.PING, b"x"),
        Frame(Opcode.CLOSE, b""),
    ],
)
def test_every_other_frame_is_left_to_the_library(frame: Frame) -> None:
    assert short_text(frame.serialize(mask=True)) is None


@pytest.mark.parametrize("size", [0, 1, 80, 125])
def test_a_short_text_that_is_unmasked_or_not_exactly_one_frame_is_left_to_the_library(size: int) -> None:
    whole = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
    others = [Frame(Opcode.TEXT, b"x" * size).serialize(mask=False), whole + whole, whole + b"x"]
    assert [short_text(data) for data in others + [whole[:end] for end in range(len(whole))]] == [None] * (
        len(whole) + 3
    )


@given(st.lists(frames, min_size=1, max_size=4), st.data())
def test_where_frames_end_is_known(whole: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(whole)
    ends = [len(b"".join(whole[:number])) for number in range(1, len(whole) + 1)]
    cut = data.draw(st.integers(1, len(stream)))
    assert ends_with_frame(stream[:cut]) is (cut in ends)


def test_several_messages_are_sent_as_one_frame_behind_the_other() -> None:
    messages = (b"one", b"t" * 200)
    assert protocol.frames(messages) == text_frame(b"one") + text_frame(b"t" * 200)
    assert protocol.frames(messages) is protocol.frames(messages)
