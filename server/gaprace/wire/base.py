"""The bases of everything on the wire."""

from typing import Annotated

from msgspec import Meta, Struct

from gaprace.rules.results import Result

PROTOCOL = 1
"""The version of the socket's protocol. A client names its own in `hello`."""

PlayerId = Annotated[str, Meta(max_length=32)]
GameId = Annotated[str, Meta(max_length=32)]
RoomCode = Annotated[str, Meta(max_length=16)]
ChallengeCode = Annotated[str, Meta(max_length=16)]


class Wire(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything on the wire. Unknown fields are refused, and fields with their default are left out."""


class Message(Wire, frozen=True, tag_field="t", tag=str.lower):
    """Base of the messages on the socket, which are tagged by the name of their struct."""


class NamedPlayer(Wire, frozen=True):
    """A player, or something about one."""

    player: PlayerId
    """The player's id."""
    name: str
    """The player's current name."""


class NamedResult(Result, Wire, frozen=True, kw_only=True):
    """How a player's game ended."""

    player: PlayerId
    """The player's id."""
    name: str
    """The player's current name."""
