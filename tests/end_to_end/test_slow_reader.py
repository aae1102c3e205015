"""A spectator that stops reading, among a hundred active connections, costs nobody anything."""

import asyncio
from random import Random
from statistics import median, quantiles
from time import perf_counter

from gaprace.bot.room_replica import RoomReplica
from gaprace.bot.room_url import RoomUrl
from gaprace.rules.actions import ControlAction, action_text
from gaprace.rules.board import parse_board
from gaprace.wire import (
    PROTOCOL,
    Act,
    GameId,
    Hello,
    Message,
    Settings,
    Start,
    Started,
    Starting,
    Welcome,
    decode_event,
    encode,
)
from gaprace.wire.http import Identity
from tests.processes import PATIENCE_S, ServerProcess, until
from tests.raw_websockets import RawClient, raw_client

ACTIVE = 50
"""Players that act, and again as many spectators that read."""
ROOM = Settings(seats=ACTIVE, limit_minutes=120, hints=True)
PAUSE_S = 0.2
SAMPLES = 500
"""Answers that are measured without the slow reader; with it, at least as many."""
STREAM = 500_000
"""Bytes told to each spectator while one of them does not read: more than what may be kept for it."""
MAX_KEPT = 300_000
"""Bytes that may still come of what was told meanwhile: its outbox (64 KiB) and the socket's buffers on both sides."""
MAX_GROWTH = 24_000_000
"""Bytes of the server's memory. Its own noise is a few; keeping the stream for every connection would cost 90."""
NOISE, MEDIAN_NOISE_S, P99_NOISE_S = 5, 0.25, 1.0
"""The longest allowed wait, as a multiple of the usual one before, plus a constant: other tests keep the machine
busy. In a server that waits for its slow readers, everyone waits until it gives them up, 20 seconds and more."""


