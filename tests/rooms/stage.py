"""A stage for rooms without sockets: a clock set by hand, a store in memory, connections that keep what they hear."""

import asyncio
import heapq
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count
from time import monotonic
from typing import Self

import msgspec

from gaprace.bot.room_replica import RoomReplica
from gaprace.bus.local import LocalBus
from gaprace.engine.greedy import GreedyEngine
from gaprace.errors import Disconnected
from gaprace.events.challenges import Challenges
from gaprace.events.dailies import Dailies
from gaprace.events.daily_candidates import CertifiedDeals, DailyCandidates
from gaprace.events.leaderboards import Leaderboards
from gaprace.events.race_pages import RacePages
from gaprace.events.replays import Replays
from gaprace.events.summaries import PublicSummaries
from gaprace.moderation.examinations import Examinations
from gaprace.people.friends import Friends
from gaprace.people.profiles import Profiles
from gaprace.ports import AtOnce, Bus, Engine, Metrics, StoredPlayer
from gaprace.rooms.action_journal import Journal
from gaprace.rooms.connection import Encoded
from gaprace.rooms.context import RoomContext
from gaprace.rooms.live_room import LiveRoom
from gaprace.rooms.quick_races import QuickRaces
from gaprace.rooms.reconciler import TICK_INTERVAL_MS, Reconciler
from gaprace.rooms.registry import RoomRegistry
from gaprace.rooms.timers import Throttle, Timers
from gaprace.rules.board import TEXT_OF
from gaprace.study.analysis import GameAnalyses
from gaprace.wire import (
    PROTOCOL,
    Act,
    AddBot,
    Bye,
    Command,
    Event,
    Hello,
    Refused,
    Seed,
    Settings,
    Start,
    VariantChoice,
    decode_event,
)
from gaprace.wire.http import Export
from tests.memory_store import MemoryDatabase, MemoryStore
from tests.metrics import NoMetrics
from tests.refusals import is_sentence

NOON = 1_700_000_000_000
RACE = Settings(variant=VariantChoice("mini"), seats=3, limit_minutes=1, code="0123456789")
SOLO = Settings(variant=VariantChoice("mini"), seats=1, limit_minutes=None, code="0123456789")
TURNS = 60
"""How many turns of the event loop anything takes here at the most."""


class ManualClock:
    """A clock that stands still until a test advances it."""

    def __init__(self) -> None:
        self._now = NOON
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = count()
        self.is_right = True

    def now(self) -> int:
        return self._now

    async def sleep_until(self, at: int) -> None:
        if at > self._now:
            sleeper: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._sleepers, (at, next(self._order), sleeper))
            await sleeper

    async def advance(self, ms: int, *, asleep: bool = False) -> None:
        """Go on, and wake in order who sleeps until then. A machine that is `asleep` meanwhile wakes each once."""
        until = self._now + ms
        if asleep:
            self._now = until
        while self._sleepers and self._sleepers[0][0] <= until:
            at, _, sleeper = heapq.heappop(self._sleepers)
            self._now = max(self._now, at)
            if not sleeper.done():
                sleeper.set_result(None)
                await settle()
        self._now = until
        await settle()

    @property
    def sleeping(self) -> int:
        """How many sleep until some time."""
        return sum(not sleeper.done() for _, _, sleeper in self._sleepers)

    def put_back(self, ms: int) -> None:
        """Jump back, as a clock that is set does."""
        self._now -= ms


async def settle() -> None:
    """Let everything that can happen now happen."""
    ready: deque[asyncio.Handle] = asyncio.get_running_loop()._ready  # nothing else tells
    for _ in range(TURNS):
        await asyncio.sleep(0)
        if not ready:
            return


class Seat:
    """A connection of a player, with the picture that its messages make."""

    def __init__(self, player: StoredPlayer, stage: "Stage", session: str = "", also: str = "") -> None:
        self.player, self.session = player, session
        self.players = frozenset({player.id, also or player.id})
        self.stage = stage
        self.replica = RoomReplica()
        self.heard: list[Event] = []
        self.bye: Bye | None = None
        self.is_full = False
        self.room: LiveRoom | None = None
        self.watches = False
        self.delay_ms: int | None = None
        self._drained: list[Callable[[], None]] = []

    @property
    def received_at(self) -> float:
        return monotonic()

    def send(self, message: Encoded) -> bool:
        if self.is_full or self.bye:
            return False
        for each in message if isinstance(message, tuple) else (message,):
            event = decode_event(each)
            self.heard.append(event)
            self.replica.apply(event)
        return True

    def close(self, bye: Bye) -> None:
        self.bye = self.bye or bye

    def when_drained(self, call: Callable[[], None]) -> None:
        self._drained.append(call)

    def end_tick(self) -> None:
        """Have the room send what waits for the end of a tick."""
        if self.room:
            self.room._connections.flush()

    def drain(self) -> None:
        """Read all at last."""
        self.is_full = False
        waiting, self._drained = self._drained, []
        for call in waiting:
            call()

    def last(self, kind: type[Event]) -> Event:
        return next(event for event in reversed(self.heard) if isinstance(event, kind))

    async def says(self, command: Command) -> None:
        """Send a command, and let everything happen that follows."""
        if self.room and self.bye is None:
            try:
                await self.room.handle(self, command)
            except Disconnected as closed:
                await self.leaves(closed.code)
        await settle()

    async def contributes(self, seed: str = "5e" * 16, commitment: str | None = None) -> None:
        """Send a seed for the draw of the next race, as a client does by itself."""
        shown = self.replica.room.commitment if self.replica.room else None
        await self.says(Seed(commitment or shown or "", seed))

    async def leaves(self, code: str = "left") -> None:
        """Close the connection."""
        self.bye = self.bye or Bye(code, "", retry=False)
        if self.room:
            await self.room.gone(self)
        await settle()

    @property
    def code(self) -> str:
        """The code of the room."""
        return self.room.code

    @property
    def game(self) -> str:
        """The id of the own game."""
        return self.replica.mine.game

    @property
    def members(self) -> list[str]:
        """The members of the room, as this connection sees them."""
        return [member.id for member in self.replica.room.members]

    @property
    def refusal(self) -> str:
        """The code of the last message, which refuses something."""
        last = self.heard[-1]
        assert isinstance(last, Refused), last
        assert is_sentence(last.message), last.message
        return last.code


