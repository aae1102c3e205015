"""The rooms that this server serves: created, found, resumed, and closed when idle."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

from gaprace import wire
from gaprace.errors import Disconnected, Refusal, ServerFull, StoreUnavailable
from gaprace.play.fair_shares import SHARES, Holdings
from gaprace.play.live.hosts import players_of
from gaprace.play.live.rivals import RivalGame, rivals_for
from gaprace.play.live.room import Change, RoomState, new_room, rooms_from_json
from gaprace.play.live.settings import SOLO_SEATS, checked
from gaprace.ports import StoredPlayer
from gaprace.ports.metrics import ROOMS
from gaprace.rooms.connection import Connection
from gaprace.rooms.consequences import room_listed
from gaprace.rooms.context import RoomContext
from gaprace.rooms.coordinator import read_room, stored_room
from gaprace.rooms.live_room import LiveRoom
from gaprace.rooms.members import admits
from gaprace.rooms.new_race import fresh_secret
from gaprace.rooms.refuse_sealed import refuse_sealed_code
from gaprace.rooms.timers import Timers, take_each
from gaprace.rules.codes import CODE_ALPHABET
from gaprace.wire.http import Decision, RoomList, RoomSummary

CODE_LENGTH = 8
IDLE_TIMEOUT_MS = 60 * 60 * 1000
"""A room in which nothing happens for this long closes."""
MIN_IDLE_TIMEOUT_MS = 10 * 60 * 1000
"""The same on a server that has nearly all the rooms that it takes: idle rooms go first."""
CHECKED_ROOMS = 500
"""Rooms that a sweep looks up, since another server may have closed them."""
SWEEP_INTERVAL_MS = 60 * 1000
TOUCH_INTERVAL_MS = 20 * 1000
LISTED_MS = 60 * 1000
"""A listed room in which nobody with a seat has been for this long is not shown."""
MAX_LISTED = 100
FULL_RETRY_S = 60.0
"""When to come back for a room if there are too many: after the next sweep."""
PLAYERS_CHANNEL = "*"
"""The channel of the bus on which every server learns whose name or identity has changed: messages are player ids."""

ANNOUNCEMENTS_CHANNEL = "!"
"""The channel on which every server learns that there is an announcement; the message is empty."""


class RoomRegistry:
    """Finds or loads the live room of a code, of which a server has at most one."""

    def __init__(self, context: RoomContext) -> None:
        self._context = context
        self._live: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._entering = Counter[str]()
        """Connections on their way into a room, by its code: it must not be unloaded before they are in."""
        self._open_rooms = 0
        """Open rooms in the store, as of the last sweep, and those that this server has created since."""
        self._holdings = Holdings(SHARES["rooms"], context.max_rooms)
        """The rooms that were opened at this server, by code."""
        self._announcement: Decision | None = None
        self._timers = Timers(context.clock)

    @property
    def live_rooms(self) -> list[LiveRoom]:
        """All rooms in memory."""
        return list(self._live.values())

    async def open(self) -> None:
        """Begin to serve, and end overdue races."""
        self._context.journal.open(self._storing_changed)
        await self._context.bus.subscribe(
            PLAYERS_CHANNEL, lambda data: self._timers.soon(lambda: self._look_up(data.decode(errors="replace")))
        )
        await self._context.bus.subscribe(ANNOUNCEMENTS_CHANNEL, lambda _: self._timers.soon(self._announce))
        await self._read_announcement()
        await self._resume_overdue()
        self._open_rooms = await self._context.store.count_rooms()
        self._timers.every(SWEEP_INTERVAL_MS, self.sweep, "sweeping rooms", first_ms=SWEEP_INTERVAL_MS)
        self._timers.every(TOUCH_INTERVAL_MS, self._touch_listed, "touching listed rooms", first_ms=TOUCH_INTERVAL_MS)

    async def close(self, code: str = "restarting") -> None:
        """Store pending actions, then close all connections with a key of `CLOSE_REASONS`."""
        self._timers.stop()
        await self._context.journal.close()
        for room in self._live.values():
            room.close(code)
        self._live.clear()

    # Requests

    async def create_for_one(
        self,
        player: StoredPlayer,
        variant: wire.VariantChoice,
        event: wire.EventRoom,
    ) -> wire.RoomView:
        """Create the room of a player's game of an event."""
        settings = wire.Settings(variant, SOLO_SEATS, limit_minutes=None, locked=True)
        return await self.create(player, settings, event=event)

    async def create(  # noqa: PLR0913 (all purposes of a room)
        self,
        player: StoredPlayer,
        settings: wire.Settings,
        *,
        event: wire.EventRoom | None = None,
        ghost: wire.GameId | None = None,
        fills_at: int | None = None,
        group: str | None = None,
        rating: int | None = None,
        rivals: Sequence[RivalGame] = (),
    ) -> wire.RoomView:
        """Create a room that a player hosts; with `fills_at`, a quick one; with `group`, that of a group.

        `rating` is that of the host: people of about the same strength come in first. The first race is against the
        recorded games of `rivals`, for which there have to be seats.
        Raises ServerFull if this server has all the open rooms that it takes.
        """
        if self._open_rooms >= self._context.max_rooms:
            raise ServerFull("There are too many open rooms on this server.", FULL_RETRY_S)
        settings = checked(settings)
        await refuse_sealed_code(self._context.store, self._context.clock.now(), settings.code)
        while True:
            code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            host = wire.Member(player.id, player.name, program=player.program, rating=rating)
            purpose = {"event": event, "ghost": ghost, "fills_at": fills_at, "group": group}
            room = new_room(code, host, settings, **purpose)  # type: ignore[arg-type]
            state = room.with_rivals(rivals_for(rivals, 1)).committed(fresh_secret())
            now = self._context.clock.now()
            if await self._context.store.add_room(stored_room(state, now), room_listed(None, state, now)):
                self._open_rooms += 1
                return state.view

    def may_open(self, address: str, player: str) -> bool:
        """Whether an address and a player may have one more open room, as far as `create` refuses none."""
        is_full = self._open_rooms >= self._context.max_rooms
        return is_full or self._holdings.may_take(address, player, self._open_rooms)

    def note_opened(self, code: str, address: str, player: str) -> None:
        """Note from which address, and for whom, a room was opened."""
        self._holdings.take(code, address, player)

    async def view(self, code: str, player: str | None = None) -> wire.RoomView | None:
        """Return a room as visible to a player; None for outsiders if it belongs to a private group."""
        state = await self._state(code)
        if state is None or state.is_shut or not await admits(self._context.store, state.view, player):
            return None
        return state.view

    async def exists(self, code: str) -> bool:
        """Whether a room exists, regardless of its visibility."""
        state = await self._state(code)
        return state is not None and not state.is_shut

    async def _state(self, code: str) -> RoomState | None:
        live = self._live.get(code)
        if live and live.is_current and not live.state.is_shut:
            return live.state
        stored = await self._context.store.room(code)
        return read_room(stored) if stored else None

    async def listed(self) -> RoomList:
        """Return the listed rooms in which somebody is, the busiest first, without waiting quick rooms."""
        listed = await self._context.store.listed_rooms(MAX_LISTED, self._context.clock.now() - LISTED_MS)
        rooms = rooms_from_json(room.state for room in listed)
        summaries = [_summary(room) for room in rooms if room.view.fills_at is None and room.view.host]
        return RoomList(sorted(summaries, key=lambda each: (not each.racing, -each.members)))

    async def change(self, code: str, change: Change) -> None:
        """Change a room. Raises Disconnected if there is no such room, or the change refuses a player."""
        room = await self._find(code)
        if room is None:
            raise Disconnected("room_not_found")
        await room.change(change)

    async def enter(self, code: str, connection: Connection, hello: wire.Hello) -> LiveRoom:
        """Let a connection into a room. Raises Disconnected if there is no such room, or it may not come in."""
        self._entering[code] += 1
        try:
            room = await self._find(code)
            if room is None:
                raise Disconnected("room_not_found")
            await room.enter(connection, hello)
            found = self._announcement
            if found and found.until is not None and self._context.clock.now() < found.until:
                connection.send(wire.encode(wire.Notice("announcement", found.detail)))
        except (StoreUnavailable, ServerFull):
            raise Disconnected("try_again") from None
        else:
            return room
        finally:
            self._entering -= Counter([code])  # drops a count of 0

    async def renamed(self, player: StoredPlayer) -> None:
        """Show a player's new name in all rooms in which the player holds a seat."""
        self._context.bus.publish(PLAYERS_CHANNEL, player.id.encode())
        await self._rename(player)

    async def recovered(self, player_id: str) -> None:
        """Close the connections with a token from before a recovery, or of an ended session."""
        self._context.bus.publish(PLAYERS_CHANNEL, player_id.encode())
        await self._now_or_soon(lambda: self._look_up(player_id))

    async def deleted(self, player_id: str) -> None:
        """Remove a deleted player from all rooms; running games are resigned."""
        self._context.bus.publish(PLAYERS_CHANNEL, player_id.encode())
        await self._now_or_soon(lambda: self._forget(player_id))

    # Moderation

    async def suspended(self, player_id: str) -> None:
        """Remove a suspended player from all rooms; running games are resigned."""
        self._context.bus.publish(PLAYERS_CHANNEL, player_id.encode())
        await self._now_or_soon(lambda: self._unseat(player_id))

    async def _unseat(self, player_id: str) -> None:
        await self._load_all(await self._context.store.rooms_naming(player_id))
        await self._look_up(player_id)
        await self._context.journal.flushed()

    async def shut(self, code: str) -> None:
        """Close a room for good; its race ends with the current standings.

        Raises Disconnected if there is no such room.
        """
        room = await self._find(code)
        if room is None or room.state.is_shut:
            raise Disconnected("room_not_found")
        await room.shut()

    async def put_out(self, code: str, player: str) -> None:
        """Remove the seat of a player who may not stay in a room; a running game is resigned.

        Raises Disconnected if there is no such room.
        """
        room = await self._find(code)
        if room is None:
            raise Disconnected("room_not_found")
        await room.members.put_out(player)

    def has_said(self, code: str, player: str, line: str) -> bool:
        """Whether this server remembers a line of chat."""
        room = self._live.get(code)
        return room is not None and room.has_said(player, line)

    async def announced(self) -> None:
        """Show the current announcement in all rooms, at all servers."""
        self._context.bus.publish(ANNOUNCEMENTS_CHANNEL, b"")
        await self._now_or_soon(self._announce)

    async def _announce(self) -> None:
        await self._read_announcement()
        if self._announcement:
            for room in self.live_rooms:
                room.broadcast(wire.Notice("announcement", self._announcement.detail))

    async def _read_announcement(self) -> None:
        self._announcement = await self._context.store.announcement(self._context.clock.now())

    async def _now_or_soon(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step that must not be skipped: later in the background, if the store is unavailable."""
        try:
            await step()
        except StoreUnavailable:
            self._timers.soon(step)

    async def _forget(self, player_id: str) -> None:
        await self._forget_here(player_id)
        await self._load_all(await self._context.store.rooms_naming(player_id))
        await self._forget_here(player_id)
        await self._context.journal.flushed()

    async def _forget_here(self, player_id: str) -> None:
        """Remove a player from the rooms that this server serves: first the connections, then the seats."""
        rooms = self.live_rooms
        for room in rooms:
            room.disconnect_deleted(player_id)
        for room in rooms:
            with suppress(Refusal):  # it has closed meanwhile
                await room.members.forget(player_id)

    async def _look_up(self, player_id: str) -> None:
        player = await self._context.store.player(player_id)
        if player and player.deleted_at is not None:
            await self._forget_here(player_id)
        elif player:
            ended = await self._context.store.ended_sessions(player_id)
            for room in self.live_rooms:
                room.disconnect_outdated(player, ended)
            await self._rename(player)
            if player.is_suspended(self._context.clock.now()):
                await self._unseat_here(player_id)

    async def _unseat_here(self, player_id: str) -> None:
        for room in self.live_rooms:
            if room.state.member(player_id):
                with suppress(Refusal):  # it has closed meanwhile
                    await room.members.unseat(player_id)

    async def _rename(self, player: StoredPlayer) -> None:
        for room in self.live_rooms:
            if room.state.member(player.id):
                await room.members.renamed(player)

    async def abandon(self, code: str) -> None:
        """End the race of a room with the current standings, unless somebody is connected."""
        room = await self._find(code)
        if room:
            await room.abandon()

    def _storing_changed(self, is_slow: bool) -> None:  # noqa: FBT001 (of `Journal`)
        """Notify everyone when storing becomes slow, and when it is normal again."""
        for room in self.live_rooms:
            room.broadcast(wire.notice("storing_slow" if is_slow else "storing_again"))

    # Live rooms

    async def _find(self, code: str) -> LiveRoom | None:
        if code in self._live:
            return self._live[code]
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> LiveRoom | None:
        stored = await self._context.store.room(code)
        if stored is None:
            return None
        room = LiveRoom(read_room(stored), self._context)
        await room.resume()
        self._live[code] = room
        self._context.metrics.set(ROOMS, len(self._live))
        return room

    async def _resume_overdue(self) -> None:
        """Load the rooms whose races are past their time limit, which ends them."""
        overdue = await self._context.store.open_races(due_by=self._context.clock.now())
        await self._load_all(code for code, _ in overdue)

    async def _load_all(self, codes: Iterable[str]) -> None:
        """Load rooms. One that cannot be read, such as one of a newer version, does not keep the others from it."""
        await take_each(codes, self._find, "loading a room")

    async def sweep(self) -> None:
        """Unload rooms without connections, and close the rooms in which nothing has happened for an hour."""
        await self._resume_overdue()
        for code, room in list(self._live.items()):
            if room.is_idle and not self._entering[code]:
                self._unload(code)
            elif room.take_touch():
                await self._context.store.touch_room(code, self._context.clock.now())
        before = self._context.clock.now() - self._idle_timeout_ms
        for stored in await self._context.store.idle_rooms(before):
            if await self._context.store.close_room(stored.code, before):
                self._holdings.give_back(stored.code)
                self._unload(stored.code)
        self._open_rooms = await self._context.store.count_rooms()
        await self._give_back_closed()
        self._context.metrics.set(ROOMS, len(self._live))

    async def _touch_listed(self) -> None:
        """Touch the listed rooms in which a player with a seat is connected."""
        for room in self.live_rooms:
            if room.state.view.settings.listed and room.present_here:
                await self._context.store.touch_room(room.code, self._context.clock.now())

    def _unload(self, code: str) -> None:
        """Stop serving a room."""
        room = self._live.pop(code, None)
        if room:
            room.close("room_closed")
            room.dismantle()

    @property
    def _idle_timeout_ms(self) -> int:
        """How long nothing may happen in a room: the fewer may still be opened, the shorter."""
        free = 1 - self._open_rooms / self._context.max_rooms
        return max(MIN_IDLE_TIMEOUT_MS, int(IDLE_TIMEOUT_MS * free))

    async def _give_back_closed(self) -> None:
        """Give back rooms that other servers have closed."""
        codes = self._holdings.next(CHECKED_ROOMS)
        known = await self._context.store.room_versions(codes)
        for code in codes:
            if code not in known:
                self._holdings.give_back(code)


def _summary(room: RoomState) -> RoomSummary:
    view = room.view
    host = room.member(view.host) if view.host else None
    return RoomSummary(
        code=view.code,
        host_name=host.name if host else "",
        host=view.host,
        variant=view.settings.variant,
        members=len(players_of(view)),
        seats=view.settings.seats,
        racing=room.running_race is not None,
    )
