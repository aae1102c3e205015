"""Rooms that are made, and rooms to watch."""

from gaprace.wire import GameId, RoomCode, Settings, VariantChoice, Wire


class RoomCreated(Wire, frozen=True):
    """A new room, and where it is."""

    code: RoomCode
    url: str
    """The link to share."""
    socket: str
    """Where programs connect."""


class RoomSummary(Wire, frozen=True):
    """A listed room."""

    code: RoomCode
    host_name: str
    variant: VariantChoice
    playing: int
    seats: int
    racing: bool


class RoomList(Wire, frozen=True):
    """The listed rooms, the busiest first."""

    rooms: list[RoomSummary]


class NewRoom(Settings, frozen=True):
    """Ask for a room: its settings, and what it is for."""

    ghost: GameId | None = None
    """A finished game to race against, alone: its deal and its shuffles, as practice. Implies one seat."""
