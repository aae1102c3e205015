"""People who take little work, so that a core of them keeps a server busy, and who know their own games exactly."""

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
from tests.processes import ServerProcess
from tests.race.party import Notes, any_action
from tests.raw import RawClient, raw_client

PATIENCE_S = 120.0
"""How long anything may take before it counts as lost."""
AWAY_S = 1.0
"""How long somebody is away at most whose connection was cut."""
_OTHERS = b'{"t":"progress"'


@dataclass
class Tally:
    """What has happened so far."""

    actions: int = 0
    """Acknowledged, and later held against the store."""
    deliveries: int = 0
    cuts: int = 0
    cut_off: int = 0
    """Connections that the server ended, or the system."""
    joined: int = 0
    left: int = 0
    watched: int = 0
    races: int = 0
    games: int = 0
    """Whose records were compared with what their players were told."""
    rooms: int = 0


class Pace:
    """How everybody plays just now."""

    def __init__(self, cut_chance: float) -> None:
        self.rest_s = 0.0
        """Between two actions."""
        self.cut_chance = cut_chance
        self.is_over = asyncio.Event()


class Visitor:
    """A connection to a room that comes back whenever it is cut."""

    def __init__(self, server: ServerProcess, identity: Identity, tally: Tally, *, watch: bool = False) -> None:
        self.identity = identity
        self._server, self._tally, self._watch = server, tally, watch
        self._client: RawClient | None = None
        self._path = ""
        self._coming: asyncio.Task[None] | None = None

    async def enter(self, code: str) -> None:
        """Come in."""
        self._path = f"/ws/rooms/{code}"
        await self._connect()

    async def _connect(self) -> None:
        self._client = await raw_client(self._server.port, self._path, self.identity.token, self._hear)
        self._client.when_lost = self._lost
        self._client.send(encode(self._hello()))

    def _hello(self) -> Hello:
        return Hello(PROTOCOL, watch=self._watch)

    def _hear(self, payload: bytes) -> None:
        self._tally.deliveries += 1

    def _lost(self) -> None:
        self._tally.cut_off += 1
        self._coming = asyncio.create_task(self._connect())

    def _hang_up(self) -> None:
        if self._client:
            self._client.when_lost = lambda: None
            self._client.transport.abort()

    def go(self) -> None:
        """Go away without a word."""
        if self._coming:
            self._coming.cancel()
        self._hang_up()


class Racer(Visitor):
    """A player, who notes down every action that it is told is stored."""

    def __init__(self, server: ServerProcess, identity: Identity, tally: Tally, random: Random) -> None:
        super().__init__(server, identity, tally)
        self.replica, self.notes = RoomReplica(), Notes()
        self.has_left = False
        self._random = random
        self._pending: Act | None = None
        self._answered = asyncio.Event()
        self._news = asyncio.Event()

    async def enter(self, code: str) -> None:
        """Come in, and be welcomed."""
        await super().enter(code)
        await self.until(lambda replica: replica.you)

    def _hello(self) -> Hello:
        return Hello(PROTOCOL)

    # What is heard

    def _hear(self, payload: bytes) -> None:
        super()._hear(payload)
        if not payload.startswith(_OTHERS):
            self._take(decode_event(payload))

    def _take(self, event: Event) -> None:
        assert not isinstance(event, Refused), event
        self.replica.take(event)
        self.notes.hear(event)
        match event:
            case Welcome() if self._pending:
                self._say(self._pending)
            case Acted(game, n) if self._pending and (game, n) == (self._pending.game, self._pending.n):
                self._pending = None
                self._tally.actions += 1
                self._answered.set()
            case Bye(retry=False):
                self.has_left = True
                self._hang_up()
        self._news.set()

    async def until(self, holds: Callable[[RoomReplica], object]) -> None:
        """Wait until something holds of what is seen."""
        async with asyncio.timeout(PATIENCE_S):
            while not holds(self.replica):
                self._news.clear()
                await self._news.wait()

    # What is done

    def _say(self, command: Command) -> None:
        if self._client and not self._client.is_closed:
            self._client.send(encode(command))

    async def race(self, actions: int, pace: Pace) -> None:
        """Say ready, play so many actions without an aim, resign, and wait for the end."""
        self.notes = Notes()
        self._say(Ready())
        await self.until(lambda replica: replica.is_racing and replica.started and replica.mine)
        while actions and self._plays and not pace.is_over.is_set():
            actions -= 1
            await self._act(action_text(any_action(self.replica, self._random)), pace.cut_chance)
            await asyncio.sleep(pace.rest_s * self._random.uniform(0.5, 1.5))
        if self._plays:
            await self._act(ControlAction.RESIGN, pace.cut_chance)
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
            self._say(self._pending)
            await asyncio.sleep(0)
        if is_cut:
            await self._be_cut()
        async with asyncio.timeout(PATIENCE_S):
            await self._answered.wait()

    async def _be_cut(self) -> None:
        self._tally.cuts += 1
        self._hang_up()
        await asyncio.sleep(AWAY_S * self._random.random())
        await self._connect()

    async def leave(self) -> None:
        """Leave the seat."""
        self._say(Leave())
        await self.until(lambda _: self.has_left)
