"""What everything on the wire is made of."""

from typing import Annotated

from msgspec import Meta, Struct

PROTOCOL = 1
"""The version of this protocol; `hello` says which one the client speaks."""

MAX_FRAME_BYTES = 4096
"""Bytes of the largest message that a client may send."""

PlayerId = Annotated[str, Meta(max_length=32)]
GameId = Annotated[str, Meta(max_length=32)]
RoomCode = Annotated[str, Meta(max_length=16)]


class Wire(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whatever crosses the wire."""


class Message(Wire, frozen=True, tag_field="t", tag=str.lower):
    """What is said over the socket, tagged by the name of its struct."""
