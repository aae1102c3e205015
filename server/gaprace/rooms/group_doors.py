"""Who may come into the room of a group."""

from gaprace.ports import GroupStore
from gaprace.wire import PlayerId, RoomView


async def admits(store: GroupStore, room: RoomView, player: PlayerId | None) -> bool:
    """Whether a player may see a room and come in: that of a private group is for its members."""
    if room.group is None:
        return True
    group = await store.group(room.group)
    if group is None or not group.private:
        return group is not None
    mine = await store.membership(group.code, player) if player else None
    return mine is not None and mine.is_member
