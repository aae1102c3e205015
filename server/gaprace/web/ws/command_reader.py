"""What a client says, message by message: what is unreadable or too fast ends in a refusal, at last in a bye."""

import msgspec

from gaprace.errors import Disconnected
from gaprace.web.http.limits import TokenBucket
from gaprace.wire import MAX_FRAME_BYTES, PROTOCOL, Act, Command, Hello, Refused, decode_command

MAX_UNREADABLE = 5
"""How many messages of a connection may be no commands; with the last of them it ends."""
MAX_TOO_FAST = 200
"""How many may come too fast."""
BURST_S = 2
"""Seconds' worth of commands that may come at once."""


class Reader:
    """Reads the messages of one connection. Pure: times are passed in, in seconds on any clock."""

    def __init__(self, commands_per_second: int, now: float) -> None:
        self._bucket = TokenBucket(commands_per_second, BURST_S * commands_per_second, now)
        self._rate = commands_per_second
        self._unreadable = 0
        self._too_fast = 0

    def hello(self, data: str | bytes, now: float) -> Hello | Refused:
        """Read the first message; a refusal says what is wrong with it.

        Raises:
            Disconnected: `frame_too_large`, `unknown_protocol`.

        """
        protocol = _protocol_of(data)
        if protocol not in {PROTOCOL, None}:
            raise Disconnected("unknown_protocol")
        said = self._read(data, now)
        return said if isinstance(said, Hello | Refused) else _unreadable("The first message has to be hello.")

    def command(self, data: str | bytes, now: float) -> Command | Refused:
        """Read a later message.

        Raises:
            Disconnected: `frame_too_large`, `bad_message`, `too_fast`.

        """
        said = self._read(data, now)
        if isinstance(said, Hello):
            said = _unreadable("hello was said already.")
        if isinstance(said, Refused):
            self._lose_patience(said)
        return said

    def _read(self, data: str | bytes, now: float) -> Command | Refused:
        _insist_small(data)
        in_time = self._bucket.take(now)
        if isinstance(data, bytes):
            return _unreadable("A message has to be a text frame.")
        try:
            command = decode_command(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return _unreadable(f"This is no message of the protocol: {error}.")
        return command if in_time else self._refused_as_too_fast(command)

    def _refused_as_too_fast(self, command: Command) -> Refused:
        tag = str(command.__struct_config__.tag)
        message = (
            f"At most {self._rate} commands a second, {BURST_S * self._rate} at once: slow down, and send it again."
        )
        return Refused(tag, "too_fast", message, command.n if isinstance(command, Act) else msgspec.UNSET)

    def _lose_patience(self, refused: Refused) -> None:
        if refused.code == "too_fast":
            self._too_fast += 1
        else:
            self._unreadable += 1
        if self._unreadable >= MAX_UNREADABLE:
            raise Disconnected("bad_message")
        if self._too_fast >= MAX_TOO_FAST:
            raise Disconnected("too_fast")


def _unreadable(message: str) -> Refused:
    return Refused("", "bad_message", message)


def _insist_small(data: str | bytes) -> None:
    """Count bytes as they came over the wire."""
    size = len(data)
    if size <= MAX_FRAME_BYTES and isinstance(data, str) and not data.isascii():
        size = len(data.encode(errors="surrogatepass"))
    if size > MAX_FRAME_BYTES:
        raise Disconnected("frame_too_large")


class _AnyHello(msgspec.Struct, tag="hello", tag_field="t"):
    """What a hello of any protocol, past or to come, has."""

    protocol: int


_any_hello = msgspec.json.Decoder(_AnyHello)


def _protocol_of(data: str | bytes) -> int | None:
    _insist_small(data)
    try:
        return _any_hello.decode(data).protocol
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
