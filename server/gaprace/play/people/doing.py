"""The state of a player that friends see, by the player's rooms (which friends: `FriendStore.followed_by`). Pure."""

from collections.abc import Sequence

from gaprace.wire import PlayerId, RoomCode, RoomView
from gaprace.wire.http import FriendState

MAX_FOLLOWS = 500
"""Players whom one player can follow."""
ABOUT_MS = 60_000
"""For how long friends count as online after they were seen: the notes of a server that has died end by this, too."""
NOTE_INTERVAL_MS = 20_000
"""Interval at which servers note who is connected to their rooms."""
INVITED_MS = 10 * 60 * 1000
"""For how long an invitation to a room is shown."""


def doing_in(room: RoomView, player: PlayerId, today: Sequence[str]) -> tuple[FriendState, RoomCode | None]:
    """Return what a player does in a room, and the room if friends may come along: not that of a group or an event."""
    race = room.race
    is_running = race is not None and race.standings is None and any(each.player == player for each in race.seats)
    if not is_running:
        return "about", None
    if room.event:
        is_daily = room.event.kind == "daily" and room.event.label in today and not room.event.practice
        return "daily" if is_daily else "about", None
    if room.settings.seats == 1:
        return "about", None
    return "racing", None if room.group or room.settings.locked else room.code
