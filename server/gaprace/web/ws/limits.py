"""The limits of one WebSocket: the size of its messages, and their number. `web.ws.commands` has their costs."""

from gaprace.errors import Disconnected

MAX_FRAME_BYTES = 4096
"""Size of the largest message that a client may send, in bytes."""
MAX_MESSAGE_BYTES = 64 * 1024
"""Larger messages fail the connection while they are read; `refuse_large` refuses smaller ones with a reason."""
MAX_FRAGMENTS = 64
"""Fragments of one message."""
MAX_UNSENT_BYTES = 64 * 1024
"""A connection with more than this in its write buffer takes no further message."""
COMMANDS_PER_SECOND = 20
"""The default rate of commands of one connection."""
BURST_S = 2
"""Seconds' worth of commands that may come at once."""
FRAMES_PER_COMMAND, FRAME_BURST_S = 5, 3
"""Frames of any kind allowed per second for each allowed command per second, and seconds' worth of them at once."""
MAX_UNREADABLE = 5
"""Unreadable messages of a connection; with the last of them it ends."""
MAX_TOO_FAST = 200
"""Commands of a connection beyond its rate; with the last of them it ends."""
MAX_COMMAND_WAIT_S = 2.0
"""Commands of an address that has to wait longer for its turn are refused."""
TOO_FAST_PAUSE_S = 0.25
"""The pause before their connections are read again, since refusals take time, too."""


def refuse_large(data: str | bytes) -> None:
    """Count bytes as they came over the wire. Raises `frame_too_large`."""
    size = len(data)
    if size <= MAX_FRAME_BYTES and isinstance(data, str) and not data.isascii():
        size = len(data.encode(errors="surrogatepass"))
    if size > MAX_FRAME_BYTES:
        raise Disconnected("frame_too_large")
