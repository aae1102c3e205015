"""Messages to and from JSON."""

from collections.abc import Callable

import msgspec

from gaprace.wire.base import Wire
from gaprace.wire.commands import Command
from gaprace.wire.events import Event

encode: Callable[[Wire], bytes] = msgspec.json.Encoder().encode
"""Return a message as JSON."""
decode_command: Callable[[bytes | str], Command] = msgspec.json.Decoder(Command).decode
"""Return the command that a client sent; raise `msgspec.DecodeError` if the data is not a command."""
decode_event: Callable[[bytes | str], Event] = msgspec.json.Decoder(Event).decode
"""Return the event that the server sent, for clients in Python; raise `msgspec.DecodeError` if it is not an event."""
