"""Messages to and from JSON."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

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

_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(?P<name>.*?)`(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_UNKNOWN_EVENT = re.compile(r"Invalid value '.*' - at `\$\.t`", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(?:\.\.\.|[0-9]+)\]")
Kind = TypeVar("Kind")


def decode_open(data: bytes | str, kind: type[Kind]) -> Kind:
    """Return what a server sent, without fields that are unknown here: a newer one has more of them.

    Raises `msgspec.DecodeError`: it is not of this kind.
    """
    while True:
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.ValidationError as error:
            unknown = _UNKNOWN_FIELD.fullmatch(str(error))
            if unknown is None:
                raise
        value = msgspec.json.decode(data)
        _remove(value, unknown["name"], _STEP.findall(unknown["path"] or ""))
        data = msgspec.json.encode(value)


def decode_open_event(data: bytes | str) -> Event | None:
    """Return the event that a server sent, as `decode_open`; None if it is one that is unknown here."""
    try:
        return decode_open(data, Event)  # type: ignore[arg-type]  # a union
    except msgspec.ValidationError as error:
        if _UNKNOWN_EVENT.fullmatch(str(error)):
            return None
        raise


def _remove(value: Any, name: str, path: list[str]) -> None:  # noqa: ANN401  # any JSON
    """Remove a field of the objects at a path; a step without a name is one of all entries."""
    if not path:
        value.pop(name, None)
    elif not isinstance(value, dict | list):
        return
    elif isinstance(value, dict):
        for each in [value.get(path[0])] if path[0] else value.values():
            if each is not None:
                _remove(each, name, path[1:])
    else:
        for each in value:
            _remove(each, name, path[1:])
