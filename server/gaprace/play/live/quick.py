"""Quick rooms, for players who want to race now; bots take the seats that remain free.

A quick room is listed, has fixed settings, and waits until `fills_at`. After its first race, it is an ordinary room.
"""

from collections.abc import Collection

from gaprace.play.live.room import RoomState
from gaprace.play.live.settings import checked
from gaprace.wire import BotLevel, PlayerId, Settings, VariantChoice

QUICK_WAIT_MS = 10_000
"""How long the first player of a quick room waits at the most."""
MIN_WAIT_MS = 1_000
"""A room that begins sooner than this takes no more players: they could be too late."""
QUICK_SEATS = 4
LIMIT_MINUTES = 10
BOT_LEVELS: tuple[BotLevel, ...] = (2, 3, 1, 2)
"""The levels of the bots, by seat: some to beat, some to chase."""


def quick_settings(variant: str) -> Settings:
    """Return the settings of the quick rooms of a variant."""
    choice = VariantChoice(variant)
    return checked(Settings(choice, seats=QUICK_SEATS, limit_minutes=LIMIT_MINUTES, listed=True))


def waits_for(room: RoomState, player: PlayerId, settings: Settings, now: int) -> bool:
    """Whether a player can come into a room that waits with these settings."""
    view = room.view
    if view.fills_at is None or view.fills_at < now + MIN_WAIT_MS or view.settings != settings:
        return False
    has_seat = len(view.members) < QUICK_SEATS or room.member(player) is not None
    return has_seat and player not in room.kicked


def is_complete(room: RoomState, present: Collection[PlayerId]) -> bool:
    """Whether the race of a quick room that waits can begin early: all its seats are taken, by connected players."""
    members = room.view.members
    return (
        room.view.fills_at is not None and len(members) == QUICK_SEATS and {each.id for each in members} <= {*present}
    )


def filled(room: RoomState) -> RoomState:
    """Fill the free seats of a quick room with bots."""
    if room.view.fills_at is None:
        return room
    levels = BOT_LEVELS[len(room.view.members) :]
    return room.with_bots(levels) if levels else room
