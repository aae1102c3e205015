"""Messages to and from JSON."""

import msgspec

from gaprace.wire.base import Wire
from gaprace.wire.commands import Command
from gaprace.wire.events import Event

_encoder = msgspec.json.Encoder()
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(message: Wire) -> bytes:
    """Return a message as JSON."""
    return _encoder.encode(message)


def decode_command(data: bytes | str) -> Command:
    """Return the command that a client sent.

    Raises:
        msgspec.DecodeError: the data is not a command.

    """
    return _command_decoder.decode(data)


def decode_event(data: bytes | str) -> Event:
    """Return the event that the server sent, for clients in Python.

    Raises:
        msgspec.DecodeError: the data is not an event.

    """
    return _event_decoder.decode(data)
