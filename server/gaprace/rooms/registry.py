"""All rooms that this process serves: made, found, taken up again, and closed when idle."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from gaprace.errors import Disconnected, RoomError, StoreUnavailable
from gaprace.play.room import RoomState, new_room, room_from_json
from gaprace.play.settings import checked
from gaprace.ports import Bus, Clock, Engine, Metrics, Store, StoredPlayer
from gaprace.rooms.connection import Connection
from gaprace.rooms.context import Tools
from gaprace.rooms.coordinator import stored_room
from gaprace.rooms.journal import Journal
from gaprace.rooms.live_room import LiveRoom
from gaprace.rooms.reconciler import TICK_MS, Healer
from gaprace.rooms.seals import refuse_sealed_code
from gaprace.rooms.throttle import Turnstile
from gaprace.rooms.timers import Timers
from gaprace.rules.deal import CODE_ALPHABET
from gaprace.wire import DailyRoom, GameId, Hello, Member, RoomView, Settings
from gaprace.wire.http import RoomList, RoomSummary

CODE_LENGTH = 8
IDLE_MS = 60 * 60 * 1000
"""A room in which nothing happens for so long closes."""
SWEEP_MS = 60 * 1000
MAX_LISTED = 100
EVERYBODY = "*"
"""The room of the bus in which every process is: there it is told of whom something has changed."""


class Rooms:
    """Finds or makes the live room of a code: there is one at most in this process."""

    def __init__(self, store: Store, clock: Clock, bus: Bus, engine: Engine, metrics: Metrics) -> None:
        self._tools = Tools(store, clock, bus, Journal(store, metrics), engine, metrics, Turnstile(clock))
        self._live: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._entering = Counter[str]()
        """How many are on their way into a room, by its code: nobody is in it yet, and it must not be forgotten."""
        self._timers = Timers(clock)
        self._healer = Healer(self._tools, lambda: list(self._live.values()))

    async def open(self) -> None:
        """Begin to serve, and do what is overdue."""
        self._tools.journal.open()
        await self._tools.bus.subscribe(EVERYBODY, self._hear_of)
        await self._take_up_overdue()
        self._timers.every(SWEEP_MS, self.sweep, "sweeping rooms", first_ms=SWEEP_MS)
        if self._tools.bus.is_shared:
            self._timers.every(TICK_MS, self._healer.tick, "comparing rooms with the store", first_ms=TICK_MS)

    async def close(self, bye_code: str = "restarting") -> None:
        """Store what waits, then end all connections."""
        self._timers.stop()
        await self._tools.journal.close()
        for room in self._live.values():
            room.close(bye_code)
        self._live.clear()

    # What is asked from outside

    async def create(
        self, player: StoredPlayer, settings: Settings, *, daily: DailyRoom | None = None, ghost: GameId | None = None
    ) -> RoomView:
        """Make a room that a player hosts.

        Raises:
            RoomError: `bad_settings`, `sealed_deal`.

        """
        settings = checked(settings)
        await refuse_sealed_code(self._tools, settings.code)
        while True:
            code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            state = new_room(code, Member(player.id, player.name), settings, daily=daily, ghost=ghost)
            if await self._tools.store.add_room(stored_room(state, self._tools.clock.now())):
                return state.view

    async def view(self, code: str) -> RoomView | None:
        """Return a room as everyone may see it."""
        live = self._live.get(code)
        if live and live.is_current:
            return live.state.view
        stored = await self._tools.store.room(code)
        return room_from_json(stored.state).view if stored else None

    async def listed(self) -> RoomList:
        """Return the listed rooms, the busiest first."""
        stored = await self._tools.store.listed_rooms(MAX_LISTED)
        summaries = [_summary(room_from_json(room.state)) for room in stored]
        return RoomList(sorted(summaries, key=lambda each: (not each.racing, -each.members)))

    async def enter(self, code: str, connection: Connection, hello: Hello) -> LiveRoom:
        """Let a connection into a room.

        Raises:
            Disconnected: there is no such room, or it may not come in.

        """
        self._entering[code] += 1
        try:
            room = await self._find(code)
            if room is None:
                raise Disconnected("room_not_found")
            await room.enter(connection, hello)
        except StoreUnavailable:
            raise Disconnected("try_again") from None
        else:
            return room
        finally:
            self._entering -= Counter([code])  # which lets go of a count that comes to nothing

    async def renamed(self, player: StoredPlayer) -> None:
        """Let the rooms in which a player sits know of the new name."""
        self._tools.bus.publish(EVERYBODY, player.id.encode())
        await self._rename(player)

    async def recovered(self, player_id: str) -> None:
        """End what goes on by the tokens of before a recovery."""
        self._tools.bus.publish(EVERYBODY, player_id.encode())
        await self._now_or_soon(lambda: self._look_up(player_id))

    async def deleted(self, player_id: str) -> None:
        """Let no room serve or name a player who was deleted; games that run are resigned."""
        self._tools.bus.publish(EVERYBODY, player_id.encode())
        await self._now_or_soon(lambda: self._forget(player_id))

    async def _now_or_soon(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step that has to be taken: in the background, if the store is away."""
        try:
            await step()
        except StoreUnavailable:
            self._timers.soon(step)

    async def _forget(self, player_id: str) -> None:
        await self._forget_here(player_id)
        for code in await self._tools.store.rooms_naming(player_id):
            await self._find(code)
        await self._forget_here(player_id)
        await self._tools.journal.flushed()

    async def _forget_here(self, player_id: str) -> None:
        """Let the rooms that this process serves let go of a player: first of all sockets, then in the store."""
        rooms = list(self._live.values())
        for room in rooms:
            room.part_with(player_id)
        for room in rooms:
            with suppress(RoomError):  # it has closed meanwhile, and names nobody any more
                await room.forget(player_id)

    def _hear_of(self, player_id: bytes) -> None:
        self._timers.soon(lambda: self._look_up(player_id.decode(errors="replace")))

    async def _look_up(self, player_id: str) -> None:
        player = await self._tools.store.player(player_id)
        if player and player.deleted_at is not None:
            await self._forget_here(player_id)
        elif player:
            for room in self._live.values():
                room.end_outdated(player)
            await self._rename(player)

    async def _rename(self, player: StoredPlayer) -> None:
        for room in list(self._live.values()):
            if room.state.member(player.id):
                await room.renamed(player)

    async def abandon(self, code: str) -> None:
        """End the race of a room as it stands: nobody has come back to it."""
        room = await self._find(code)
        if room:
            await room.abandon()

    # Live rooms

    async def _find(self, code: str) -> LiveRoom | None:
        if code in self._live:
            return self._live[code]
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> LiveRoom | None:
        stored = await self._tools.store.room(code)
        if stored is None:
            return None
        room = LiveRoom(room_from_json(stored.state), self._tools)
        await room.take_up()
        self._live[code] = room
        self._tools.metrics.rooms(len(self._live))
        return room

    async def _take_up_overdue(self) -> None:
        """End the races whose time is up and which no process has ended, since nobody is connected."""
        for code, _ in await self._tools.store.open_races(due_by=self._tools.clock.now()):
            await self._find(code)

    async def sweep(self) -> None:
        """Forget live rooms where nobody is, and close the rooms in which nothing happened for an hour."""
        await self._take_up_overdue()
        for code, room in list(self._live.items()):
            if room.is_idle and not self._entering[code]:
                room.close("room_closed")
                del self._live[code]
            elif room.take_touch():
                await self._tools.store.touch_room(code, self._tools.clock.now())
        before = self._tools.clock.now() - IDLE_MS
        for stored in await self._tools.store.idle_rooms(before):
            if await self._tools.store.close_room(stored.code, before) and stored.code in self._live:
                self._live.pop(stored.code).close("room_closed")
        self._tools.metrics.rooms(len(self._live))


def _summary(room: RoomState) -> RoomSummary:
    view = room.view
    host = room.member(view.host) if view.host else None
    return RoomSummary(
        code=view.code,
        host_name=host.name if host else "",
        variant=view.settings.variant,
        members=len(view.members),
        seats=view.settings.seats,
        racing=room.running_race is not None,
    )