class Stage:
    """One process over a store."""

    def __init__(
        self,
        database: MemoryDatabase | None = None,
        clock: ManualClock | None = None,
        bus: Bus | None = None,
        engine: Engine | None = None,
        metrics: Metrics | None = None,
        min_tick_receivers: int = 25,
    ) -> None:
        self.clock = clock or ManualClock()
        self.store = MemoryStore(database)
        self.bus = bus or LocalBus()
        engine = engine or GreedyEngine()
        metrics = metrics or NoMetrics()
        self.journal = Journal(self.store.appender, metrics)
        throttle, background = Throttle(self.clock), AtOnce()
        context = RoomContext(
            self.store,
            self.clock,
            self.bus,
            self.journal,
            engine,
            metrics,
            throttle,
            background,
            started_at=self.clock.now(),
            min_tick_receivers=min_tick_receivers,
        )
        self.rooms = RoomRegistry(context)
        self.quick_races = QuickRaces(context, self.rooms)
        self.reconciler = Reconciler(context, self.rooms)
        self._timers = Timers(self.clock)
        self.replays = Replays(self.store, self.clock, self.rooms)
        self.certified = CertifiedDeals(self.store, self.clock, engine)
        self.dailies = Dailies(self.store, self.clock, self.rooms, DailyCandidates(self.clock, engine))
        self.analyst = GameAnalyses(self.store, self.clock, engine, self.replays)
        self.boards = Leaderboards(self.store, self.clock)
        self.challenges = Challenges(self.store, self.clock, self.rooms)
        self.pages = RacePages(self.store, self.clock)
        self.summaries = PublicSummaries(self.store, self.clock)
        self.profiles = Profiles(self.store, self.clock)
        self.friends = Friends(self.store, self.clock, self.rooms)
        self.examinations = Examinations(self.store, self.clock, background)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def open(self) -> None:
        await self.rooms.open()
        if self.bus.is_shared:  # alone it looks every second for what never happens; tests let weeks pass
            self.reconcile()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def reconcile(self) -> None:
        """Have rooms compared with the store from now on."""
        self.runs(self.reconciler.tick, TICK_INTERVAL_MS)

    def runs(self, step: Callable[[], Awaitable[int | None]], interval_ms: int = 1_000) -> None:
        """Have the steps of a background job taken from now on."""
        self._timers.every(interval_ms, step, "a job")

    async def close(self) -> None:
        self._timers.stop()
        await self.rooms.close()

    async def player(self, name: str) -> StoredPlayer:
        """A player of this name, made when first asked for."""
        known = await self.store.player(name)
        if known is None:
            known = StoredPlayer(name, name, 1, f"hash of {name}", NOON)
            await self.store.add_player(known)
        return known

    async def exported(self, name: str) -> Export:
        """All that is stored about a player."""
        pieces = [piece async for piece in self.profiles.export(await self.player(name))]
        return msgspec.json.decode(b"".join(pieces), type=Export)

    async def create(self, host: str, settings: Settings = RACE) -> str:
        return (await self.rooms.create(await self.player(host), settings)).code

    async def seats(self, *names: str, settings: Settings = RACE) -> list[Seat]:
        """The seats of players in a new room, whose host is the first of them."""
        code = await self.create(names[0], settings)
        return [await self.enter(code, name) for name in names]

    async def race_now(self, name: str, variant: str = "mini") -> Seat:
        """Ask for a race now, and come into the room of it."""
        return await self.enter(await self.quick_races.room_for(await self.player(name), variant), name)

    async def enter(self, code: str, name: str, *, watch: bool = False, session: str = "", also: str = "") -> Seat:
        """Come into a room; a seat that has a `bye` was not let in. `also`: another player with the same browser."""
        seat = Seat(await self.player(name), self, session, also)
        seat.watches = watch
        try:
            seat.room = await self.rooms.enter(code, seat, Hello(PROTOCOL, watch=watch))
        except Disconnected as closed:
            seat.bye = Bye(closed.code, "", retry=False)
        await settle()
        return seat


def kinds(seat: Seat) -> list[type[Event]]:
    return [type(event) for event in seat.heard]


def next_act(seat: Seat) -> Act:
    """The first legal move as the next action."""
    mine = seat.replica.mine
    move = seat.replica.boards[mine.game].legal_moves()[0]
    return Act(mine.game, mine.n + 1, f"{TEXT_OF[move.card]}@{move.to}")


async def solo(stage: Stage, name: str = "ann") -> Seat:
    seat = await stage.enter(await stage.create(name, SOLO), name)
    await seat.says(Start())
    assert seat.replica.started is not None
    return seat


async def racing(stage: Stage, *names: str, settings: Settings = RACE, bots: int = 0) -> list[Seat]:
    """A race that has just started; the first player is the host."""
    seats = await stage.seats(*names, settings=settings)
    for _ in range(bots):
        await seats[0].says(AddBot(1))
    await seats[0].says(Start())
    await stage.clock.advance(3500)
    return seats
