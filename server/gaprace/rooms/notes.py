"""What processes that serve one room tell each other of it. Hints only: who misses one finds the truth in the store."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from gaprace.wire import Said


class Happened(Struct, frozen=True, array_like=True, tag=True):
    """Something that has happened to a room."""


class ActionStored(Happened, frozen=True):
    """Action `n` of a game is stored."""

    game: str
    n: int
    action: str
    ms: int


class GameEnded(Happened, frozen=True):
    """A game has ended in the store with its action `n`."""

    game: str
    n: int


class GameHinted(Happened, frozen=True):
    """A hint was given in a game."""

    game: str


class RoomStored(Happened, frozen=True):
    """The room has a new version; `state` is JSON of `play.room`."""

    state: bytes


class LineSaid(Happened, frozen=True):
    """Somebody said something. Chat is not stored, so this is all there is of it."""

    said: Said


class There(Happened, frozen=True):
    """Who is connected to the process that tells this, and how far the room is there, so that nobody stays behind."""

    members: list[str]
    watching: int
    version: int
    numbers: dict[str, int]
    """The number of the last stored action, by game."""
    chat: list[Said] = []
    """What was said, for who asked."""
    asks: bool = False
    """Whether the others should answer with the same."""


class Left(Happened, frozen=True):
    """Nobody is connected to that process any more."""


class Missed(Happened, frozen=True):
    """Never told: stands for whatever could not be heard."""


Told = ActionStored | GameEnded | GameHinted | RoomStored | LineSaid | There | Left


class Note(Struct, frozen=True, array_like=True):
    """What one process tells the others. The numbers of one sender have no gaps, unless something was lost."""

    sender: str
    n: int
    told: Told


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Note)


def note_to_bytes(note: Note) -> bytes:
    """Write a note for the bus."""
    return _encoder.encode(note)


def note_from_bytes(data: bytes) -> Note | None:
    """Read a note; `None` if it cannot be read, as one of another version of this program."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def is_ahead(there: There, version: int, numbers: Mapping[str, int]) -> bool:
    """Whether the process that tells this knows more of the room than one with this version and these numbers."""
    known = ((n, numbers.get(game)) for game, n in there.numbers.items())
    return there.version > version or any(own is not None and n > own for n, own in known)
