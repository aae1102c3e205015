"""Admission to a room: the rooms of groups and challenges, and blocks by the host."""

from gaprace.errors import Disconnected
from gaprace.play.room import RoomState
from gaprace.ports import GroupStore, Store
from gaprace.wire import PlayerId, RoomView


async def admits(store: GroupStore, room: RoomView, player: PlayerId | None) -> bool:
    """Whether a player may see and enter a room.

    The room of a private group is for its members only, the room of a challenge for its player only.
    """
    if room.challenge is not None and not _plays_in(room, player):
        return False
    if room.group is None:
        return True
    group = await store.group(room.group)
    if group is None or not group.private:
        return group is not None
    mine = await store.membership(group.code, player) if player else None
    return mine is not None and mine.is_member


async def refuse_blocked(store: Store, room: RoomState, player: PlayerId) -> None:
    """Refuse a newcomer whom the host blocks, as if the room was locked.

    Raises:
        Disconnected: `room_locked`.

    """
    host = room.view.host
    if host and not room.member(player) and await store.has_blocked(host, player):
        raise Disconnected("room_locked")


def _plays_in(room: RoomView, player: PlayerId | None) -> bool:
    """Whether a room for one player belongs to this player."""
    if room.race:
        return any(seat.player == player for seat in room.race.seats)
    return player is not None and room.host in {None, player}
