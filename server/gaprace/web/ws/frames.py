"""WebSocket frames as a server sends them (RFC 6455, section 5.2), built once for a broadcast."""

from struct import Struct

_FINAL_TEXT = 0x81
_MAX_SHORT, _MAX_MEDIUM = 125, 65_535
_MEDIUM_HEADER, _LONG_HEADER = Struct(">BBH"), Struct(">BBQ")


def text_frame(payload: bytes) -> bytes:
    """Return the frame of a whole text message."""
    size = len(payload)
    if size <= _MAX_SHORT:
        return bytes((_FINAL_TEXT, size)) + payload
    if size <= _MAX_MEDIUM:
        return _MEDIUM_HEADER.pack(_FINAL_TEXT, 126, size) + payload
    return _LONG_HEADER.pack(_FINAL_TEXT, 127, size) + payload


class FrameCache:
    """Keeps the frame of the latest message: a broadcast sends one message to every connection in turn."""

    __slots__ = ("_frame", "_payload")

    def __init__(self) -> None:
        self._payload = b""
        self._frame = text_frame(b"")

    def frame_of(self, payload: bytes) -> bytes:
        """Return the frame of a whole text message; compares by identity, not by content."""
        if payload is not self._payload:
            self._payload, self._frame = payload, text_frame(payload)
        return self._frame
