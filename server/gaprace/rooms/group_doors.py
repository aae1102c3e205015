"""Who may come into the room of a group, or of a challenge."""

from gaprace.ports import GroupStore
from gaprace.wire import PlayerId, RoomView


async def admits(store: GroupStore, room: RoomView, player: PlayerId | None) -> bool:
    """Whether a player may see a room and come in.

    The room of a private group is for its members, that of a challenge for its player alone.
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


def _plays_in(room: RoomView, player: PlayerId | None) -> bool:
    """Whether the room of one player is this one's."""
    if room.race:
        return any(seat.player == player for seat in room.race.seats)
    return player is not None and room.host in {None, player}
