"""Messages as JSON."""

import msgspec

from gaprace.wire.base import Wire
from gaprace.wire.commands import Command
from gaprace.wire.events import Event

_encoder = msgspec.json.Encoder()
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(message: Wire) -> bytes:
    """Write a message as JSON."""
    return _encoder.encode(message)


def decode_command(data: bytes | str) -> Command:
    """Read what a client says.

    Raises:
        msgspec.DecodeError: it is no command.

    """
    return _command_decoder.decode(data)


def decode_event(data: bytes | str) -> Event:
    """Read what the server says (for players that are programs).

    Raises:
        msgspec.DecodeError: it is no event.

    """
    return _event_decoder.decode(data)
