"""The readiness of a player, and the wait for its race."""

from collections.abc import Collection

from gaprace.bot.client import RoomClient
from gaprace.bot.room_replica import RoomReplica
from gaprace.wire import PlayerId, RaceView, Ready


async def wait_for_race(client: RoomClient, party: Collection[PlayerId] = ()) -> RaceView:
    """Get ready once all players of the party are in the room, and return the race in which this player has a seat."""
    ready_sent_in: tuple[int, int] | None = None
    while not (race := _own_race(client.replica)):
        version = client.replica.room.version if client.replica.room else 0, client.reconnects
        if version != ready_sent_in and _should_get_ready(client.replica, party):
            ready_sent_in = version  # once for each version in which this player is not ready
            client.send(Ready())
        await client.next_event()
    return race


def _own_race(replica: RoomReplica) -> RaceView | None:
    return replica.race if replica.my_seat and replica.is_racing else None


def _should_get_ready(replica: RoomReplica, party: Collection[PlayerId]) -> bool:
    if replica.room is None or replica.you is None or replica.is_racing:
        return False
    me, members = replica.me, {member.id for member in replica.room.members}
    return me is not None and not me.ready and members >= set(party)
