"""The members of a room: their admission, their changes and their removal."""

from gaprace.errors import Disconnected
from gaprace.play.live.hosts import HOST_GRACE_MS
from gaprace.play.live.room import RoomState
from gaprace.ports import GroupStore, Store, StoredPlayer
from gaprace.rooms.broadcast import Connections
from gaprace.rooms.connection import Connection
from gaprace.rooms.context import RoomContext
from gaprace.rooms.coordinator import RoomCoordinator
from gaprace.rooms.refuse_sealed import refuse_watching_sealed
from gaprace.wire import Hello, PlayerId, RoomView


class Members:
    """The members of one room."""

    def __init__(self, coordinator: RoomCoordinator, connections: Connections, context: RoomContext) -> None:
        self._coordinator, self._connections, self._context = coordinator, connections, context

    @property
    def _state(self) -> RoomState:
        return self._coordinator.state

    def sits_out(self, player: PlayerId) -> bool:
        """Whether a player is a member who plays in no race."""
        member = self._state.member(player)
        return member is not None and member.sits_out

    # Coming in

    async def admit(self, connection: Connection, hello: Hello) -> None:
        """Let a spectator in, or a player take a seat."""
        await self._refuse(connection, hello)
        player = connection.player
        if not hello.watch and not self._state.plays_on(player.id):
            await refuse_blocked(self._context.store, self._state, player.id)
            await self._coordinator.change(lambda state: state.joined(player.id, player.name, program=player.program))
        await self._refuse_outdated(connection, hello)

    async def _refuse(self, connection: Connection, hello: Hello) -> None:
        player = connection.player
        if not await admits(self._context.store, self._state.view, player.id):
            raise Disconnected("room_not_found")
        if not hello.watch and player.is_suspended(self._context.clock.now()):
            raise Disconnected("suspended")
        if hello.watch or self.sits_out(player.id):
            self._coordinator.refuse_watching(connection)
        else:
            self._coordinator.refuse_looking_on(connection, is_seated=True)
        if hello.watch:
            refuse_watching_sealed(self._state.view, self._context.clock.now())

    async def _refuse_outdated(self, connection: Connection, hello: Hello) -> None:
        """Refuse a player who was deleted, recovered, suspended or signed out since the identity was checked.

        A deletion removes the player from all rooms after it is stored. So this check runs after the player has joined:
        either the check finds the deletion, or the deletion finds the seat.
        """
        player = connection.player
        if player.is_visitor:
            return
        known, session = await self._context.store.signed_in(player.id, connection.session)
        if known is None or known.deleted_at is not None:
            await self.forget(player.id)
        elif not hello.watch and known.is_suspended(self._context.clock.now()):
            await self.unseat(player.id)
            raise Disconnected("suspended")
        elif known.generation == player.generation and (session is None or session.ended_at is None):
            return
        raise Disconnected("no_identity")

    # Players who change or have to go

    async def renamed(self, player: StoredPlayer) -> None:
        """Show a member's new name."""
        await self._coordinator.change(
            lambda state: state.renamed(player.id, player.name) if state.member(player.id) else state
        )

    async def forget(self, player: PlayerId) -> None:
        """Remove a deleted player's seat and name, and resign the running game."""
        present = self._others_than(player)
        await self._coordinator.change(lambda state: state.without_deleted(player, present))
        self._coordinator.resign(player)

    async def unseat(self, player: PlayerId) -> None:
        """Remove a suspended player's seat, and resign the running game."""
        self._connections.close_seated("suspended", player)
        present = self._others_than(player)
        await self._coordinator.change(lambda state: state.left(player, present) if state.member(player) else state)
        self._coordinator.resign(player)

    async def put_out(self, player: PlayerId) -> None:
        """Remove the seat of a player who may not stay, and resign the game unless it is ranked."""
        present = self._others_than(player)
        await self._coordinator.change(lambda state: state.put_out(player, present))
        if not self._state.plays_on(player):
            self._coordinator.resign(player)

    async def replace_absent_host(self) -> None:
        """Let another member host if the host has not been connected for `HOST_GRACE_MS`."""
        presence = self._coordinator.presence
        present, host = presence.players, self._state.view.host
        if host and self._context.clock.now() - presence.since(host) < HOST_GRACE_MS:
            return
        if present:
            await self._coordinator.change(
                lambda state: state if state.view.host in present else state.with_next_host(present)
            )

    def _others_than(self, player: PlayerId) -> set[PlayerId]:
        """Return the connected players, except one."""
        return self._coordinator.presence.players - {player}


async def admits(store: GroupStore, room: RoomView, player: PlayerId | None) -> bool:
    """Whether a player may see and enter a room.

    The room of a private group is for its members only, the room of a challenge for its player only.
    """
    if room.event and room.event.kind != "daily" and not _plays_in(room, player):
        return False
    if room.group is None:
        return True
    group = await store.group(room.group)
    if group is None or not group.private:
        return group is not None
    mine = await store.membership(group.code, player) if player else None
    return mine is not None and mine.is_member


async def refuse_blocked(store: Store, room: RoomState, player: PlayerId) -> None:
    """Refuse a newcomer whom the host blocks, as if the room was locked. Raises `room_locked`."""
    host = room.view.host
    if host and not room.member(player) and await store.has_blocked(host, player):
        raise Disconnected("room_locked")


def _plays_in(room: RoomView, player: PlayerId | None) -> bool:
    """Whether a room for one player belongs to this player."""
    if room.race:
        return any(seat.player == player for seat in room.race.seats)
    return player is not None and room.host in {None, player}
