"""The reader of a connection's messages: it decodes them, refuses invalid and too frequent ones, and may disconnect.

Pure: times are passed in, in seconds on any clock.
"""

import msgspec

from gaprace.errors import Disconnected
from gaprace.web.http.limits import TokenBucket
from gaprace.wire import MAX_FRAME_BYTES, PROTOCOL, Act, Command, Hello, Refused, decode_command

MAX_UNREADABLE = 5
"""Unreadable messages of a connection; with the last of them it ends."""
MAX_TOO_FAST = 200
"""Commands of a connection beyond its rate; with the last of them it ends."""
BURST_S = 2
"""Seconds' worth of commands that may come at once."""


class CommandReader:
    """Reads the messages of one connection."""

    def __init__(self, commands_per_second: int, now: float) -> None:
        self._rate = commands_per_second
        self._bucket = TokenBucket(commands_per_second, BURST_S * commands_per_second, now)
        self._unreadable = 0
        self._too_fast = 0

    def read_hello(self, data: str | bytes, now: float) -> Hello | Refused:
        """Return the first message, or a refusal with the reason.

        Raises:
            Disconnected: `frame_too_large`, `unknown_protocol`.

        """
        protocol = _protocol_of(data)
        if protocol not in {PROTOCOL, None}:
            raise Disconnected("unknown_protocol")
        message = self._read(data, now)
        return message if isinstance(message, Hello | Refused) else _unreadable("The first message must be hello.")

    def read_command(self, data: str | bytes, now: float) -> Command | Refused:
        """Return a later message, or a refusal with the reason.

        Raises:
            Disconnected: `frame_too_large`, `bad_message`, `too_fast`.

        """
        message = self._read(data, now)
        if isinstance(message, Hello):
            message = _unreadable("hello has already been sent.")
        if isinstance(message, Refused):
            self._count_refusal(message)
        return message

    def _read(self, data: str | bytes, now: float) -> Command | Refused:
        _check_size(data)
        is_within_rate = self._bucket.take(now)
        if isinstance(data, bytes):
            return _unreadable("Messages must be text frames.")
        try:
            command = decode_command(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return _unreadable(f"Not a message of this protocol: {error}.")
        return command if is_within_rate else self._too_fast_refusal(command)

    def _too_fast_refusal(self, command: Command) -> Refused:
        message = (
            f"Too many commands: at most {self._rate} per second, {BURST_S * self._rate} in a burst."
            " Slow down and send it again."
        )
        return _too_fast(command, message)

    def _count_refusal(self, refused: Refused) -> None:
        if refused.code == "too_fast":
            self._too_fast += 1
        else:
            self._unreadable += 1
        if self._unreadable >= MAX_UNREADABLE:
            raise Disconnected("bad_message")
        if self._too_fast >= MAX_TOO_FAST:
            raise Disconnected("too_fast")


def address_too_fast(command: Command) -> Refused:
    """Return the refusal of a command whose address has too many of them waiting."""
    return _too_fast(command, "Too many commands from your network. Slow down and send it again.")


def _too_fast(command: Command, message: str) -> Refused:
    tag, n = str(command.__struct_config__.tag), command.n if isinstance(command, Act) else msgspec.UNSET
    return Refused(tag, "too_fast", message, n)


def _unreadable(message: str) -> Refused:
    return Refused("", "bad_message", message)


def _check_size(data: str | bytes) -> None:
    """Count bytes as they came over the wire."""
    size = len(data)
    if size <= MAX_FRAME_BYTES and isinstance(data, str) and not data.isascii():
        size = len(data.encode(errors="surrogatepass"))
    if size > MAX_FRAME_BYTES:
        raise Disconnected("frame_too_large")


class _AnyHello(msgspec.Struct, tag="hello", tag_field="t"):
    """The common fields of `hello` in all protocol versions."""

    protocol: int


_any_hello = msgspec.json.Decoder(_AnyHello)


def _protocol_of(data: str | bytes) -> int | None:
    """Return the protocol version of a hello, regardless of its other fields; `None` if it is not a hello."""
    _check_size(data)
    try:
        return _any_hello.decode(data).protocol
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