class Racer:
    """A player that keeps making, undoing and redoing one move, and measures how long each answer takes."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.latencies: list[float] = []
        self.complaints: list[bytes] = []
        self.client: RawClient
        self.welcomed, self.started = asyncio.Event(), asyncio.Event()
        self._first_move = ""
        self._game: GameId = ""
        self._acted = b"not yet"
        self._n = 0
        self._answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear(self, payload: bytes) -> None:
        if payload.startswith(self._acted):
            self._answer.set_result(None)
        elif payload.startswith((b'{"t":"refused"', b'{"t":"bye"')):
            self.complaints.append(payload)
            if not self._answer.done():
                self._answer.set_exception(AssertionError(payload))
        elif payload.startswith(b'{"t":"welcome"'):
            self.welcomed.set()
        elif payload.startswith(b'{"t":"start'):
            event = decode_event(payload)
            if isinstance(event, Starting):
                self._game = next(seat.game for seat in event.race.seats if seat.player == self.identity.id)
                self._acted = f'{{"t":"acted","game":"{self._game}"'.encode()
            elif isinstance(event, Started):
                self._first_move = action_text(parse_board(event.board, 13).legal_moves()[0])
                self.started.set()

    def next_action(self) -> str:
        if self._n == 0:
            return self._first_move
        return ControlAction.UNDO if self._n % 2 else ControlAction.REDO

    async def act(self, action: str) -> None:
        self._n += 1
        self._answer = asyncio.get_running_loop().create_future()
        sent = perf_counter()
        say(self.client, Act(self._game, self._n, action))
        await asyncio.wait_for(self._answer, PATIENCE_S)
        self.latencies.append(perf_counter() - sent)

    async def act_until(self, stop: asyncio.Event, random: Random) -> None:
        while not stop.is_set():
            await asyncio.sleep(random.random() * PAUSE_S)
            await self.act(self.next_action())


class Watcher:
    """A spectator that counts its messages, and keeps them if asked to."""

    def __init__(self, *, keeps: bool = False) -> None:
        self.bytes = 0
        self.kept: list[bytes] = []
        self.welcomed = asyncio.Event()
        self.client: RawClient
        self._keeps = keeps

    def hear(self, payload: bytes) -> None:
        self.bytes += len(payload)
        self.welcomed.set()
        if self._keeps:
            self.kept.append(payload)

    @property
    def welcomes(self) -> list[int]:
        """Where in what was kept it was told the present, whole."""
        return [at for at, payload in enumerate(self.kept) if payload.startswith(b'{"t":"welcome"')]

    @property
    def has_seen_the_end(self) -> bool:
        return any(payload.startswith(b'{"t":"finished"') for payload in self.kept[-10:])

    def replica(self) -> RoomReplica:
        """The picture made of everything that came."""
        replica = RoomReplica()
        for payload in self.kept:
            replica.apply(decode_event(payload))
        return replica


def say(client: RawClient, message: Message) -> None:
    client.send(encode(message))


async def connected(who: "Racer | Watcher", port: int, door: RoomUrl, token: str, *, narrow: bool = False) -> None:
    who.client = await raw_client(port, f"/ws/rooms/{door.code}", token, who.hear, narrow=narrow)
    say(who.client, Hello(PROTOCOL, watch=isinstance(who, Watcher)))
    await asyncio.wait_for(who.welcomed.wait(), PATIENCE_S)


def p99(latencies: list[float]) -> float:
    return quantiles(latencies, n=100)[98]


def taken(racers: list[Racer]) -> list[float]:
    """The latencies since this was asked last."""
    latencies = [latency for racer in racers for latency in racer.latencies]
    for racer in racers:
        racer.latencies.clear()
    return latencies


async def test_nobody_waits_for_a_spectator_that_stops_reading(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url) as server:
        *people, stranger = await server.people(ACTIVE + 1)
        door = await server.room(people[0], ROOM)
        racers = [Racer(person) for person in people]
        for racer in racers:
            await connected(racer, server.port, door, racer.identity.token)
        reading, slow = [Watcher(keeps=number == 0) for number in range(ACTIVE)], Watcher(keeps=True)
        for watcher in reading:
            await connected(watcher, server.port, door, stranger.token)
        await connected(slow, server.port, door, stranger.token, narrow=True)
        say(racers[0].client, Start())
        for racer in racers:
            await asyncio.wait_for(racer.started.wait(), PATIENCE_S)

        stop = asyncio.Event()
        acting = [asyncio.create_task(racer.act_until(stop, Random(n))) for n, racer in enumerate(racers)]
        await until(lambda: sum(len(racer.latencies) for racer in racers) >= SAMPLES)
        usual = taken(racers)

        slow.client.transport.pause_reading()
        told, heard, memory = reading[0].bytes, slow.bytes, server.resident_bytes()
        await until(lambda: reading[0].bytes - told >= STREAM and sum(len(r.latencies) for r in racers) >= SAMPLES)
        beside = taken(racers)
        growth = server.resident_bytes() - memory
        skipped = reading[0].bytes - told

        slow.client.transport.resume_reading()
        await until(lambda: len(slow.welcomes) > 1)
        stop.set()
        await asyncio.gather(*acting)
        assert [racer.complaints for racer in racers] == [[]] * ACTIVE
        for racer in racers:
            await racer.act(ControlAction.RESIGN)
        await until(lambda: all(watcher.has_seen_the_end for watcher in (reading[0], slow)))

    assert median(beside) < NOISE * median(usual) + MEDIAN_NOISE_S
    assert p99(beside) < NOISE * p99(usual) + P99_NOISE_S
    assert growth < MAX_GROWTH
    kept = sum(map(len, slow.kept[: slow.welcomes[1]])) - heard
    assert kept < MAX_KEPT < skipped
    assert isinstance(decode_event(slow.kept[slow.welcomes[1]]), Welcome)
    assert slow.replica().games == reading[0].replica().games
