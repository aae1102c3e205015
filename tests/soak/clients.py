"""Cheap clients, so that one core of them keeps a server busy. Players check every action that is acknowledged."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from gaprace.bot.room_replica import RoomReplica
from gaprace.rules.actions import ControlAction, action_text
from gaprace.wire import (
    PROTOCOL,
    Act,
    Acted,
    Bye,
    Command,
    Event,
    Hello,
    Leave,
    Ready,
    Refused,
    Welcome,
    decode_event,
    encode,
)
from gaprace.wire.http import Identity
from tests.end_to_end.party import Notes, any_action
from tests.processes import ServerProcess
from tests.raw_websockets import RawClient, raw_client

ANSWER_TIMEOUT_S = 120.0
"""After this long, an answer counts as lost."""
MAX_DISCONNECTED_S = 1.0
"""The longest time until a client whose connection was cut reconnects."""
_OTHERS = b'{"t":"progress"'


@dataclass
class Tally:
    """Counters of a soak."""

    actions: int = 0
    """Acknowledged ones; later compared with the store."""
    deliveries: int = 0
    cuts: int = 0
    cut_off: int = 0
    """Connections that ended without the client's doing."""
    joined: int = 0
    left: int = 0
    visits: int = 0
    races: int = 0
    games: int = 0
    """Games whose records were compared with their acknowledged actions."""
    rooms: int = 0


class Profile:
    """How all players behave at the moment."""

    def __init__(self, cut_chance: float) -> None:
        self.delay_s = 0.0
        """Between two actions."""
        self.cut_chance = cut_chance
        self.is_over = asyncio.Event()


class LoadClient:
    """A connection to a room that reconnects whenever it is cut."""

    def __init__(self, server: ServerProcess, identity: Identity, tally: Tally, *, watch: bool = False) -> None:
        self.identity = identity
        self._server, self._tally, self._watch = server, tally, watch
        self._client: RawClient | None = None
        self._path = ""
        self._coming: asyncio.Task[None] | None = None

    async def enter(self, code: str) -> None:
        """Connect to a room."""
        self._path = f"/ws/rooms/{code}"
        await self._connect()

    async def _connect(self) -> None:
        self._client = await raw_client(self._server.port, self._path, self.identity.token, self._on_message)
        self._client.when_lost = self._lost
        self._client.send(encode(self._hello()))

    def _hello(self) -> Hello:
        return Hello(PROTOCOL, watch=self._watch)

    def _on_message(self, payload: bytes) -> None:
        self._tally.deliveries += 1

    def _lost(self) -> None:
        self._tally.cut_off += 1
        self._coming = asyncio.create_task(self._connect())

    def _abort(self) -> None:
        if self._client:
            self._client.when_lost = lambda: None
            self._client.transport.abort()

    def disconnect(self) -> None:
        """Disconnect without a `leave`."""
        if self._coming:
            self._coming.cancel()
        self._abort()


class LoadPlayer(LoadClient):
    """A player, who keeps every acknowledged action."""

    def __init__(self, server: ServerProcess, identity: Identity, tally: Tally, random: Random) -> None:
        super().__init__(server, identity, tally)
        self.replica, self.notes = RoomReplica(), Notes()
        self.has_left = False
        self._random = random
        self._pending: Act | None = None
        self._answered = asyncio.Event()
        self._news = asyncio.Event()

    async def enter(self, code: str) -> None:
        """Connect to a room, and wait for the welcome."""
        await super().enter(code)
        await self.until(lambda replica: replica.you)

    def _hello(self) -> Hello:
        return Hello(PROTOCOL)

    # Events

    def _on_message(self, payload: bytes) -> None:
        super()._on_message(payload)
        if not payload.startswith(_OTHERS):
            self._receive(decode_event(payload))

    def _receive(self, event: Event) -> None:
        assert not isinstance(event, Refused), event
        self.replica.apply(event)
        self.notes.hear(event)
        match event:
            case Welcome() if self._pending:
                self._send(self._pending)
            case Acted(game, n) if self._pending and (game, n) == (self._pending.game, self._pending.n):
                self._pending = None
                self._tally.actions += 1
                self._answered.set()
            case Bye(retry=False):
                self.has_left = True
                self._abort()
        self._news.set()

    async def until(self, holds: Callable[[RoomReplica], object]) -> None:
        """Wait until a condition on the replica holds."""
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            while not holds(self.replica):
                self._news.clear()
                await self._news.wait()

    # Commands

    def _send(self, command: Command) -> None:
        if self._client and not self._client.is_closed:
            self._client.send(encode(command))

    async def race(self, actions: int, profile: Profile) -> None:
        """Get ready, make a number of random actions, resign, and wait for the end of the race."""
        self.notes = Notes()
        self._send(Ready())
        await self.until(lambda replica: replica.is_racing and replica.started and replica.mine)
        while actions and self._plays and not profile.is_over.is_set():
            actions -= 1
            await self._act(action_text(any_action(self.replica, self._random)), profile.cut_chance)
            await asyncio.sleep(profile.delay_s * self._random.uniform(0.5, 1.5))
        if self._plays:
            await self._act(ControlAction.RESIGN, profile.cut_chance)
        await self.until(lambda replica: not replica.is_racing)

    @property
    def _plays(self) -> bool:
        return self.replica.mine is not None and not self.replica.mine.ended

    async def _act(self, action: str, cut_chance: float) -> None:
        mine = self.replica.mine
        assert mine
        self._answered.clear()
        self._pending = Act(mine.game, mine.n + 1, action)
        is_cut = self._random.random() < cut_chance
        if not is_cut or self._random.random() < 0.5:
            self._send(self._pending)
            await asyncio.sleep(0)
        if is_cut:
            await self._cut()
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            await self._answered.wait()

    async def _cut(self) -> None:
        self._tally.cuts += 1
        self._abort()
        await asyncio.sleep(MAX_DISCONNECTED_S * self._random.random())
        await self._connect()

    async def leave(self) -> None:
        """Give up the seat."""
        self._send(Leave())
        await self.until(lambda _: self.has_left)
